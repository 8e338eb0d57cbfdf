"""A run of the path lane for a person."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TextIO

from rich.text import Text

from fixturetool.evaluation.lanes.path_scores import (
    PathRanking,
    PathScore,
    PathScores,
    PathTotals,
    score_paths,
)
from fixturetool.evaluation.lanes.paths import Label, RankedChunk, Target
from fixturetool.evaluation.run import Run, RunHit
from fixturetool.reporting.bars import bar
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.coverage.fixture import rate_style
from fixturetool.reporting.failing import first_error
from fixturetool.reporting.grid import Column, Grid, labelled
from fixturetool.reporting.headings import heading
from fixturetool.reporting.notes import notes
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

LABELS = {
    Label.LOCATION: ("location match", "green"),
    Label.FILE: ("file match", "green"),
    Label.OUTSIDE_LOCATION: ("right file, wrong span", "yellow"),
    Label.NO_PAGE_PROVENANCE: ("right file, no page data", "yellow"),
    Label.NONE: ("", "dim"),
}
_TITLES = {"RR": "MRR", "AP@5": "MAP@5"}


def write_path_report(run: Run, file: TextIO, *, brief: bool = False) -> None:
    """Write every entry with its first chunks, the entries by reciprocal rank, and the totals.

    Args:
        run: The run.
        file: A terminal, or anything else, which gets full plain lines.
        brief: Whether to leave out what is told of each entry alone.
    """
    scores = score_paths(run)
    entries = chain.from_iterable(
        _entry(number, entry, run.settings.final_k)
        for number, entry in enumerate(scores.entries, start=1)
    )
    write_blocks(chain([] if brief else entries, _summary(run, scores)), file)


def _summary(run: Run, scores: PathScores) -> Iterator[Text | Grid]:
    yield heading("by reciprocal rank, lowest first")
    yield _ascending(scores.entries)
    yield Text()
    if scores.tags:
        yield heading("by tag")
        yield _tags(scores)
        yield Text()
    yield heading("totals", f"run {run.id}")
    yield _means(scores.totals)
    yield Text()
    rows = [(Text(label, "dim"), text) for label, text in _facts(run, scores)]
    yield Grid((Column(), Column(fold=True)), rows)


def _ascending(entries: Sequence[PathScore]) -> Grid:
    """List the entries by reciprocal rank; those in no mean come last."""
    ordered = sorted(entries, key=lambda one: (not one.informative, not one.scored, _rank(one)))
    return Grid(
        (
            Column("RR", right=True),
            Column(),
            Column("first chunk"),
            Column("question", fold=True),
            Column(fold=True),
        ),
        [_standing(entry) for entry in ordered],
    )


def _rank(entry: PathScore) -> float:
    return entry.mean("RR") or 0.0


def _standing(entry: PathScore) -> tuple[Text, ...]:
    value = entry.mean("RR")
    style = rate_style(value) if entry.informative else "dim"
    first = next((one for one in entry.rankings if one.error is None), None)
    label, label_style = LABELS[first.chunks[0].label] if first and first.chunks else ("-", "dim")
    return (
        Text("-" if value is None else f"{value:.3f}", style),
        Text(bar(value or 0, 10), style),
        Text(label or "another file", label_style),
        Text(visible(entry.question.query), "" if entry.informative else "dim"),
        Text(", ".join(_remarks(entry)), "yellow"),
    )


def _remarks(entry: PathScore) -> Iterator[str]:
    if not entry.informative:
        yield "uninformative"
    if entry.whole_spans:
        yield "whole document"
    if entry.expected.absent:
        yield "not indexed"
    if errors := sum(ranking.error is not None for ranking in entry.rankings):
        yield counted(errors, "error")
    if any(ranking.error is None and not ranking.chunks for ranking in entry.rankings):
        yield "empty"


def _tags(scores: PathScores) -> Grid:
    return Grid(
        (Column("tag"), Column("entries", right=True), *(Column(right=True) for _ in range(3))),
        [_tag(tag, totals) for tag, totals in scores.tags.items()],
    )


def _tag(tag: str, totals: PathTotals) -> tuple[Text, ...]:
    success = next(iter(totals.means))
    shown = (success, "RR", "nDCG@10")
    cells = (Text(f"{_TITLES.get(name, name)} {_number(totals.means[name])}") for name in shown)
    return Text(visible(tag)), Text(str(totals.scored)), *cells


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _means(totals: PathTotals) -> Grid:
    return Grid(
        (Column(), Column(right=True), Column()),
        [
            (
                Text(_TITLES.get(name, name), "dim"),
                Text(_number(value), "bold" if at == 0 else ""),
                Text(bar(value or 0, 30), "cyan"),
            )
            for at, (name, value) in enumerate(totals.means.items())
        ],
    )


def _facts(run: Run, scores: PathScores) -> Iterator[tuple[str, Text]]:
    totals, settings = scores.totals, run.settings
    yield "entries", _scored(totals)
    yield from first_error(run)
    yield from (("note", Text(note, "bold yellow")) for note in notes(run))
    if settings.limit is not None:
        first = "entry" if settings.limit == 1 else f"{settings.limit} entries"
        yield "sample", Text(f"the first {first} of the dataset", "yellow")
    yield from _faults(scores)
    yield "documents", _documents(settings.documents)
    yield "depth", Text(f"{settings.k} chunks; a success is one among the first {settings.final_k}")
    p50, p95 = totals.latency_p50_ms, totals.latency_p95_ms
    yield "latency", Text(f"p50 {p50:.1f} ms, p95 {p95:.1f} ms")


def _scored(totals: PathTotals) -> Text:
    informative = totals.total - totals.uninformative
    text = f"scored {totals.scored} of {informative}, {counted(totals.errors, 'error')}"
    return Text(text, "bold red" if totals.errors else "")


def _faults(scores: PathScores) -> Iterator[tuple[str, Text]]:
    """Yield what is wrong with entries of the dataset."""
    if uninformative := scores.totals.uninformative:
        entries = counted(uninformative, "entry", "entries")
        reasons = dict.fromkeys(one.expected.uninformative for one in scores.entries)
        why = "; ".join(filter(None, reasons))
        text = f"{entries} that nothing can fail, in no mean: {visible(why)}"
        yield "uninformative", Text(text, "yellow")
    if whole := sum(bool(entry.whole_spans) for entry in scores.entries):
        text = f"{counted(whole, 'entry', 'entries')} with a location that is a whole document"
        yield "too wide", Text(text, "yellow")
    if absent := [path for entry in scores.entries for path in entry.expected.absent]:
        text = f"{counted(len(absent), 'expected path')} not indexed, such as {visible(absent[0])}"
        yield "unwinnable", Text(text, "bold red")


def _documents(count: int | None) -> Text:
    if count is None:
        return Text("not known: entries that expect all of them can't be told", "yellow")
    return Text(f"{count} indexed")


def _entry(number: int, entry: PathScore, final_k: int) -> Iterator[Text | Grid]:
    tags = ", ".join(map(visible, entry.question.tags))
    title = Text.assemble((visible(entry.question.query), "bold"), (f"  {tags}", "dim"))
    yield Grid((Column(), Column(fold=True)), [(Text(f"{number}.", "dim"), title)], indent=0)
    if not entry.informative:
        yield labelled("uninformative", Text(entry.expected.uninformative, "yellow"))
    for ranking in entry.rankings:
        if ranking.error is not None:
            text = f"repeat {ranking.repeat} failed: {visible(ranking.error)}"
            yield labelled("error", Text(text, "red"))
    answered = [ranking for ranking in entry.rankings if ranking.error is None]
    if answered:
        if entry.targets:
            yield _targets(entry, answered)
        yield _chunks(answered[0], final_k)
    yield Text()


def _targets(entry: PathScore, answered: Sequence[PathRanking]) -> Grid:
    return Grid(
        (Column("expected", fold=True), Column(), Column("first rank", right=True), Column()),
        [
            (
                Text(visible(target.path)),
                Text(_span(target), "dim"),
                _ranks([ranking.first_rank(position) for ranking in answered]),
                Text("whole document" if target.span and target.span.whole else "", "yellow"),
            )
            for position, target in enumerate(entry.targets)
        ],
    )


def _span(target: Target) -> str:
    span = target.span
    return "" if span is None else _range(span.unit, (span.start, span.end))


def _range(unit: str, pair: tuple[int, int]) -> str:
    return f"{unit} {pair[0]}" if pair[0] == pair[1] else f"{unit}s {pair[0]}-{pair[1]}"


def _ranks(ranks: Sequence[int | None]) -> Text:
    """Show the ranks of the repeats, one number where they agree."""
    shown = list(dict.fromkeys("MISSING" if rank is None else str(rank) for rank in ranks))
    return Text(", ".join(shown), "bold red" if shown == ["MISSING"] else "green")


def _chunks(ranking: PathRanking, final_k: int) -> Grid:
    """List the chunks that count for success, and the first hit where it comes later."""
    head = list(ranking.chunks[: max(1, final_k)])
    later = [chunk for chunk in ranking.chunks[len(head) :] if chunk.satisfied]
    if not any(chunk.satisfied for chunk in head):
        head += later[:1]
    if not head:
        return labelled("chunks", Text("none: the ranking is empty", "yellow"))
    return Grid(
        (Column("rank", right=True), Column("chunk", fold=True), Column(), Column()),
        [_chunk(chunk) for chunk in head],
    )


def _chunk(chunk: RankedChunk) -> tuple[Text, ...]:
    label, style = LABELS[chunk.label]
    return (
        Text(str(chunk.rank), "dim"),
        Text(visible(chunk.hit.path), "" if chunk.satisfied else "dim"),
        Text(_where(chunk.hit), "dim"),
        Text(label, style),
    )


def _where(hit: RunHit) -> str:
    if hit.pages:
        return _range("page", hit.pages)
    return _range("line", hit.lines) if hit.lines else ""
