"""How far a run's headline can be trusted to hold for other queries of the kind."""

from collections.abc import Sequence
from statistics import fmean

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.measured import measured
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import FixtureScore
from fixturetool.evaluation.stats import Interval, paired_interval


def headline_interval(run: Run) -> Interval | None:
    """Return the 95 % interval of a run's headline over queries, within [0, 1].

    The interval is that of ``stats.paired_interval``, which holds for a mean over queries. The
    coverage rate is a ratio of two means, facets covered and facets: each query counts by its
    linearised value (Cochran, "Sampling Techniques", 1977, section 6.4), whose mean is the rate.

    Returns:
        The interval; None where fewer than two queries were scored or all of them agree.
    """
    values = _linearised(run) if run.settings.lane == "facets" else _means(run)
    found = paired_interval(values) if values else None
    return found and Interval(max(0.0, found.low), min(1.0, found.high))


def _linearised(run: Run) -> list[float]:
    scored = [fixture for fixture in score(run).fixtures if fixture.scored]
    if not scored:
        return []
    sizes = [len(fixture.facets) for fixture in scored]
    covered = [_covered(fixture) for fixture in scored]
    rate, size = sum(covered) / sum(sizes), fmean(sizes)
    return [rate + (own - rate * many) / size for own, many in zip(covered, sizes, strict=True)]


def _covered(fixture: FixtureScore) -> float:
    return fixture.mean_coverage or 0.0


def _means(run: Run) -> Sequence[float]:
    rows = [row for row in measured(run) if row.informative]
    headlines = [next(iter(row.values.values())) for row in rows]
    return [fmean(values) for values in headlines if values]
