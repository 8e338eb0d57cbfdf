"""A run of any lane as test cases: each passed, flaky, failed, in error or skipped."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import FixtureRun, Question
from fixturetool.evaluation.scores import FacetScore
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.verdicts import Fate, by_facet, fate


class Outcome(StrEnum):
    """How a case ended."""

    PASSED = "passed"
    FLAKY = "flaky"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Case:
    """A facet, or in the other lanes a question.

    Attributes:
        question: The fixture as asked.
        name: The facet, or the lane's headline measure.
        outcome: How it ended.
        message: Why, for people; ``""`` for one that passed.
        values: The facet's hits (1 or 0), or the measure, for each scored repeat.
        rank: The facet's median rank where it was covered, else None.
        errors: ``repeat N: why`` of each retrieval that failed.
        seconds: The mean latency of the retrievals.
        anchors: Of a facet, what attests it.
    """

    question: Question
    name: str
    outcome: Outcome
    message: str
    values: tuple[float, ...]
    rank: int | None
    errors: tuple[str, ...]
    seconds: float
    anchors: tuple[str, ...] = ()

    @property
    def mean(self) -> float | None:
        """The mean of its values; None if no repeat was scored."""
        return fmean(self.values) if self.values else None


def cases(report: Report) -> Iterator[Case]:
    """Yield the cases of a run in file order: facets, or in the other lanes questions."""
    if report.run.settings.lane == "facets":
        yield from _facet_cases(report)
    else:
        from fixturetool.evaluation.measured import measured

        for fixture, one in zip(report.run.fixtures, measured(report.run), strict=True):
            yield _question_case(fixture, one)


def _facet_cases(report: Report) -> Iterator[Case]:
    evidence = by_facet(report.evidence)
    for fixture, scored in zip(report.run.fixtures, score(report.run).fixtures, strict=True):
        for facet in scored.facets:
            entries = evidence.get((fixture.question.key, facet.name), ())
            yield _facet_case(fixture, facet, fate(facet, fixture, entries))


def _facet_case(fixture: FixtureRun, facet: FacetScore, end: Fate) -> Case:
    return Case(
        question=fixture.question,
        name=facet.name,
        outcome=_OUTCOMES.get(end, Outcome.FAILED),
        message="" if end is Fate.COVERED else f"{end}: {end.note}",
        values=tuple(float(rank is not None) for rank in facet.ranks),
        rank=facet.median_rank,
        errors=failures(fixture),
        seconds=seconds(fixture),
        anchors=tuple(one.passage for one in fixture.anchors if facet.name in one.covers),
    )


_OUTCOMES = {
    Fate.COVERED: Outcome.PASSED,
    Fate.RESCUED: Outcome.PASSED,
    Fate.SOMETIMES: Outcome.FLAKY,
    Fate.UNWINNABLE: Outcome.SKIPPED,
    Fate.UNJUDGED: Outcome.ERROR,
    Fate.NOT_SCORED: Outcome.ERROR,
}


def _question_case(fixture: FixtureRun, one: Measured) -> Case:
    name, values = next(iter(one.values.items()))
    outcome = _question_outcome(one, values)
    return Case(
        question=fixture.question,
        name=name,
        outcome=outcome,
        message=_MESSAGES.get(outcome, ""),
        values=values,
        rank=None,
        errors=failures(fixture),
        seconds=seconds(fixture),
    )


_MESSAGES = {
    Outcome.SKIPPED: "uninformative: it can't tell one system from another",
    Outcome.ERROR: "not scored: every retrieval failed",
    Outcome.FAILED: "missed: no repeat found it",
    Outcome.FLAKY: "found sometimes: some repeats found it, others did not",
}


def _question_outcome(one: Measured, values: tuple[float, ...]) -> Outcome:
    if not one.informative:
        return Outcome.SKIPPED
    if not values:
        return Outcome.ERROR
    if not any(values):
        return Outcome.FAILED
    return Outcome.PASSED if all(values) else Outcome.FLAKY


def unwinnable(report: Report) -> tuple[Case, ...]:
    """Return the facets that were missed as no source of the corpus holds an anchor of theirs."""
    if report.run.settings.lane != "facets":
        return ()
    return tuple(one for one in cases(report) if one.outcome is Outcome.SKIPPED)


def failures(fixture: FixtureRun) -> tuple[str, ...]:
    """Return ``repeat N: why`` of each retrieval of a fixture that failed."""
    return tuple(f"repeat {one.repeat}: {one.error}" for one in fixture.attempts if one.error)


def seconds(fixture: FixtureRun) -> float:
    """Return the mean latency of a fixture's retrievals in seconds, 0 without any."""
    latencies = [attempt.latency_ms for attempt in fixture.attempts]
    return fmean(latencies) / 1000 if latencies else 0.0
