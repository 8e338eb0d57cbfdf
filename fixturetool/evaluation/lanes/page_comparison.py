"""Two reports of the page lane side by side; pure.

Before and after are comparable when dataset, ``top_k`` and cache mode are the same: ``top_k``
moves ``page_hit_at_3`` by itself, since systems shape a ranking before they cut it. Retrieval is
not deterministic, so one item more or less is noise, unless both sides were repeated: then a
change counts when the worst repeat of one side is better than the best one of the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fixturetool.errors import UsageError
from fixturetool.evaluation.lanes.page_report import PageItem, PageReport
from fixturetool.evaluation.lanes.pages import PAGE_METRICS, PROSE

PageVerdict = Literal["same", "noise", "better", "worse"]

FIGURES = "figures"
"""The group of all items but prose."""

OVERALL = "overall"
"""The group of all items."""

FIRST_GROUPS = (PROSE, "locate", "content")
"""The groups that are told before any other, the control first."""

_FIGURE_METRIC = "figure_chunk_at_3"
_TELLING_CONTROL = 20  # items; with fewer, one lost item is 5 points or more


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """How one score of a group changed.

    Attributes:
        metric: The score.
        before: Its rate, in [0, 1], over items and repeats.
        after: The same afterwards.
        gained: Items that score more often than before.
        lost: Items that score less often.
        verdict: What may be said of it.
    """

    metric: str
    before: float
    after: float
    gained: int
    lost: int
    verdict: PageVerdict


@dataclass(frozen=True, slots=True)
class PageGroupChange:
    """How a group changed.

    Attributes:
        group: ``prose``, ``locate``, ``content``, ``figures`` (all but prose), ``overall``.
        items: How many items it has.
        changes: By score, the headline first; prose has no ``figure_chunk_at_3``.
    """

    group: str
    items: int
    changes: tuple[ScoreChange, ...]

    def change(self, metric: str) -> ScoreChange:
        """Return the change of a score.

        Raises:
            KeyError: The group has none of that name.
        """
        return {change.metric: change for change in self.changes}[metric]


@dataclass(frozen=True, slots=True)
class PageComparison:
    """Two reports side by side.

    Attributes:
        before: The baseline.
        after: What is held against it.
        groups: The prose control first, then locate, content, any other, figures, overall.
        notes: What a reader should bear in mind, whole sentences.
    """

    before: PageReport
    after: PageReport
    groups: tuple[PageGroupChange, ...]
    notes: tuple[str, ...]

    @property
    def repeated(self) -> bool:
        """Whether both sides have repeats, so that their noise is known."""
        return min(self.before.repeats, self.after.repeats) > 1

    @property
    def control(self) -> PageGroupChange | None:
        """The prose group, None where the dataset has none."""
        return next((one for one in self.groups if one.group == PROSE), None)

    @property
    def control_regressed(self) -> bool:
        """Whether the control got worse by more than noise."""
        return self.control is not None and any(
            change.verdict == "worse" for change in self.control.changes
        )


def compare_pages(before: PageReport, after: PageReport) -> PageComparison:
    """Hold a report against an earlier one.

    Raises:
        UsageError: They are not comparable; every reason is named.
    """
    if reasons := list(_obstacles(before, after)):
        raise UsageError(
            f'"{before.name}" and "{after.name}" can\'t be compared: {"; ".join(reasons)}',
            hint="run both with the same dataset, --top-k and --cache-mode",
        )
    aligned = _aligned(before.items, after.items)
    groups = tuple(_group_changes(before.items, aligned))
    return PageComparison(before, after, groups, tuple(_notes(before, after, groups)))


def _obstacles(before: PageReport, after: PageReport) -> Iterator[str]:
    one, other = (Counter(map(_identity, report.items)) for report in (before, after))
    if one != other:
        differing = sum(((one - other) + (other - one)).values())
        yield f"the datasets differ in {differing} {'item' if differing == 1 else 'items'}"
    if before.top_k != after.top_k:
        yield f"top_k is {before.top_k} and {after.top_k}"
    if before.cache_mode != after.cache_mode:
        yield f'the cache mode is "{before.cache_mode}" and "{after.cache_mode}"'


_Identity = tuple[str, str, str, tuple[int, ...]]


def _identity(item: PageItem) -> _Identity:
    return item.question, item.figure_ref, item.group, item.expected_pages


def _aligned(before: Sequence[PageItem], after: Sequence[PageItem]) -> tuple[PageItem, ...]:
    """Put the later items into the order of the earlier ones."""
    waiting: dict[_Identity, list[PageItem]] = {}
    for item in reversed(after):
        waiting.setdefault(_identity(item), []).append(item)
    return tuple(waiting[_identity(item)].pop() for item in before)


def _group_changes(
    before: Sequence[PageItem], after: Sequence[PageItem]
) -> Iterator[PageGroupChange]:
    pairs = list(zip(before, after, strict=True))
    names = {item.group for item in before}
    known = [name for name in FIRST_GROUPS if name in names]
    for name in [*known, *sorted(names - set(known))]:
        yield _group_change(name, [pair for pair in pairs if pair[0].group == name])
    figures = [pair for pair in pairs if pair[0].group != PROSE]
    if 0 < len(figures) < len(pairs):
        yield _group_change(FIGURES, figures)
    yield _group_change(OVERALL, pairs)


def _group_change(name: str, pairs: Sequence[tuple[PageItem, PageItem]]) -> PageGroupChange:
    metrics = [metric for metric in PAGE_METRICS if (name, metric) != (PROSE, _FIGURE_METRIC)]
    return PageGroupChange(name, len(pairs), tuple(_change(metric, pairs) for metric in metrics))


def _change(metric: str, pairs: Sequence[tuple[PageItem, PageItem]]) -> ScoreChange:
    rates = [(one.rate(metric), other.rate(metric)) for one, other in pairs]
    gained = sum(other > one for one, other in rates)
    lost = sum(other < one for one, other in rates)
    moved = _verdict(*(_counts(side, metric) for side in zip(*pairs, strict=True)))
    return ScoreChange(
        metric=metric,
        before=_mean([one for one, _ in rates]),
        after=_mean([other for _, other in rates]),
        gained=gained,
        lost=lost,
        verdict=moved if gained or lost else "same",
    )


def _mean(rates: Sequence[float]) -> float:
    return sum(rates) / len(rates) if rates else 0.0


def _counts(items: Sequence[PageItem], metric: str) -> list[int]:
    """Return the number of items that score, repeat by repeat."""
    repeats = min(len(item.scores) for item in items)
    return [sum(item.scores[at].of(metric) for item in items) for at in range(repeats)]


def _verdict(before: Sequence[int] = (), after: Sequence[int] = ()) -> PageVerdict:
    if not before or not after:
        return "noise"
    repeated = len(before) > 1 and len(after) > 1
    margin = 0 if repeated else 1
    if min(after) > max(before) + margin:
        return "better"
    return "worse" if max(after) < min(before) - margin else "noise"


def _notes(
    before: PageReport, after: PageReport, groups: Sequence[PageGroupChange]
) -> Iterator[str]:
    by_name = {group.group: group for group in groups}
    control = by_name.get(PROSE)
    if control is None:
        yield "the dataset has no prose items, so there is no control"
    elif control.items < _TELLING_CONTROL:
        items = "1 prose item is" if control.items == 1 else f"{control.items} prose items are"
        yield f"{items} too few to prove that nothing got worse"
    if before.corpus_id != after.corpus_id:
        yield f'the corpus is "{before.corpus_id}" and "{after.corpus_id}"'
    figures = by_name.get(FIGURES, by_name[OVERALL])
    if _rose(figures, PAGE_METRICS[0]) and not _rose(figures, _FIGURE_METRIC):
        yield "pages are hit more often and figures are not: the prose around them does the work"


def _rose(group: PageGroupChange, metric: str) -> bool:
    return any(one.metric == metric and one.verdict == "better" for one in group.changes)
