"""The page lane's four scores: figures on the pages of a document. Pure.

``page_hit_at_3`` and ``page_hit_at_5``: a chunk among the first 3 or 5 covers an expected page.
``precise_page_hit_at_3``: so does one of the first 3 that spans 3 pages at most; a chunk at rank 4
does not move up. ``figure_chunk_at_3``: one of the first 3 is a figure and covers an expected page.
A chunk without both page numbers covers nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fixturetool.evaluation.lanes.expectation import PageExpectation
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import FixtureRun, Run, RunHit

PRECISE_PAGES = 3
"""The most pages that a chunk may span to be precise."""

FIGURE = "figure"
PROSE = "prose"
PAGE_METRICS = (
    "page_hit_at_3",
    "page_hit_at_5",
    "precise_page_hit_at_3",
    "figure_chunk_at_3",
)
"""The scores; the first one is the headline."""


@dataclass(frozen=True, slots=True)
class PageScores:
    """The scores of one ranking.

    Attributes:
        page_hit_at_3: One of the first 3 chunks covers an expected page.
        page_hit_at_5: One of the first 5 does.
        precise_page_hit_at_3: One of the first 3 does, and spans 3 pages at most.
        figure_chunk_at_3: One of the first 3 does, and is a figure.
    """

    page_hit_at_3: bool
    page_hit_at_5: bool
    precise_page_hit_at_3: bool
    figure_chunk_at_3: bool

    def of(self, metric: str) -> bool:
        """Return the score of that name.

        Raises:
            KeyError: There is none.
        """
        return dict(zip(PAGE_METRICS, self.as_tuple(), strict=True))[metric]

    def as_tuple(self) -> tuple[bool, bool, bool, bool]:
        """Return the scores in the order of ``PAGE_METRICS``."""
        return (
            self.page_hit_at_3,
            self.page_hit_at_5,
            self.precise_page_hit_at_3,
            self.figure_chunk_at_3,
        )


def score_pages(hits: Sequence[RunHit], pages: Sequence[int]) -> PageScores:
    """Score one ranking.

    Args:
        hits: All chunks in the order in which they came back.
        pages: The expected pages, 1-based.
    """
    on_page = [hit for hit in hits[:3] if covers(hit, pages)]
    return PageScores(
        page_hit_at_3=bool(on_page),
        page_hit_at_5=any(covers(hit, pages) for hit in hits[:5]),
        precise_page_hit_at_3=precise_hit(hits, pages, 3),
        figure_chunk_at_3=any(hit.kind == FIGURE for hit in on_page),
    )


def score_repeats(fixture: FixtureRun) -> tuple[PageScores, ...]:
    """Score an item in each repeat that was answered.

    Raises:
        TypeError: It is an entry of another lane.
    """
    pages = expectation_of(fixture).expected_pages
    answered = (attempt for attempt in fixture.attempts if attempt.error is None)
    return tuple(score_pages(attempt.hits, pages) for attempt in answered)


def precise_hit(hits: Sequence[RunHit], pages: Sequence[int], cutoff: int) -> bool:
    """Tell whether one of the first chunks covers an expected page and spans 3 pages at most."""
    return any(covers(hit, pages) and _is_precise(hit) for hit in hits[:cutoff])


def covers(hit: RunHit, pages: Sequence[int]) -> bool:
    """Tell whether a chunk covers any of these pages."""
    return hit.pages is not None and any(hit.pages[0] <= page <= hit.pages[1] for page in pages)


def span_pages(hit: RunHit) -> int | None:
    """Return how many pages a chunk spans, None where none are known, or they are inverted."""
    if hit.pages is None or hit.pages[1] < hit.pages[0]:
        return None
    return hit.pages[1] - hit.pages[0] + 1


def page_group(tags: Sequence[str], kind: str) -> str:
    """Return what an item is counted with: ``prose`` by its tags, else its kind."""
    return PROSE if PROSE in tags else kind


def expectation_of(fixture: FixtureRun) -> PageExpectation:
    """Return what an item of the page lane expects.

    Raises:
        TypeError: It is an entry of another lane.
    """
    if not isinstance(fixture.expected, PageExpectation):
        raise TypeError(f"no item of the page lane: {fixture.question.key}")
    return fixture.expected


def measure_pages(run: Run) -> tuple[Measured, ...]:
    """Measure every item of a run of the page lane; the measures are ``PAGE_METRICS``.

    Every item counts, also a prose item for ``figure_chunk_at_3``, which it can't score.
    """
    return tuple(_measured(fixture) for fixture in run.fixtures)


def _measured(fixture: FixtureRun) -> Measured:
    scores = score_repeats(fixture)
    values = {metric: tuple(float(one.of(metric)) for one in scores) for metric in PAGE_METRICS}
    group = page_group(fixture.question.tags, expectation_of(fixture).kind)
    return Measured(fixture.question.key, group, informative=True, values=values)


def _is_precise(hit: RunHit) -> bool:
    span = span_pages(hit)
    return span is not None and span <= PRECISE_PAGES
