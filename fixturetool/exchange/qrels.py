"""Relevance judgements as TREC writes them: ``topic iteration document relevance``.

Where the iteration column names subtopics, as in ndeval, they become facets. Where it is the same
for all lines of a topic, each relevant document becomes a facet of its own, so that the coverage
rate is the recall.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fixturetool.errors import UsageError
from fixturetool.exchange.reading import needed, read_lines, read_records, read_table, wrong
from fixturetool.exchange.records import Claim, Document, Topic
from fixturetool.exchange.trec_names import NOWHERE, decoded, encoded, topic_name, topic_parts
from fixturetool.fixtures.model import CategoryFile, Fixture

Holders = Mapping[str, Sequence[str]]
"""Anchor to the paths of the sources that hold it."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Line:
    topic: str
    subtopic: str
    document: str


def load_qrels(path: Path, queries: Mapping[str, str]) -> tuple[Topic, ...]:
    """Read qrels; lines whose relevance is below 1 are passed over.

    Args:
        path: The file.
        queries: Topic to question; a topic that ``write_qrels`` named needs none.

    Raises:
        UsageError: It can't be read, or a topic has no question.
    """
    topics: dict[str, list[_Line]] = {}
    for line in _lines(path):
        topics.setdefault(line.topic, []).append(line)
    return tuple(_topic(name, lines, queries, path) for name, lines in topics.items())


def load_queries(path: Path) -> dict[str, str]:
    """Read questions by topic: ``topic<TAB>question`` lines, or JSON lines as BEIR has them.

    Raises:
        UsageError: It can't be read.
    """
    if path.suffix.lower() == ".jsonl":
        return {
            needed(record, "_id", path, number): needed(record, "text", path, number)
            for number, record in read_records(path)
        }
    found = {}
    for number, row in read_table(path):
        if len(row) < 2 or not row[1].strip():
            raise wrong(path, number, row[0], "has no question after a tab")
        found[row[0]] = row[1]
    return found


def write_qrels(categories: Sequence[CategoryFile], holders: Mapping[str, Holders]) -> str:
    """Write every source of the corpus that covers a facet; one that none covers has a sentinel.

    Args:
        categories: The fixtures.
        holders: Fixture language to where its anchors stand.
    """
    return "".join(
        f"{topic_name(category.category, fixture.language, fixture.query)} "
        f"{encoded(facet)} {document} 1\n"
        for category in categories
        for fixture in category.fixtures
        for facet in fixture.expected_coverage
        for document in _documents(facet, fixture, holders[fixture.language])
    )


def covering(facet: str, fixture: Fixture, holders: Holders) -> list[str]:
    """Return the paths of all sources that hold an anchor of a facet, sorted."""
    anchors = (one.passage for one in fixture.relevant_passages if facet in one.covers)
    return sorted({path for anchor in anchors for path in holders[anchor]})


def _documents(facet: str, fixture: Fixture, holders: Holders) -> list[str]:
    return [encoded(path) for path in covering(facet, fixture, holders)] or [NOWHERE]


def _lines(path: Path) -> Iterator[_Line]:
    for number, line in read_lines(path):
        columns = line.split()
        if len(columns) != 4:
            raise wrong(path, number, line, "is no line of 'topic iteration document relevance'")
        topic, subtopic, document, relevance = columns
        if not _NUMBER.fullmatch(relevance):
            raise wrong(path, number, line, "has a relevance that is no number")
        if float(relevance) >= 1:
            yield _Line(topic, subtopic, document)


def _topic(name: str, lines: Sequence[_Line], queries: Mapping[str, str], path: Path) -> Topic:
    parts = topic_parts(name)
    if name in queries:
        query, language = queries[name], ""
    elif len(parts) == 3:
        _, language, query = parts
    else:
        raise UsageError(
            f'{path}: topic "{name}" has no question', hint="name the file of them with --queries"
        )
    return Topic(name, query, tuple(_claims(lines)), language)


def _claims(lines: Sequence[_Line]) -> Iterator[Claim]:
    subtopics: dict[str, list[str]] = {}
    for line in lines:
        subtopics.setdefault(line.subtopic, []).append(line.document)
    if len(subtopics) == 1 and next(iter(subtopics)) in {"0", "1", "Q0"}:
        [documents] = subtopics.values()
        for document in dict.fromkeys(documents):
            yield Claim(decoded(document), documents=(Document(decoded(document)),))
        return
    for subtopic, documents in subtopics.items():
        named = [decoded(one) for one in dict.fromkeys(documents) if one != NOWHERE]
        yield Claim(decoded(subtopic), documents=tuple(map(Document, named)))
