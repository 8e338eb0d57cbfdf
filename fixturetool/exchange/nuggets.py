"""Nugget files as TREC RAG has them: a topic a line, with the facts of a good answer.

``{"qid", "query", "nuggets": [{"text", "importance"}]}``. A nugget is a claim in a model's or an
assessor's words and seldom stands in the corpus letter by letter: it is anchored by its
``passages`` (fixturetool's own key, as ``export`` writes it) or by its text.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from fixturetool.exchange.carried import extras_of, kept, passage_records, passages_of
from fixturetool.exchange.reading import Record, needed, read_records, text_of, wrong
from fixturetool.exchange.records import Claim, Document, Topic
from fixturetool.exchange.trec_names import topic_name, topic_parts
from fixturetool.fixtures.model import CategoryFile, Fixture


def load_nuggets(path: Path) -> tuple[Topic, ...]:
    """Read a nugget file.

    Raises:
        UsageError: It can't be read, or a line lacks what it must have.
    """
    return tuple(_topic(record, path, number) for number, record in read_records(path))


def write_nuggets(categories: Sequence[CategoryFile]) -> str:
    """Write fixtures as nuggets: a facet's description, or its name, is a nugget's text."""
    return "".join(
        json.dumps(_record(category.category, fixture), ensure_ascii=False) + "\n"
        for category in categories
        for fixture in category.fixtures
    )


def _record(category: str, fixture: Fixture) -> dict[str, object]:
    return {
        "qid": topic_name(category, fixture.language, fixture.query),
        "query": fixture.query,
        "language": fixture.language,
        **kept(fixture),
        "nuggets": [
            {
                "text": description or facet,
                "importance": "vital",
                "facet": facet,
                "passages": passage_records(facet, fixture),
            }
            for facet, description in fixture.expected_coverage.items()
        ],
    }


def _topic(record: Record, path: Path, number: int) -> Topic:
    nuggets = record.get("nuggets")
    if not isinstance(nuggets, list) or not all(isinstance(one, dict) for one in nuggets):
        shown = json.dumps(record, ensure_ascii=False)
        raise wrong(path, number, shown, 'has no list "nuggets" of objects')
    asked = "query" if text_of(record, "query").strip() or "title" not in record else "title"
    name = text_of(record, "qid") or str(number)
    parts = topic_parts(name)
    return Topic(
        id=name,
        query=needed(record, asked, path, number),
        claims=tuple(_claims(nuggets, path, number)),
        language=text_of(record, "language") or (parts[1] if len(parts) == 3 else ""),
        extras=extras_of(record),
    )


def _claims(nuggets: Sequence[Record], path: Path, number: int) -> Iterator[Claim]:
    for position, nugget in enumerate(nuggets, start=1):
        text = needed(nugget, "text", path, number)
        facet = text_of(nugget, "facet") or f"nugget_{position}"
        yield Claim(
            facet=facet,
            description="" if text == facet else text,
            documents=(Document("", text),),
            passages=passages_of(nugget, facet),
        )
