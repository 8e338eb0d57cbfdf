"""One scored fixture for a person."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fixturetool.evaluation.scores import FacetScore, FixtureScore, RankedFacets, Ranking
from fixturetool.reporting.bars import bar, percent, sparkline
from fixturetool.reporting.terminal import visible

UNWINNABLE = "no anchor in the corpus (unwinnable)"
_KIND = {True: "official", False: "unofficial", None: "not in corpus"}


def fixture_blocks(number: int, fixture: FixtureScore) -> Iterator[RenderableType]:
    """Show a fixture: coverage, sources, facets, redundant anchors, curve.

    Args:
        number: 1-based, in file order.
        fixture: The scored fixture.
    """
    question = fixture.question
    kind = ", ".join(visible(part) for part in (question.language, question.subtype) if part)
    heading = Table.grid(padding=(0, 1, 0, 0))
    heading.add_column(style="dim")
    heading.add_column(overflow="fold")
    heading.add_row(
        f"{number}.", Text.assemble((visible(question.query), "bold"), (f"  {kind}", "dim"))
    )
    yield heading
    for block in _sections(fixture):
        yield Padding(block, (0, 0, 0, 3), expand=False)
    yield Text()


def rate_style(rate: float | None) -> str:
    """Return the colour of a coverage rate."""
    if not rate:
        return "red"
    return "green" if rate == 1 else "yellow"


def count(value: float) -> str:
    """Write a mean count: ``2`` or ``1.67``."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _sections(fixture: FixtureScore) -> Iterator[RenderableType]:
    yield _labelled("coverage", _coverage(fixture))
    for ranking in fixture.errors:
        text = f"repeat {ranking.repeat} failed: {visible(ranking.error or '')}"
        yield _labelled("error", Text(text, "red"))
    for sources, repeats in _same_rankings(fixture.rankings):
        yield _sources(sources, repeats if len(fixture.rankings) > 1 else ())
    yield _facets(fixture.facets)
    if fixture.scored:
        yield _redundant(fixture)
        yield _labelled("curve", _curve(fixture))


def _labelled(label: str, text: Text) -> RenderableType:
    row = Table.grid(padding=(0, 2, 0, 0))
    row.add_column(style="dim", no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(label, text)
    return row


def _table() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)


def _coverage(fixture: FixtureScore) -> Text:
    rate, mean = fixture.coverage_rate, fixture.mean_coverage
    if rate is None or mean is None:
        return Text("not scored: every retrieval failed", "red")
    covered = ", ".join(map(str, fixture.coverage))
    mean_text = f", mean {count(mean)}" if len(fixture.coverage) > 1 else ""
    return Text.assemble(
        (f"{percent(rate)}  {bar(rate, 20)}", rate_style(rate)),
        f"  {covered} of {len(fixture.facets)} facets{mean_text}",
    )


def _same_rankings(
    rankings: Iterable[Ranking],
) -> Sequence[tuple[tuple[RankedFacets, ...], tuple[int, ...]]]:
    """Put the repeats that ranked the same sources together, each group once."""
    groups: dict[tuple[RankedFacets, ...], list[int]] = {}
    for ranking in rankings:
        if ranking.error is None:
            groups.setdefault(ranking.sources, []).append(ranking.repeat)
    return [(sources, tuple(repeats)) for sources, repeats in groups.items()]


def _sources(sources: Sequence[RankedFacets], repeats: Sequence[int]) -> RenderableType:
    which = f" (repeat{'s' if len(repeats) > 1 else ''} {', '.join(map(str, repeats))})"
    heading = f"sources{which if repeats else ''}"
    if not sources:
        return _labelled(heading, Text("none: the ranking is empty", "yellow"))
    table = _table()
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column(heading, overflow="fold")
    table.add_column("", no_wrap=True)
    table.add_column("facets", overflow="fold")
    for source in sources:
        table.add_row(
            Text(str(source.rank), "dim"),
            Text(visible(source.path), "" if source.facets else "dim"),
            Text(_KIND[source.official], "dim" if source.official else "yellow"),
            Text(_names(source.facets), "green"),
        )
    return table


def _facets(facets: Sequence[FacetScore]) -> RenderableType:
    table = _table()
    table.add_column("facet", overflow="fold")
    table.add_column("hits", justify="right", no_wrap=True)
    table.add_column("hit rate", justify="right", no_wrap=True)
    table.add_column("median first rank", overflow="fold")
    for facet in facets:
        hits = f"{facet.hits} of {len(facet.ranks)}" if facet.ranks else "-"
        rate = Text(percent(facet.hit_rate), rate_style(facet.hit_rate))
        table.add_row(Text(visible(facet.name)), hits, rate, _standing(facet))
    return table


def _standing(facet: FacetScore) -> Text:
    reason = "" if facet.winnable else UNWINNABLE
    if facet.hits:
        return Text(f"{facet.median_rank}")
    if not facet.ranks:
        return Text("; ".join(("not scored", reason)) if reason else "not scored", "yellow")
    return Text.assemble(("MISSING", "bold red"), (f"  {reason}" if reason else "", "magenta"))


def _redundant(fixture: FixtureScore) -> RenderableType:
    """List the anchors that more than one source of a run matches, below the whole."""
    table = _table()
    table.add_column("mean sources a run that match", justify="right", no_wrap=True)
    table.add_column("redundant anchor", overflow="fold")
    table.add_row(count(fixture.matching_sources or 0), Text("any anchor", "dim"))
    for anchor in fixture.anchors:
        if anchor.mean_sources is not None and anchor.mean_sources > 1:
            facets = (f"  ({_names(anchor.covers)})", "dim")
            table.add_row(
                count(anchor.mean_sources), Text.assemble(visible(anchor.passage), facets)
            )
    return table


def _curve(fixture: FixtureScore) -> Text:
    return Text.assemble(
        (sparkline(fixture.curve), rate_style(fixture.coverage_rate)), f"  {steps(fixture.curve)}"
    )


def steps(curve: Sequence[float]) -> str:
    """Name the cutoffs at which a coverage curve rises: ``33.3 % at 1, 66.7 % at 4``."""
    before = [-1.0, *curve]
    risen = [
        f"{percent(rate)} at {cutoff}"
        for cutoff, (rate, last) in enumerate(zip(curve, before, strict=False), start=1)
        if rate > last
    ]
    return ", ".join(risen)


def _names(facets: Sequence[str]) -> str:
    return ", ".join(visible(name) for name in facets)
