"""Two runs side by side: what got worse, what got better, and how much of it may be chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from fixturetool.errors import SelectionError, UsageError
from fixturetool.evaluation.comparing.changes import Matched, QueryChange, match_questions
from fixturetool.evaluation.comparing.configuration import SettingChange, configuration_changes
from fixturetool.evaluation.comparing.estimate import Estimate, Verdict, estimate
from fixturetool.evaluation.comparing.origins import (
    Found,
    OneSidedAnchor,
    one_sided_anchors,
    without_anchors,
)
from fixturetool.evaluation.comparing.side import Side, side_of_run
from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.lanes.page_comparison import FIRST_GROUPS, PageComparison
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import Key, Run


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """A measure's means over the compared queries.

    Attributes:
        name: The measure.
        base: In the base run, in [0, 1].
        current: In the current run.
    """

    name: str
    base: float
    current: float


@dataclass(frozen=True, slots=True)
class GroupChange:
    """What became of a category, or of another group of queries.

    Attributes:
        name: The group.
        queries: How many of its queries are compared.
        base: The headline's mean in the base run.
        current: The same for the current run.
        worse: Its queries that score lower.
        better: Its queries that score higher.
    """

    name: str
    queries: int
    base: float
    current: float
    worse: int
    better: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run held against an earlier one.

    Attributes:
        base: The earlier run.
        current: The run.
        matched: Their questions.
        headline: The measure that ``matched`` and ``estimate`` are about.
        estimate: The difference and what may be concluded.
        measures: All measures of the lane, the headline first.
        groups: Category by category, in the order of the base; in the page lane the control first.
        configuration: The settings that differ.
        warnings: What makes the comparison suspicious, whole sentences.
        one_sided: Judge anchors that were found in what one of the two runs brought back alone.
        without_one_sided: The estimate without these anchors; None where there are none.
        pages: Group by group and score by score, in the page lane.
    """

    base: Side
    current: Side
    matched: Matched
    headline: str
    estimate: Estimate
    measures: tuple[MeasureChange, ...]
    groups: tuple[GroupChange, ...]
    configuration: tuple[SettingChange, ...]
    warnings: tuple[str, ...]
    one_sided: tuple[OneSidedAnchor, ...] = ()
    without_one_sided: Estimate | None = None
    pages: PageComparison | None = None

    @property
    def worse(self) -> tuple[QueryChange, ...]:
        """The queries that score lower, the largest loss first."""
        return _sorted([one for one in self.matched.queries if one.difference < 0])

    @property
    def better(self) -> tuple[QueryChange, ...]:
        """The queries that score higher, the largest gain first."""
        return _sorted([one for one in self.matched.queries if one.difference > 0])

    @property
    def steady(self) -> tuple[int, int] | None:
        """How many queries are worse, and better, whichever repeats of both runs are compared.

        None where no query has a second repeat in either run, so that it can't be told.
        """
        moved = [one.steady for one in self.matched.queries]
        if all(one is None for one in moved):
            return None
        worse, better = (sum(one.steady or 0 for one in side) for side in (self.worse, self.better))
        return worse, better

    def query(self, key: Key) -> str:
        """Return what a question asks."""
        return self.base.queries.get(key) or self.current.queries.get(key) or key[2]

    @property
    def regressed(self) -> bool:
        """Whether a gate should close.

        It does for a loss that is more than noise, and for one that may be: who repeats the runs
        learns which it is. In the page lane a loss of the control is enough, whatever the rest
        gains.
        """
        if self.pages is not None and self.pages.control_regressed:
            return True
        verdict = self.estimate.verdict
        unclear = verdict is Verdict.UNCLEAR and self.estimate.difference < 0
        return verdict is Verdict.WORSE or unclear


def compare(
    base: Side, current: Side, notes: Sequence[str] = (), pages: PageComparison | None = None
) -> Comparison:
    """Hold a run against an earlier one; both are graded on one revision of the fixtures.

    Args:
        base: The earlier run.
        current: The run.
        notes: Warnings that the caller knows of.
        pages: The same two by the rules of the page lane; its notes are warnings, too.

    Raises:
        UsageError: They can't be compared; every reason is named.
        SelectionError: No question was answered in both.
    """
    if reasons := list(_obstacles(base, current)):
        raise UsageError(
            f"'{base.name}' and '{current.name}' can't be compared: {'; '.join(reasons)}",
            hint=_way_out(base, current),
        )
    matched = match_questions(base, current)
    if not matched.queries:
        failed = "retrievals of theirs failed: fixturetool report RUN --format text tells why"
        raise SelectionError(
            f"'{base.name}' and '{current.name}' have no question in common that both answered",
            hint=failed if matched.unscored else "compare runs of the same fixtures",
        )
    return Comparison(
        base,
        current,
        matched,
        base.measures[0],
        _estimate(matched),
        tuple(_measures(base, current, [one.key for one in matched.queries])),
        tuple(_groups(matched.queries, FIRST_GROUPS if base.lane == "pages" else ())),
        configuration_changes(base.settings, current.settings),
        (*_warnings(base, current, matched), *notes, *(pages.notes if pages else ())),
        pages=pages,
    )


