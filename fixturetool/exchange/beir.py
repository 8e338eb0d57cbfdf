"""BEIR folders: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/<split>.tsv``.

Each relevant document is a facet of its own, so that the coverage rate is the recall. Facets and
anchors of fixtures are carried along in the queries' ``metadata``, so that nothing is lost on the
way there and back.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fixturetool.exchange.carried import extras_of, kept, passage_records, passages_of
from fixturetool.exchange.qrels import Holders, covering
from fixturetool.exchange.reading import Record, needed, read_records, read_table, text_of, wrong
from fixturetool.exchange.records import Claim, Document, Topic
from fixturetool.exchange.trec_names import topic_name
from fixturetool.fixtures.model import CategoryFile, Fixture

_HEADING = ["query-id", "corpus-id", "score"]
_SCORE = re.compile(r"\s*-?\d+\s*")


def load_beir(folder: Path, split: str = "test") -> tuple[Topic, ...]:
    """Read a BEIR folder; judgements below 1 are passed over.

    Args:
        folder: The folder.
        split: Which of its qrels.

    Raises:
        UsageError: A file is missing or can't be read.
    """
    relevant = _qrels(folder / "qrels" / f"{split}.tsv")
    wanted = {document for documents in relevant.values() for document in documents}
    texts = _texts(folder / "corpus.jsonl", wanted)
    path = folder / "queries.jsonl"
    return tuple(
        _topic(record, path, number, relevant, texts)
        for number, record in read_records(path)
        if needed(record, "_id", path, number) in relevant
    )


def write_beir(
    categories: Sequence[CategoryFile],
    holders: Mapping[str, Holders],
    sources: Mapping[str, Mapping[str, str]],
) -> Mapping[str, str]:
    """Write a BEIR folder: relative path to text. The score is how many facets a source covers.

    Args:
        categories: The fixtures.
        holders: Fixture language to where its anchors stand.
        sources: Fixture language to path to text of every source.
    """
    several = len(sources) > 1
    documents = (
        {"_id": _id(language, path, several=several), "title": Path(path).stem, "text": text}
        for language, texts in sources.items()
        for path, text in texts.items()
    )
    asked = [(one.category, fixture) for one in categories for fixture in one.fixtures]
    scores = (
        (topic_name(category, fixture.language, fixture.query), document, score)
        for category, fixture in asked
        for document, score in _scores(fixture, holders[fixture.language], several=several)
    )
    return {
        "corpus.jsonl": _json_lines(documents),
        "queries.jsonl": _json_lines(_query(category, fixture) for category, fixture in asked),
        "qrels/test.tsv": "".join("\t".join(map(str, row)) + "\n" for row in (_HEADING, *scores)),
    }


def _id(language: str, path: str, *, several: bool) -> str:
    return f"{language}/{path}" if several else path


def _scores(fixture: Fixture, holders: Holders, *, several: bool) -> Iterator[tuple[str, int]]:
    counts: dict[str, int] = {}
    for facet in fixture.expected_coverage:
        for path in covering(facet, fixture, holders):
            counts[path] = counts.get(path, 0) + 1
    for path in sorted(counts):
        yield _id(fixture.language, path, several=several), counts[path]


def _query(category: str, fixture: Fixture) -> dict[str, object]:
    return {
        "_id": topic_name(category, fixture.language, fixture.query),
        "text": fixture.query,
        "metadata": {
            "language": fixture.language,
            **kept(fixture),
            "facets": [
                {
                    "facet": facet,
                    "description": description,
                    "passages": passage_records(facet, fixture),
                }
                for facet, description in fixture.expected_coverage.items()
            ],
        },
    }


def _json_lines(records: Iterator[dict[str, object]] | Iterator[dict[str, str]]) -> str:
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


def _qrels(path: Path) -> dict[str, list[str]]:
    relevant: dict[str, list[str]] = {}
    for number, row in read_table(path):
        if number == 1 and not _SCORE.fullmatch(row[-1]):
            continue
        if len(row) != 3 or not _SCORE.fullmatch(row[2]):
            raise wrong(path, number, "\t".join(row), "is no line of query, document and score")
        if int(row[2]) >= 1:
            relevant.setdefault(row[0], []).append(row[1])
    return relevant


def _texts(path: Path, wanted: set[str]) -> dict[str, str]:
    texts = {}
    for number, record in read_records(path):
        name = needed(record, "_id", path, number)
        if name in wanted:
            texts[name] = text_of(record, "text")
    return texts


def _topic(
    record: Record,
    path: Path,
    number: int,
    relevant: Mapping[str, Sequence[str]],
    texts: Mapping[str, str],
) -> Topic:
    name = needed(record, "_id", path, number)
    metadata = record.get("metadata")
    known: Record = metadata if isinstance(metadata, dict) else {}
    claims = tuple(_carried(known)) or tuple(
        Claim(document, documents=(Document(document, texts.get(document, "")),))
        for document in relevant[name]
    )
    return Topic(
        id=name,
        query=needed(record, "text", path, number),
        claims=claims,
        language=text_of(known, "language"),
        extras=extras_of(known),
    )


def _carried(metadata: Record) -> Iterator[Claim]:
    """Yield the facets that ``write_beir`` put beside a query."""
    facets = metadata.get("facets")
    for one in facets if isinstance(facets, list) else []:
        if isinstance(one, dict) and text_of(one, "facet"):
            name = text_of(one, "facet")
            yield Claim(name, text_of(one, "description"), (), passages_of(one, name))
