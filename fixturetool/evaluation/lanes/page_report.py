"""What a report of the page lane says, be it a saved run or a report file; pure.

A report file is the JSON that ``eval-pages`` writes, or that the public system's script wrote.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from fixturetool.errors import UsageError
from fixturetool.evaluation.lanes.pages import (
    PROSE,
    PageScores,
    expectation_of,
    page_group,
    score_repeats,
)
from fixturetool.evaluation.run import FixtureRun, Run

if TYPE_CHECKING:
    from pydantic import TypeAdapter

ADDED = "fixturetool"
"""The key under which a report file holds what the public format has not."""


@dataclass(frozen=True, slots=True)
class PageItem:
    """An item with its scores.

    Attributes:
        question: The question.
        figure_ref: The figure that it is about.
        kind: ``locate`` or ``content``.
        group: ``prose``, or the kind.
        tags: The item's tags.
        expected_pages: 1-based.
        scores: For each scored repeat.
    """

    question: str
    figure_ref: str
    kind: str
    group: str
    tags: tuple[str, ...]
    expected_pages: tuple[int, ...]
    scores: tuple[PageScores, ...]

    def rate(self, metric: str) -> float:
        """Return the share of the scored repeats that score, 0 where none was scored."""
        hits = sum(scores.of(metric) for scores in self.scores)
        return hits / len(self.scores) if self.scores else 0.0


@dataclass(frozen=True, slots=True)
class PageReport:
    """The scores of a whole dataset.

    Attributes:
        name: The run or the file, for messages.
        corpus_id: What was searched.
        base_url: Where.
        top_k: Chunks asked for.
        cache_mode: What the system did with its cache.
        items: In the dataset's order.
    """

    name: str
    corpus_id: str
    base_url: str
    top_k: int
    cache_mode: str
    items: tuple[PageItem, ...]

    @property
    def repeats(self) -> int:
        """How many repeats every item was scored in."""
        return min((len(item.scores) for item in self.items), default=0)

    @property
    def figure_items(self) -> tuple[PageItem, ...]:
        """The items that are about a figure: all but prose."""
        return tuple(item for item in self.items if item.group != PROSE)

    def group(self, name: str) -> tuple[PageItem, ...]:
        """Return the items of a group."""
        return tuple(item for item in self.items if item.group == name)


def page_report_of(run: Run) -> PageReport:
    """Return what a run of the page lane says.

    Raises:
        TypeError: It is a run of another lane.
    """
    return PageReport(
        name=run.id,
        corpus_id=_corpus_id(run),
        base_url=str(run.retriever.get("url", "")).removesuffix("/search"),
        top_k=run.settings.k,
        cache_mode=str(run.retriever.get("cache_mode", "")),
        items=tuple(map(_item_of, run.fixtures)),
    )


def parse_page_report(text: str | bytes, name: str) -> PageReport:
    """Read a report file.

    Args:
        text: Its JSON.
        name: How messages call it.

    Raises:
        UsageError: It is no report of the page lane.
    """
    from pydantic import ValidationError

    try:
        file = _file_adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = "".join(f"/{step}" for step in first["loc"]) or "the file"
        raise UsageError(
            f'"{name}" is no report of the page lane: {place}: {first["msg"]}',
            hint="name what eval-pages wrote with --out",
        ) from error
    return PageReport(
        name, file.corpus_id, file.base_url, file.top_k, file.cache_mode, _items(file.per_item)
    )


def _corpus_id(run: Run) -> str:
    language = run.fixtures[0].question.language if run.fixtures else ""
    return str(run.retriever.get("corpus_id", "{language}")).replace("{language}", language)


def _item_of(fixture: FixtureRun) -> PageItem:
    question, expected = fixture.question, expectation_of(fixture)
    return PageItem(
        question=question.query,
        figure_ref=expected.figure_ref,
        kind=expected.kind,
        group=page_group(question.tags, expected.kind),
        tags=question.tags,
        expected_pages=expected.expected_pages,
        scores=score_repeats(fixture),
    )


@dataclass(frozen=True, slots=True)
class _Added:
    repeats: tuple[PageScores, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row(PageScores):
    question: str
    expected_pages: tuple[int, ...]
    figure_ref: str = ""
    kind: str = ""
    group: str = ""
    tags: tuple[str, ...] = ()
    fixturetool: _Added = _Added()


@dataclass(frozen=True, slots=True)
class _File:
    corpus_id: str
    top_k: int
    cache_mode: str
    per_item: tuple[_Row, ...]
    base_url: str = ""


@cache
def _file_adapter() -> "TypeAdapter[_File]":
    from pydantic import TypeAdapter

    return TypeAdapter(_File)


def _items(rows: Sequence[_Row]) -> tuple[PageItem, ...]:
    return tuple(
        PageItem(
            question=row.question,
            figure_ref=row.figure_ref,
            kind=row.kind,
            group=row.group or page_group(row.tags, row.kind),
            tags=row.tags,
            expected_pages=row.expected_pages,
            scores=row.fixturetool.repeats or (PageScores(*row.as_tuple()),),
        )
        for row in rows
    )
