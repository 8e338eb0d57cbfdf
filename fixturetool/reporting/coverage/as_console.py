"""A scored run for a person."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TextIO

from rich.text import Text

from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import Coverage, FixtureScore, Summary
from fixturetool.reporting.bars import bar, histogram, percent
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.coverage.fixture import count, fixture_blocks, rate_style
from fixturetool.reporting.failing import first_error
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.headings import heading
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

# Fewer latencies than this are no distribution.
_ENOUGH = 20


def write_report(run: Run, coverage: Coverage, file: TextIO, *, brief: bool = False) -> None:
    """Write every fixture by category, the fixtures by coverage rate, and the totals.

    Args:
        run: The run.
        coverage: Its scores.
        file: A terminal, which gets colour and its own width, or anything else, which gets
            full plain lines.
        brief: Whether to leave out what is told of each fixture alone.
    """
    blocks = _summary(run, coverage)
    write_blocks(blocks if brief else chain(_fixtures(coverage), blocks), file)


def _fixtures(coverage: Coverage) -> Iterator[Text | Grid]:
    number = 0
    for category, fixtures in groupby(coverage.fixtures, key=lambda one: one.question.category):
        yield heading(category, _in_short(coverage.categories[category]))
        for fixture in fixtures:
            number += 1
            yield from fixture_blocks(number, fixture)


def _summary(run: Run, coverage: Coverage) -> Iterator[Text | Grid]:
    yield heading("by coverage rate, lowest first")
    yield _ascending(coverage.fixtures)
    yield Text()
    if len(coverage.categories) > 1:
        yield heading("by category")
        yield _categories(coverage.categories)
        yield Text()
    yield heading("totals", f"run {run.id}")
    yield from _totals(run, coverage)


def _in_short(summary: Summary) -> str:
    queries = counted(summary.queries, "query", "queries")
    errors = f", {counted(summary.errors, 'error', 'errors')}" if summary.errors else ""
    return (
        f"{queries}, {percent(summary.coverage_rate)}: {count(summary.covered)} of "
        f"{counted(summary.facets, 'facet')}{errors}"
    )


def _ascending(fixtures: Sequence[FixtureScore]) -> Grid:
    """List the fixtures by coverage rate; those without one come last."""
    return Grid(
        (
            Column("coverage", right=True),
            Column(),
            Column("facets"),
            Column("category", fold=True),
            Column("query", fold=True),
            Column(fold=True),
        ),
        [_standing(fixture) for fixture in sorted(fixtures, key=_worst_first)],
    )


def _standing(fixture: FixtureScore) -> tuple[Text, ...]:
    rate = fixture.coverage_rate
    return (
        Text(percent(rate), rate_style(rate)),
        Text(bar(rate or 0, 10), rate_style(rate)),
        Text(f"{_or_dash(fixture.mean_coverage)} of {len(fixture.facets)}"),
        Text(visible(fixture.question.category), "dim"),
        Text(visible(fixture.question.query)),
        Text(_remarks(fixture), "yellow"),
    )


def _categories(categories: Mapping[str, Summary]) -> Grid:
    """List the categories in the order in which they were asked."""
    return Grid(
        (Column("coverage", right=True), Column(), Column("facets"), Column("category", fold=True)),
        [_category(name, summary) for name, summary in categories.items()],
    )


def _category(name: str, summary: Summary) -> tuple[Text, ...]:
    rate = summary.coverage_rate
    return (
        Text(percent(rate), rate_style(rate)),
        Text(bar(rate or 0, 10), rate_style(rate)),
        Text(f"{count(summary.covered)} of {summary.facets}"),
        Text(visible(name)),
    )


def _worst_first(fixture: FixtureScore) -> tuple[bool, float]:
    rate = fixture.coverage_rate
    return rate is None, rate or 0.0


def _or_dash(value: float | None) -> str:
    return "-" if value is None else count(value)


def _remarks(fixture: FixtureScore) -> str:
    numbers = (
        (len(fixture.errors), "error", "errors"),
        (sum(ranking.empty for ranking in fixture.rankings), "empty", "empty"),
        (sum(not facet.winnable for facet in fixture.facets), "unwinnable", "unwinnable"),
    )
    return ", ".join(counted(value, *nouns) for value, *nouns in numbers if value)


def _latencies(coverage: Coverage) -> Sequence[float]:
    rankings = (ranking for fixture in coverage.fixtures for ranking in fixture.rankings)
    return sorted(ranking.latency_ms for ranking in rankings if ranking.error is None)


def _totals(run: Run, coverage: Coverage) -> Iterator[Text | Grid]:
    if coverage.summary.curve:
        yield _curve(coverage.summary.curve)
        yield Text()
    rows = [(Text(label, "dim"), text) for label, text in _total_rows(run, coverage)]
    yield Grid((Column(), Column(fold=True)), rows)


def _curve(curve: Sequence[float]) -> Grid:
    """Draw the cutoffs at which the coverage rate rises, and the first and the last."""
    return Grid(
        (Column(), Column(right=True), Column()),
        [
            (Text(f"coverage@{cutoff}", "dim"), Text(percent(rate)), Text(bar(rate, 30), "cyan"))
            for cutoff, rate in enumerate(curve, start=1)
            if cutoff in {1, len(curve)} or rate > curve[cutoff - 2]
        ],
    )


def _total_rows(run: Run, coverage: Coverage) -> Iterator[tuple[str, Text]]:
    summary = coverage.summary
    yield "coverage rate", _rate(summary)
    yield from (("note", Text(note, "bold yellow")) for note in notes(run))
    mean, median = summary.mean_query_coverage_rate, summary.median_query_coverage_rate
    yield "by query", Text(f"mean {percent(mean)}, median {percent(median)}")
    yield "queries", _scored(summary)
    yield from first_error(run)
    yield from _shortcomings(run, coverage)
    if summary.latency_p50_ms is not None:
        yield "latency", _latency(coverage)


def _rate(summary: Summary) -> Text:
    rate = summary.coverage_rate
    covered = f"  {count(summary.covered)} of {counted(summary.facets, 'facet')} covered"
    return Text.assemble((percent(rate), f"bold {rate_style(rate)}"), covered)


def _scored(summary: Summary) -> Text:
    errors = counted(summary.errors, "error", "errors")
    style = "bold red" if summary.errors else ""
    return Text(f"scored {summary.scored} of {summary.queries}, {errors}", style)


def _shortcomings(run: Run, coverage: Coverage) -> Iterator[tuple[str, Text]]:
    """Yield what was missed, and what the fixtures, the corpus or the retriever lack."""
    summary = coverage.summary
    if lacking := [len(fixture.missed) for fixture in coverage.fixtures if fixture.missed]:
        missed = f"{counted(sum(lacking), 'facet')} of {counted(len(lacking), 'query', 'queries')}"
        step = f"fixturetool misses {run.id} tells true misses from false ones"
        yield "missing", Text(f"{missed}; {step}")
    if summary.unwinnable:
        facets = counted(summary.unwinnable, "facet has", "facets have")
        yield "unwinnable", Text(f"{facets} no anchor in the corpus", "magenta")
    if unreadable := sum(run.unreadable.values()):
        files = counted(unreadable, "corpus file was", "corpus files were")
        yield "unreadable", Text(f"{files} left out, so facets may look unwinnable", "bold red")
    if summary.empty:
        yield "empty", Text(counted(summary.empty, "empty ranking", "empty rankings"), "yellow")


def _latency(coverage: Coverage) -> Text:
    p50, p95 = coverage.summary.latency_p50_ms, coverage.summary.latency_p95_ms
    latencies = _latencies(coverage)
    spread = histogram(latencies, 12) if len(latencies) >= _ENOUGH else ""
    return Text.assemble(f"p50 {p50:.1f} ms, p95 {p95:.1f} ms", (f"  {spread}".rstrip(), "cyan"))
