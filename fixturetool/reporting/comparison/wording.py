"""What a comparison says in plain sentences, the same in every format."""

from collections.abc import Iterator

from fixturetool.evaluation.compare import Comparison
from fixturetool.evaluation.comparing.changes import FacetChange, QueryChange
from fixturetool.evaluation.comparing.estimate import Estimate, Verdict
from fixturetool.evaluation.comparing.side import Hits
from fixturetool.evaluation.lanes.page_comparison import PageComparison, ScoreChange
from fixturetool.evaluation.run import Key
from fixturetool.evaluation.stats import Interval
from fixturetool.reporting.bars import percent
from fixturetool.reporting.wording import counted

CONTROL_FIRST = "by group, the control first"
_MANY_REPEATS = 1000
_SOURCES = 3
_TITLES = {
    Verdict.SAME: "no more than noise",
    Verdict.WORSE: "got worse",
    Verdict.BETTER: "got better",
    Verdict.UNCLEAR: "can't tell",
}


def in_points(difference: float) -> str:
    """Write a difference of two rates as percentage points, with its sign."""
    return f"{difference * 100:+.1f}" if abs(difference) >= 0.0005 else "0.0"


def sentence(estimate: Estimate) -> str:
    """Say what happened and what may be concluded, in one sentence."""
    queries = counted(estimate.queries, "query", "queries")
    if not estimate.worse and not estimate.better:
        which = "the one query" if estimate.queries == 1 else f"any of {queries}"
        return f"the same: no difference on {which}"
    moved = f"worse on {estimate.worse} of {queries}, better on {estimate.better or 'none'}"
    return f"{_TITLES[estimate.verdict]}: {moved}; {_difference(estimate)}"


def _difference(estimate: Estimate) -> str:
    size = f"the difference of {in_points(estimate.difference)} points"
    noise = estimate.noise
    if noise is None:
        return f"{size} {_chance(estimate)}; with one repeat, run-to-run noise is unknown"
    if not noise.floor:
        what = size if estimate.difference else "what cancels out"
        return f"{what} is no run-to-run noise: the repeats of each run agree"
    floor = f"run-to-run noise of ±{noise.floor * 100:.1f}"
    if estimate.beyond_noise:
        return f"{size} is beyond {floor}"
    if estimate.verdict is Verdict.SAME:
        return f"{size} lies within {floor}"
    one_way = f"the queries move one way ({_p_text(estimate.p)})"
    return f"{size} lies within {floor}, but {one_way}"


def _chance(estimate: Estimate) -> str:
    if estimate.verdict is Verdict.UNCLEAR:
        return f"may be chance ({_p_text(estimate.p)})"
    return f"is hardly chance ({_p_text(estimate.p)})"


def _p_text(p: float) -> str:
    """Write a p-value with two significant digits, a small one by its bound."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def details(comparison: Comparison) -> Iterator[str]:
    """Say how sure the difference is, a sentence each."""
    estimate = comparison.estimate
    if not estimate.worse and not estimate.better:
        return
    if comparison.steady is not None:
        worse, better = comparison.steady
        queries = counted(worse, "query", "queries")
        yield f"{queries} worse in every repeat, {better} better in every repeat"
    if estimate.interval is None:
        yield "no interval: nothing tells how much the queries vary"
    else:
        rough = f"; rough, as there are only {estimate.queries}" if estimate.rough else ""
        yield f"over queries like these: {interval_in_points(estimate.interval)} (95 %{rough})"
    yield f"sign-flip test over the queries: {_p_text(estimate.p)}"
    yield from _repeats(estimate)


def _repeats(estimate: Estimate) -> Iterator[str]:
    if estimate.noise is None:
        yield "to learn the run-to-run noise, make both runs with --repeat 3 or more"
        return
    if estimate.noise.borrowed:
        yield "one run has a single repeat: the other's noise stands for both"
    needed = estimate.repeats_to_see
    if needed is not None and estimate.verdict is Verdict.SAME:
        times = f"more than {_MANY_REPEATS}" if needed > _MANY_REPEATS else f"about {needed}"
        yield f"to see a difference of this size: {times} repeats of each run"


def interval_in_points(interval: Interval) -> str:
    """Write an interval of differences as percentage points."""
    return f"{in_points(interval.low)} to {in_points(interval.high)} points"


def key_text(key: Key) -> str:
    """Write whose question it is: category, and language where there is one."""
    return " ".join(part for part in key[:2] if part)


def facet_text(change: FacetChange) -> str:
    """Write a facet with its hits before and after, and intervals where the repeats differ."""
    sides = zip((change.base, change.current), change.intervals, strict=True)
    before, after = (_hits(hits, interval) for hits, interval in sides)
    return f"{change.name} {before} → {after}"


def lost_facet_text(change: FacetChange) -> str:
    """Write a facet that is covered less often, with the sources that covered it before."""
    gone = change.lost_sources
    if not gone:
        return facet_text(change)
    more = f" and {len(gone) - _SOURCES} more" if len(gone) > _SOURCES else ""
    return f"{facet_text(change)}, was in {', '.join(gone[:_SOURCES])}{more}"


def _hits(hits: Hits, interval: Interval | None) -> str:
    share = f"{hits.hits}/{hits.repeats}"
    if interval is None:
        return share
    return f"{share} ({interval.low * 100:.0f} to {interval.high * 100:.0f} %)"


def steadiness(change: QueryChange) -> str:
    """Say whether a change holds in every repeat, ``""`` where it can't be told."""
    if change.steady is None:
        return ""
    return "every repeat" if change.steady else "some repeats"


def without_anchors(comparison: Comparison) -> str:
    """Say what is left of the difference without the judge anchors of one run alone."""
    without = comparison.without_one_sided
    if without is None:
        return ""
    rates = f"{percent(without.base)} → {percent(without.current)}"
    return f"without them: {rates}, {in_points(without.difference)} points; {sentence(without)}"


def moved_items(pages: PageComparison, change: ScoreChange) -> str:
    """Say how many items of a group moved in a score, and whether it may be noise."""
    if not change.gained and not change.lost:
        return "no item moved"
    sides = ((change.gained, "gained"), (change.lost, "lost"))
    moved = ", ".join(f"{number} {word}" for number, word in sides if number)
    if change.verdict == "noise":
        return f"{moved}: within noise"
    return f"{moved}: {change.verdict} by more than {'noise' if pages.repeated else 'one item'}"


def page_rule(pages: PageComparison) -> str:
    """Say what counts as noise between two runs of the page lane."""
    if pages.repeated:
        return "within noise: some repeat of one run does as well as some repeat of the other"
    return "within noise: without repeats of both runs, one item more or less tells nothing"
