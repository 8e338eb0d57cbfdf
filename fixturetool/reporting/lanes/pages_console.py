"""A run of the page lane for a person."""

from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import fmean
from typing import TextIO

from rich.text import Text

from fixturetool.evaluation.lanes.page_comparison import FIGURES, FIRST_GROUPS, OVERALL
from fixturetool.evaluation.lanes.page_report import PageItem, PageReport, page_report_of
from fixturetool.evaluation.lanes.pages import PAGE_METRICS, PROSE, covers, span_pages
from fixturetool.evaluation.run import FixtureRun, Run, RunHit
from fixturetool.reporting.bars import bar, percent
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.coverage.fixture import count, rate_style
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.headings import heading
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import ranges

_SHORT = dict(zip(PAGE_METRICS, ("page@3", "page@5", "precise@3", "figure@3"), strict=True))
_TOP = 5


def write_page_report(run: Run, file: TextIO, *, brief: bool = False) -> None:
    """Write every item with its first chunks, and the groups with the control first.

    Args:
        run: The run.
        file: A terminal, or anything else, which gets full plain lines.
        brief: Whether to leave out what is told of each item alone.
    """
    report = page_report_of(run)
    items = chain.from_iterable(
        _item(number, item, fixture)
        for number, (item, fixture) in enumerate(
            zip(report.items, run.fixtures, strict=True), start=1
        )
    )
    write_blocks(chain([] if brief else items, _summary(run, report)), file)


def _summary(run: Run, report: PageReport) -> Iterator[Text | Grid]:
    yield heading("by group, the control first", f"run {run.id}")
    yield Grid(
        (
            Column("group"),
            Column("items", right=True),
            *(column for metric in PAGE_METRICS for column in _columns(metric)),
        ),
        [_group(name, items) for name, items in _groups(report)],
    )
    yield Text()
    noted = [("note", Text(note, "yellow")) for note in notes(run)]
    facts = chain(_facts(report), noted)
    rows = [(Text(label, "dim"), text) for label, text in facts]
    yield Grid((Column(), Column(fold=True)), rows)


def _columns(metric: str) -> tuple[Column, Column]:
    return Column(_SHORT[metric], right=True), Column(spare=1)


def _groups(report: PageReport) -> Iterator[tuple[str, Sequence[PageItem]]]:
    names = {item.group for item in report.items}
    known = [name for name in FIRST_GROUPS if name in names]
    for name in [*known, *sorted(names - set(known))]:
        yield name, report.group(name)
    if 0 < len(report.figure_items) < len(report.items):
        yield FIGURES, report.figure_items
    yield OVERALL, report.items


def _group(name: str, items: Sequence[PageItem]) -> tuple[Text, ...]:
    cells = [Text(visible(name), "bold" if name == OVERALL else ""), Text(str(len(items)))]
    for metric in PAGE_METRICS:
        if name == PROSE and metric == PAGE_METRICS[-1]:
            cells += [Text("-", "dim"), Text("no figures", "dim")]
        else:
            cells += _rate(items, metric)
    return tuple(cells)


def _rate(items: Sequence[PageItem], metric: str) -> tuple[Text, Text]:
    rate = fmean(item.rate(metric) for item in items) if items else None
    hits = count((rate or 0) * len(items))
    return (
        Text(f"{hits} of {len(items)}"),
        Text(f"{bar(rate or 0, 6)} {percent(rate)}", rate_style(rate)),
    )


def _facts(report: PageReport) -> Iterator[tuple[str, Text]]:
    yield "corpus", Text(visible(f"{report.corpus_id} at {report.base_url}"))
    yield "asked", Text(visible(f"top_k {report.top_k}, cache mode {report.cache_mode}"))
    if report.repeats > 1:
        hits = [
            sum(item.scores[at].of(PAGE_METRICS[0]) for item in report.items)
            for at in range(report.repeats)
        ]
        yield "repeats", Text(f"{_SHORT[PAGE_METRICS[0]]}: {', '.join(map(str, hits))} items")
    yield (
        "read",
        Text(
            "page@3 is the headline, precise@3 its honest version (chunks of 3 pages at most), "
            "figure@3 the proof that described figures carry it",
            "dim",
        ),
    )


def _item(number: int, item: PageItem, fixture: FixtureRun) -> Iterator[Text | Grid]:
    title = Text.assemble(
        (visible(item.question), "bold"),
        (f"  {visible(item.figure_ref)}, {_pages(item.expected_pages)}, {item.group}", "dim"),
    )
    yield Grid((Column(), Column(fold=True)), [(Text(f"{number}.", "dim"), title)], indent=0)
    yield Grid(
        tuple(Column() for _ in PAGE_METRICS), [tuple(_mark(item, name) for name in PAGE_METRICS)]
    )
    answered = [attempt for attempt in fixture.attempts if attempt.error is None]
    if answered and answered[0].hits:
        yield _top(answered[0].hits[:_TOP], item)
    else:
        yield Text("   no chunk came back", "yellow")
    yield Text()


def _mark(item: PageItem, metric: str) -> Text:
    rate = item.rate(metric)
    shown = {1.0: "✓", 0.0: "·"}.get(rate, percent(rate))
    return Text(f"{shown} {_SHORT[metric]}", rate_style(rate) if rate else "dim")


def _top(hits: Sequence[RunHit], item: PageItem) -> Grid:
    return Grid(
        (
            Column("rank", right=True),
            Column("pages"),
            Column("span", right=True),
            Column("kind"),
            Column(),
            Column("chunk", fold=True),
        ),
        [_row(rank, hit, item) for rank, hit in enumerate(hits, start=1)],
    )


def _row(rank: int, hit: RunHit, item: PageItem) -> tuple[Text, ...]:
    on_page = covers(hit, item.expected_pages)
    span = span_pages(hit)
    neighbour = f"neighbour of {visible(hit.neighbor_of)}" if hit.neighbor_of else ""
    return (
        Text(str(rank), "dim"),
        Text("(no page)" if hit.pages is None else f"{hit.pages[0]}-{hit.pages[1]}"),
        Text("-" if span is None else str(span)),
        Text(visible(hit.kind) or "text", "magenta" if hit.kind else "dim"),
        Text("on page" if on_page else "", "green"),
        Text.assemble(visible(hit.chunk_id or hit.path), (f"  {neighbour}", "yellow")),
    )


def _pages(pages: Sequence[int]) -> str:
    wanted = sorted(set(pages))
    return f"{'page' if len(wanted) == 1 else 'pages'} {ranges(wanted)}"
