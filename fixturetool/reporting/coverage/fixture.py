"""One scored fixture for a person."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from fixturetool.evaluation.scores import FacetScore, FixtureScore, RankedFacets, Ranking
from fixturetool.reporting.bars import bar, percent, sparkline, squares
from fixturetool.reporting.grid import Column, Grid, labelled
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted, ranges

# More do not fit beside the other columns.
_MOST_REPEATS = 12
UNWINNABLE = "no anchor in the corpus (unwinnable)"
_KIND = {True: "", False: "unofficial", None: "not in corpus"}


def fixture_blocks(number: int, fixture: FixtureScore) -> Iterator[Text | Grid]:
    """Show a fixture: coverage, sources, facets, redundant anchors, curve.

    Args:
        number: 1-based, in file order.
        fixture: The scored fixture.
    """
    question = fixture.question
    kind = ", ".join(visible(part) for part in (question.language, question.subtype) if part)
    title = Text.assemble((visible(question.query), "bold"), (f"  {kind}", "dim"))
    yield Grid((Column(), Column(fold=True)), [(Text(f"{number}.", "dim"), title)], indent=0)
    yield from _sections(fixture)
    yield Text()


def rate_style(rate: float | None) -> str:
    """Return the colour of a coverage rate."""
    if not rate:
        return "red"
    return "green" if rate == 1 else "yellow"


def count(value: float) -> str:
    """Write a mean count: ``2`` or ``1.67``."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _sections(fixture: FixtureScore) -> Iterator[Grid]:
    yield labelled("coverage", _coverage(fixture))
    for ranking in fixture.errors:
        text = f"repeat {ranking.repeat} failed: {visible(ranking.error or '')}"
        yield labelled("error", Text(text, "red"))
    yield from _rewrites(fixture.rankings)
    for sources, repeats in _same_rankings(fixture.rankings):
        yield _sources(sources, repeats if len(fixture.rankings) > 1 else ())
    yield _facets(fixture.facets)
    if fixture.scored:
        yield from _matching(fixture)
        yield labelled("curve", _curve(fixture))


def _coverage(fixture: FixtureScore) -> Text:
    rate, mean = fixture.coverage_rate, fixture.mean_coverage
    if rate is None or mean is None:
        return Text("not scored: every retrieval failed", "red")
    least, most = min(fixture.coverage), max(fixture.coverage)
    covered = f"{least}" if least == most else f"{least} to {most}"
    mean_text = f", mean {count(mean)}" if least != most else ""
    return Text.assemble(
        (f"{percent(rate)}  {bar(rate, 20)}", rate_style(rate)),
        f"  {covered} of {counted(len(fixture.facets), 'facet')}{mean_text}",
    )


def _rewrites(rankings: Sequence[Ranking]) -> Iterator[Grid]:
    """Say what was searched in place of the query, and in which repeats."""
    groups: dict[str, list[int]] = {}
    for ranking in rankings:
        if ranking.rewrite:
            groups.setdefault(ranking.rewrite, []).append(ranking.repeat)
    for rewrite, repeats in groups.items():
        of = f"  (repeat{'s' if len(repeats) > 1 else ''} {ranges(repeats)})"
        which = (of, "dim") if len(rankings) > 1 else ""
        yield labelled("searched", Text.assemble(visible(rewrite), which))


def _same_rankings(
    rankings: Iterable[Ranking],
) -> Sequence[tuple[tuple[RankedFacets, ...], tuple[int, ...]]]:
    """Put the repeats that ranked the same sources together, each group once."""
    groups: dict[tuple[RankedFacets, ...], list[int]] = {}
    for ranking in rankings:
        if ranking.error is None:
            groups.setdefault(ranking.sources, []).append(ranking.repeat)
    return [(sources, tuple(repeats)) for sources, repeats in groups.items()]


def _sources(sources: Sequence[RankedFacets], repeats: Sequence[int]) -> Grid:
    which = f" (repeat{'s' if len(repeats) > 1 else ''} {ranges(repeats)})"
    heading = f"sources{which if repeats else ''}"
    if not sources:
        return labelled(heading, Text("none: the ranking is empty", "yellow"))
    return Grid(
        (
            Column("rank", right=True),
            Column(heading, fold=True),
            Column(),
            Column("facets", fold=True),
        ),
        [
            (
                Text(str(source.rank), "dim"),
                Text(visible(source.path), "" if source.facets else "dim"),
                Text(_KIND[source.official], "dim" if source.official else "yellow"),
                Text(_names(source.facets), "green"),
            )
            for source in sources
        ],
    )


def _facets(facets: Sequence[FacetScore]) -> Grid:
    repeated = 1 < max(len(facet.ranks) for facet in facets) <= _MOST_REPEATS
    last = max((rank for facet in facets for rank in facet.ranks if rank), default=1)
    return Grid(
        (
            Column("facet", fold=True),
            Column("hits", right=True),
            Column("hit rate", right=True),
            *((Column("repeats"),) if repeated else ()),
            Column("median first rank", fold=True),
        ),
        [
            (
                Text(visible(facet.name)),
                Text(f"{facet.hits} of {len(facet.ranks)}" if facet.ranks else "-"),
                Text(percent(facet.hit_rate), rate_style(facet.hit_rate)),
                *((Text(squares(facet.ranks, last), "cyan"),) if repeated else ()),
                _standing(facet),
            )
            for facet in facets
        ],
    )


def _standing(facet: FacetScore) -> Text:
    reason = "" if facet.winnable else UNWINNABLE
    if facet.hits:
        return Text(f"{facet.median_rank}")
    if not facet.ranks:
        return Text("; ".join(("not scored", reason)) if reason else "not scored", "yellow")
    return Text.assemble(("MISSING", "bold red"), (f"  {reason}" if reason else "", "magenta"))


def _matching(fixture: FixtureScore) -> Iterator[Grid]:
    """Say how many sources of a run hold an anchor, and list those that several hold."""
    most = max(len(ranking.sources) for ranking in fixture.rankings)
    matching = count(fixture.matching_sources or 0)
    mean = " on average" if len(fixture.coverage) > 1 else ""
    hold = "holds" if fixture.matching_sources == 1 else "hold"
    yield labelled(
        "matching", Text(f"{matching} of {counted(most, 'source')} {hold} an anchor{mean}")
    )
    redundant = [one for one in fixture.anchors if (one.mean_sources or 0) > 1]
    if redundant:
        yield Grid(
            (Column("sources", right=True), Column("redundant anchor", fold=True)),
            [
                (
                    Text(count(anchor.mean_sources or 0)),
                    Text.assemble(visible(anchor.passage), (f"  ({_names(anchor.covers)})", "dim")),
                )
                for anchor in redundant
            ],
        )


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
