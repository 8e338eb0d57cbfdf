"""The totals of a run of any lane, in one shape."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fixturetool.evaluation.coverage import percentile, score
from fixturetool.evaluation.measured import Measured, measured
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import Summary
from fixturetool.reporting.bars import percent
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.wording import counted

COVERAGE = "coverage rate"


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run comes to.

    Attributes:
        measures: Measure to its value in [0, 1], None where nothing was scored; headline first.
        groups: Category or group to the same for its questions alone, in file order.
        sizes: Category or group to how many questions it has.
        questions: All questions.
        uninformative: Of them, those that can't tell one system from another, in no mean; 0 in the
            facet lane, whose rates count every facet.
        scored: Of the others, those with an answer to at least one repeat.
        errors: Retrievals that failed, each repeat counted.
        latencies: Milliseconds of the retrievals that were answered, ascending.
    """

    measures: Mapping[str, float | None]
    groups: Mapping[str, Mapping[str, float | None]]
    sizes: Mapping[str, int]
    questions: int
    uninformative: int
    scored: int
    errors: int
    latencies: tuple[float, ...]

    @property
    def informative(self) -> int:
        """How many questions could be scored."""
        return self.questions - self.uninformative

    @property
    def headline(self) -> tuple[str, float | None]:
        """The measure that a run is known by, and its value."""
        return next(iter(self.measures.items()))

    def latency(self, percent: int) -> float | None:
        """Return a percentile of the latencies by nearest rank, None without any."""
        return percentile(self.latencies, percent)


def totals(run: Run) -> Totals:
    """Count up a graded run.

    In the facet lane the measures are the coverage rate over facets, as ``--fail-under`` reads it,
    then its mean and median over queries; in the others, means over the informative questions.
    """
    rows = measured(run)
    facets = run.settings.lane == "facets"
    measures, groups = _facet_lane(run) if facets else _other_lane(rows)
    attempts = [attempt for fixture in run.fixtures for attempt in fixture.attempts]
    members = _by_group(rows)
    return Totals(
        measures=measures,
        groups=groups,
        sizes={group: len(inside) for group, inside in members.items()},
        questions=len(run.fixtures),
        uninformative=0 if facets else sum(not row.informative for row in rows),
        scored=sum(any(row.values.values()) for row in rows if facets or row.informative),
        errors=sum(attempt.error is not None for attempt in attempts),
        latencies=tuple(sorted(one.latency_ms for one in attempts if one.error is None)),
    )


def in_short(report: Report) -> str:
    """Say in a line what a run comes to, beside its baseline where it has one."""
    total = totals(report.run)
    name, value = total.headline
    queries = counted(total.informative, "query", "queries")
    errors = counted(total.errors, "error")
    text = f"{name} {percent(value)}, scored {total.scored} of {queries}, {errors}"
    if report.baseline is None:
        return text
    before = totals(report.baseline).measures.get(name)
    if value is None or before is None:
        return f"{text}; the baseline can't be compared"
    return f"{text}; baseline {percent(before)}, {points(value - before)}"


def points(difference: float) -> str:
    """Write a difference of rates: ``+4.1 points``, ``±0.0 points``."""
    rounded = round(difference * 100, 1)
    return f"{rounded:+.1f} points" if rounded else "±0.0 points"


def _facet_lane(
    run: Run,
) -> tuple[Mapping[str, float | None], Mapping[str, Mapping[str, float | None]]]:
    coverage = score(run)
    groups = {name: _coverage(summary) for name, summary in coverage.categories.items()}
    return _coverage(coverage.summary), groups


def _coverage(summary: Summary) -> Mapping[str, float | None]:
    return {
        COVERAGE: summary.coverage_rate,
        "mean by query": summary.mean_query_coverage_rate,
        "median by query": summary.median_query_coverage_rate,
    }


def _other_lane(
    rows: Sequence[Measured],
) -> tuple[Mapping[str, float | None], Mapping[str, Mapping[str, float | None]]]:
    groups = {group: _means(members) for group, members in _by_group(rows).items()}
    return _means(rows), groups


def _by_group(rows: Iterable[Measured]) -> Mapping[str, list[Measured]]:
    groups: dict[str, list[Measured]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return groups


def _means(rows: Sequence[Measured]) -> Mapping[str, float | None]:
    names = list(rows[0].values) if rows else []
    return {name: _mean(name, rows) for name in names}


def _mean(name: str, rows: Iterable[Measured]) -> float | None:
    means = [fmean(row.values[name]) for row in rows if row.informative and row.values[name]]
    return fmean(means) if means else None
