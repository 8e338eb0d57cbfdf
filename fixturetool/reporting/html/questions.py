"""The questions of a run as a page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation, Span
from fixturetool.evaluation.measured import Measured, measured
from fixturetool.evaluation.rewrites import distinct_rewrites
from fixturetool.evaluation.run import FixtureRun, Run
from fixturetool.reporting.formats.cases import failures
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.parts import Part, facet_parts, headline_parts
from fixturetool.reporting.html.results import Row, result_rows
from fixturetool.reporting.html.texts import TextStore


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question with everything that the page says of it.

    Attributes:
        number: 1-based, in file order.
        fixture: The question with what came back.
        group: What it is counted with.
        rate: The mean of its headline measure, None where it was not scored.
        before: The same in the baseline, None where it has none.
        informative: Whether it is in the means.
        measures: Every measure's mean, in the path and page lanes.
        parts: Its facets, or its headline.
        rows: What came back.
        expected: What a path or page entry expects, one text each.
        answer: What a right answer says, or ``""``.
        rewrites: What was searched for in the query's place, each once.
        latency: The mean latency in milliseconds.
        errors: ``repeat N: why`` of retrievals that failed.
    """

    number: int
    fixture: FixtureRun
    group: str
    rate: float | None
    before: float | None
    informative: bool
    measures: Mapping[str, float | None]
    parts: tuple[Part, ...]
    rows: tuple[Row, ...]
    expected: tuple[str, ...]
    answer: str
    rewrites: tuple[str, ...]
    latency: float
    errors: tuple[str, ...]

    @property
    def state(self) -> str:
        """What it is filtered by: ``error``, ``bad``, ``some``, ``void`` or ``good``."""
        if self.errors:
            return "error"
        styles = {part.style for part in self.parts}
        return next((one for one in ("bad", "some", "void") if one in styles), "good")


def questions(report: Report, store: TextStore) -> Iterator[QuestionView]:
    """Yield the questions of a run in file order; their texts go into the store."""
    run = report.run
    before = _headlines(report.baseline)
    parts = facet_parts(report) if run.settings.lane == "facets" else headline_parts(run)
    rows = zip(run.fixtures, measured(run), parts, strict=True)
    for number, (fixture, row, own) in enumerate(rows, start=1):
        results = result_rows(fixture, run, store)
        latencies = [attempt.latency_ms for attempt in fixture.attempts]
        yield QuestionView(
            number=number,
            fixture=fixture,
            group=row.group,
            rate=_headline(row),
            before=before.get(row.key),
            informative=row.informative,
            measures={name: _mean(values) for name, values in row.values.items()},
            parts=own,
            rows=results,
            expected=_expected(fixture),
            answer=fixture.expected.answer if isinstance(fixture.expected, PathExpectation) else "",
            rewrites=distinct_rewrites(fixture),
            latency=fmean(latencies) if latencies else 0.0,
            errors=failures(fixture),
        )


def _headlines(run: Run | None) -> Mapping[tuple[str, str, str], float | None]:
    return {} if run is None else {row.key: _headline(row) for row in measured(run)}


def _headline(row: Measured) -> float | None:
    return _mean(next(iter(row.values.values())))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _expected(fixture: FixtureRun) -> tuple[str, ...]:
    expected = fixture.expected
    if isinstance(expected, PathExpectation):
        spans = {span.path: span for span in expected.expected_locations}
        return tuple(path + _location(spans.get(path)) for path in expected.expected_paths)
    if isinstance(expected, PageExpectation):
        return (f"{expected.figure_ref} ({expected.kind})", f"pages {_pages(expected)}")
    return ()


def _pages(expected: PageExpectation) -> str:
    return ", ".join(map(str, expected.expected_pages))


def _location(span: Span | None) -> str:
    return "" if span is None else f", {span.unit} {span.start}–{span.end}"
