"""The totals of a report of the page lane, in the public format's numbers; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.lanes.page_report import PageItem
from fixturetool.evaluation.lanes.pages import PAGE_METRICS, PageScores

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class PageSummary:
    """The totals of some items in one repeat.

    Attributes:
        n: How many items there are.
        hits: Score to the number of items that have it.
    """

    n: int
    hits: Mapping[str, int]

    def rate(self, metric: str) -> float:
        """Return the share of the items that have a score, to four decimal places; 0 for none."""
        return round(self.hits[metric] / self.n, _DIGITS) if self.n else 0.0


def summarize_pages(items: Sequence[PageItem], repeat: int = 0) -> PageSummary:
    """Count the scores of items.

    Args:
        items: The items.
        repeat: 0-based, among an item's scored repeats; an item without it counts as a miss.
    """
    scored = [item.scores[repeat] for item in items if repeat < len(item.scores)]
    return PageSummary(len(items), {metric: _count(scored, metric) for metric in PAGE_METRICS})


def groups_of(items: Sequence[PageItem]) -> dict[str, tuple[PageItem, ...]]:
    """Return the items of each group, groups sorted by name."""
    names = sorted({item.group for item in items})
    return {name: tuple(item for item in items if item.group == name) for name in names}


def _count(scores: Sequence[PageScores], metric: str) -> int:
    return sum(one.of(metric) for one in scores)