def compare_runs(
    base: Run,
    current: Run,
    base_found: Found,
    current_found: Found,
    pages: PageComparison | None = None,
) -> Comparison:
    """Hold a run against an earlier one, also without the judge anchors of one alone.

    Args:
        base: The earlier run, graded.
        current: The run, graded on the same fixtures.
        base_found: What a judge wrote into the fixtures from the base run.
        current_found: What it wrote from the current one.
        pages: The same two by the rules of the page lane.

    Raises:
        UsageError: They can't be compared; every reason is named.
        SelectionError: No question was answered in both.
    """
    notes = [note for run in (base, current) for note in _strange(run)]
    comparison = compare(side_of_run(base), side_of_run(current), notes, pages)
    anchors = one_sided_anchors(base, current, base_found, current_found)
    if not anchors:
        return comparison
    sides = [side_of_run(without_anchors(run, anchors)) for run in (base, current)]
    without = _estimate(match_questions(*sides))
    return replace(comparison, one_sided=anchors, without_one_sided=without)


def _strange(run: Run) -> Iterator[str]:
    if run.settings.lane == "facets" and score(run).strange_paths:
        yield (
            f"'{run.id}' was graded on the returned texts alone: no path that came back is a "
            "source of the corpus"
        )


def _estimate(matched: Matched) -> Estimate:
    return estimate([one.base for one in matched.queries], [one.current for one in matched.queries])


def _obstacles(base: Side, current: Side) -> Iterator[str]:
    if base.lane != current.lane:
        yield f"one is of the lane '{base.lane}', the other of '{current.lane}'"
        return
    for name in dict.fromkeys((*base.rules, *current.rules)):
        before, after = base.rules.get(name, ""), current.rules.get(name, "")
        if before != after:
            yield f"{name} is '{before}' in one and '{after}' in the other"


def _way_out(base: Side, current: Side) -> str:
    differing = {
        name
        for name in (*base.rules, *current.rules)
        if base.rules.get(name, "") != current.rules.get(name, "")
    }
    if base.lane == current.lane == "facets" and differing == {"k"}:
        return f"make the other one again with --k {base.rules['k']}, whatever its preset"
    return "make one of them again as the other was made"


def _warnings(base: Side, current: Side, matched: Matched) -> Iterator[str]:
    for language in sorted(base.corpora.keys() & current.corpora.keys()):
        before, after = base.corpora[language], current.corpora[language]
        if before != after:
            name = f"the corpus {language}" if language else "the corpus"
            yield f"{name} is not the same: {before[:12]} and {after[:12]}"
    for side in (base, current):
        if side.errors:
            yield f"{side.errors} {_retrievals(side.errors)} of '{side.name}' failed"
    if matched.unscored:
        count = len(matched.unscored)
        yield f"{count} {'query has' if count == 1 else 'queries have'} no answer in one of the two"


def _retrievals(count: int) -> str:
    return "retrieval" if count == 1 else "retrievals"


def _measures(base: Side, current: Side, keys: Sequence[Key]) -> Iterator[MeasureChange]:
    before = {one.key: one for one in base.measured}
    after = {one.key: one for one in current.measured}
    for name in base.measures:
        if name in current.measures:
            sides = [_mean([side[key] for key in keys], name) for side in (before, after)]
            yield MeasureChange(name, *sides)


def _mean(measured: Sequence[Measured], name: str) -> float:
    return fmean(fmean(one.values[name]) for one in measured)


def _groups(queries: Sequence[QueryChange], first: Sequence[str]) -> Iterator[GroupChange]:
    names = dict.fromkeys(one.group for one in queries)
    for name in dict.fromkeys((*filter(names.__contains__, first), *names)):
        own = [one for one in queries if one.group == name]
        yield GroupChange(
            name,
            len(own),
            fmean(fmean(one.base) for one in own),
            fmean(fmean(one.current) for one in own),
            sum(one.difference < 0 for one in own),
            sum(one.difference > 0 for one in own),
        )


def _sorted(queries: Sequence[QueryChange]) -> tuple[QueryChange, ...]:
    return tuple(sorted(queries, key=lambda one: -abs(one.difference)))
