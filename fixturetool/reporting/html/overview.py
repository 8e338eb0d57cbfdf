"""What stands at the top of the page and around the questions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.stats import ROUGH_BELOW
from fixturetool.reporting.bars import percent
from fixturetool.reporting.failing import first_reason
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.changes import Changes, changes
from fixturetool.reporting.html.figures import Figure, figures
from fixturetool.reporting.html.missing import Missing, missing
from fixturetool.reporting.html.questions import QuestionView
from fixturetool.reporting.html.settings import Settings, settings
from fixturetool.reporting.intervals import headline_interval
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.totals import Totals, totals
from fixturetool.reporting.wording import as_sentence, counted, milliseconds

_TITLES = {
    "facets": "of all facets are covered by what the retriever brought back",
    "paths": "of the questions bring back an expected document",
    "pages": "of the questions bring back an expected page",
}
_STATES = (
    ("", "All"),
    ("bad", "Missed"),
    ("some", "Unsteady"),
    ("error", "Errors"),
    ("void", ""),
    ("good", "Covered"),
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number with its name; ``style`` colours one that calls for attention."""

    name: str
    value: str
    note: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A category or group: its questions, its headline, and its other measures."""

    name: str
    size: int
    rate: float | None
    measures: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page says besides the questions; rates are in [0, 1], positions in percent.

    Attributes:
        title: The title of the window.
        headline: What the large figure is.
        figure: The large figure.
        interval: Its interval in words, or ``""``.
        low: Where the interval begins.
        high: Where it ends.
        at: Where the figure lies.
        sentences: What else must be known.
        notes: What a reader of the figure must bear in mind.
        facts: Numbers beside it.
        changes: What differs from the baseline, or None.
        missing: What the run lacks, or None.
        charts: The charts.
        noun: What a question is called in this lane.
        group_noun: What a group is called.
        group_measures: What is told of each group.
        groups: The groups.
        map_title: The heading of the heat map.
        legend: Style, mark and meaning of its squares.
        states: State, name and number of questions of each filter.
        columns: Heading, kind and style of each column of the table.
        settings: What was asked for.
    """

    title: str
    headline: str
    figure: str
    interval: str
    low: float
    high: float
    at: float
    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    facts: tuple[Fact, ...]
    changes: Changes | None
    missing: Missing | None
    charts: tuple[Figure, ...]
    noun: str
    group_noun: str
    group_measures: tuple[str, ...]
    groups: tuple[Group, ...]
    map_title: str
    legend: tuple[tuple[str, str, str], ...]
    states: tuple[tuple[str, str, int], ...]
    columns: tuple[tuple[str, str, str], ...]
    settings: Settings


def overview(report: Report, asked: Sequence[QuestionView]) -> Overview:
    """Sum a report up."""
    run, total = report.run, totals(report.run)
    name, rate = total.headline
    facets = run.settings.lane == "facets"
    interval = headline_interval(run)
    low, high = (interval.low, interval.high) if interval else (0.0, 0.0)
    return Overview(
        title=f"{name} {percent(rate)}, run {run.id}",
        headline=f"{name[0].upper()}{name[1:]}" if facets else name,
        figure=percent(rate),
        interval=f"95 % interval {percent(low)} to {percent(high)}" if interval else "",
        low=low * 100,
        high=high * 100,
        at=(rate or 0) * 100,
        sentences=tuple(_sentences(run, total, interval=interval is not None)),
        notes=tuple(map(as_sentence, notes(run))),
        facts=tuple(_facts(run, total)),
        changes=changes(report, asked),
        missing=missing(run, asked),
        charts=figures(report, asked, total),
        noun="fixture" if facets else "question",
        group_noun="category" if facets else "group",
        group_measures=tuple(total.measures),
        groups=tuple(_groups(total)),
        map_title="Facets by repeat" if facets else "Questions by repeat",
        legend=tuple(_legend(asked, facets=facets)),
        states=tuple(_states(asked, "Unwinnable" if facets else "Uninformative")),
        columns=tuple(_columns("category" if facets else "group", facets=facets)),
        settings=settings(report),
    )


def _sentences(run: Run, total: Totals, *, interval: bool) -> Iterator[str]:
    rate = percent(total.headline[1])
    yield f"{rate} {_TITLES[run.settings.lane]}." if total.scored else "Nothing was scored."
    if interval and total.scored < ROUGH_BELOW:
        yield f"With {counted(total.scored, 'query', 'queries')} the interval is rough."
    if total.errors:
        failed = counted(total.errors, "retrieval")
        yield f"{failed} failed, which is no miss: the averages leave it out."
    if reason := first_reason(run):
        yield f"The first error: {visible(reason)}"
    if run.unreadable:
        files = counted(sum(run.unreadable.values()), "corpus file")
        yield f"{files} could not be read, so facets may look unwinnable."


def _facts(run: Run, total: Totals) -> Iterator[Fact]:
    if run.settings.lane == "facets":
        yield from _facet_facts(run)
    else:
        for name, value in list(total.measures.items())[1:]:
            yield Fact(name, percent(value))
    yield Fact(
        "scored",
        f"{total.scored} of {total.informative}",
        f"× {run.settings.repeat} repeats" if run.settings.repeat > 1 else "",
    )
    yield Fact("errors", str(total.errors), style="bad" if total.errors else "")
    if total.uninformative:
        yield Fact("uninformative", str(total.uninformative), "in no mean", "some")
    p50, p95 = total.latency(50), total.latency(95)
    if p50 is not None and p95 is not None:
        yield Fact("latency, median", milliseconds(p50), f"p95 {milliseconds(p95)}")


def _facet_facts(run: Run) -> Iterator[Fact]:
    summary = score(run).summary
    covered = f"{summary.covered:.2f}".rstrip("0").rstrip(".")
    yield Fact("facets covered", covered, f"of {summary.facets}")
    yield Fact("mean by query", percent(summary.mean_query_coverage_rate))
    yield Fact("median by query", percent(summary.median_query_coverage_rate))
    yield Fact("coverage@1", percent(summary.curve[0] if summary.curve else None))
    if summary.unwinnable:
        yield Fact("unwinnable", str(summary.unwinnable), "no anchor in the corpus", "some")
    if summary.empty:
        yield Fact("empty rankings", str(summary.empty), style="some")


def _groups(total: Totals) -> Iterator[Group]:
    for name, measures in total.groups.items():
        values = tuple(measures.values())
        yield Group(name, total.sizes[name], values[0], values)


def _legend(asked: Sequence[QuestionView], *, facets: bool) -> Iterator[tuple[str, str, str]]:
    seen = {cell.style for one in asked for part in one.parts for cell in part.cells}
    if facets:
        yield "r1", "1", "covered at rank 1"
        yield "r3", "3", "further down"
        yield "r5", "8", "far down"
    else:
        yield "r1", "✓", "found"
    if "miss" in seen:
        yield "miss", "–", "missed"
    if "error" in seen:
        yield "error", "!", "the retrieval failed"


def _states(asked: Sequence[QuestionView], void: str) -> Iterator[tuple[str, str, int]]:
    counts: Mapping[str, int] = {
        state: sum(not state or one.state == state for one in asked) for state, _ in _STATES
    }
    yield from ((state, name or void, counts[state]) for state, name in _STATES if counts[state])


def _columns(group: str, *, facets: bool) -> Iterator[tuple[str, str, str]]:
    yield "#", "number", "num n"
    yield "coverage" if facets else "score", "number", "num"
    yield "query", "text", "query"
    yield group, "text", ""
    yield "facets" if facets else "found", "number", ""
    yield "latency", "number", "num"
