"""A comparison for a person: what got worse first, the sentence last, where the eye is."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TextIO

from rich.text import Text

from fixturetool.evaluation.compare import Comparison
from fixturetool.evaluation.comparing.changes import QueryChange
from fixturetool.evaluation.lanes.page_comparison import PageComparison, PageGroupChange
from fixturetool.evaluation.run import Key
from fixturetool.reporting.bars import percent
from fixturetool.reporting.comparison.wording import (
    CONTROL_FIRST,
    details,
    facet_text,
    in_points,
    key_text,
    lost_facet_text,
    moved_items,
    page_rule,
    sentence,
    steadiness,
    without_anchors,
)
from fixturetool.reporting.console import write_blocks
from fixturetool.reporting.grid import Column, Grid
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted

Blocks = Iterator[Text | Grid]


def write_comparison(comparison: Comparison, file: TextIO) -> None:
    """Write a comparison to a terminal, or as full plain lines to anything else.

    Only questions that got worse are red; settings have no colour.
    """
    write_blocks(
        chain(
            _questions("worse", comparison.worse, "red"),
            _questions("better", comparison.better, "green"),
            _page_groups(comparison.pages) if comparison.pages else _groups(comparison),
            _listed(comparison),
            _configuration(comparison),
            _anchors(comparison),
            _warnings(comparison),
            _totals(comparison),
        ),
        file,
    )


def _heading(title: str, rest: str = "") -> Text:
    return Text.assemble(
        ("━━ ", "cyan"), (title, "bold cyan"), (f"  {rest}" if rest else "", "dim")
    )


def _questions(title: str, queries: Sequence[QueryChange], colour: str) -> Blocks:
    if not queries:
        return
    yield _heading(title, counted(len(queries), "query", "queries"))
    for one in queries:
        yield _question(one, colour)
        yield from _facets(one)
    yield Text()


def _question(change: QueryChange, colour: str) -> Grid:
    before, after = (percent(sum(values) / len(values)) for values in (change.base, change.current))
    told = [key_text(change.key), steadiness(change)]
    text = Text.assemble(
        (visible(change.query), colour),
        (f"  {before} → {after}  ", ""),
        (visible(" · ".join(filter(None, told))), "dim"),
    )
    points = Text(f"{in_points(change.difference):>7}", colour)
    return Grid((Column(), Column(fold=True)), [(points, text)], indent=0)


def _facets(change: QueryChange) -> Blocks:
    for facet in change.lost:
        yield Text(f"         lost: {visible(lost_facet_text(facet))}")
    if change.gained:
        yield Text(f"         gained: {visible(', '.join(map(facet_text, change.gained)))}")


def _groups(comparison: Comparison) -> Blocks:
    if len(comparison.groups) < 2:
        return
    yield _heading("by category", comparison.headline)
    yield Grid(
        [Column("category"), *(Column(name, right=True) for name in _GROUP_COLUMNS)],
        [
            [
                Text(visible(one.name)),
                Text(str(one.queries)),
                Text(percent(one.base)),
                Text(percent(one.current)),
                Text(in_points(one.current - one.base)),
                Text(str(one.worse)),
                Text(str(one.better)),
            ]
            for one in comparison.groups
        ],
    )
    yield Text()


def _page_groups(pages: PageComparison) -> Blocks:
    yield _heading(CONTROL_FIRST)
    yield Grid(
        [
            Column("group"),
            Column("items", right=True),
            Column("measure"),
            Column("base", right=True),
            Column("current", right=True),
            Column("difference", right=True, spare=1),
            Column("moved", fold=True),
        ],
        [_page_row(pages, group, at) for group in pages.groups for at in range(len(group.changes))],
    )
    yield Text(f"   {page_rule(pages)}", "dim")
    yield Text()


def _page_row(pages: PageComparison, group: PageGroupChange, at: int) -> list[Text]:
    change = group.changes[at]
    names = [visible(group.group), str(group.items)] if at == 0 else ["", ""]
    rates = [percent(change.before), percent(change.after), in_points(change.after - change.before)]
    style = {"worse": "red", "better": "green"}.get(change.verdict, "")
    return [*map(Text, (*names, change.metric, *rates)), Text(moved_items(pages, change), style)]


_SIDES = ("base", "current", "difference")
_GROUP_COLUMNS = ("queries", "base", "current", "difference", "worse", "better")


def _listed(comparison: Comparison) -> Blocks:
    matched = comparison.matched
    for title, keys in (
        ("in the base run alone", matched.only_base),
        ("in the current run alone", matched.only_current),
        ("uninformative, left out", matched.uninformative),
        ("without an answer in one of the two, left out", matched.unscored),
    ):
        yield from _keys(title, keys, comparison)


def _keys(title: str, keys: Sequence[Key], comparison: Comparison) -> Blocks:
    if keys:
        yield _heading(title, counted(len(keys), "query", "queries"))
        yield from (
            Text(f"   {visible(comparison.query(key))}  ({visible(key_text(key))})") for key in keys
        )
        yield Text()


def _configuration(comparison: Comparison) -> Blocks:
    changes = comparison.configuration
    if not changes:
        return
    yield _heading("configuration", f"{counted(len(changes), 'setting')} changed")
    yield Grid(
        [Column("setting"), Column("base", fold=True), Column("current", fold=True)],
        [
            [Text(visible(text or "-")) for text in (one.name, one.base, one.current)]
            for one in changes
        ],
    )
    yield Text()


def _anchors(comparison: Comparison) -> Blocks:
    anchors = comparison.one_sided
    if not anchors:
        return
    yield _heading("judge anchors from one of the two runs alone", "they favour that run")
    for one in anchors:
        facets = visible(", ".join(one.covers))
        query = visible(comparison.query(one.key))
        yield Text(f"   {visible(one.passage)}  → {facets}  ({visible(one.run)}, {query})")
    yield Text(f"   {without_anchors(comparison)}\n")


def _warnings(comparison: Comparison) -> Blocks:
    if comparison.warnings:
        yield _heading("notes")
        yield from (Text(f"   {visible(one)}") for one in comparison.warnings)
        yield Text()


def _totals(comparison: Comparison) -> Blocks:
    base, current = comparison.base, comparison.current
    count = counted(comparison.estimate.queries, "query", "queries")
    yield _heading("totals", f"mean over {count}")
    yield Text(f"   base {visible(base.name)}, current {visible(current.name)}", "dim")
    yield Grid(
        [Column("measure"), *(Column(name, right=True) for name in _SIDES)],
        [
            [
                Text(visible(one.name)),
                Text(percent(one.base)),
                Text(percent(one.current)),
                Text(in_points(one.current - one.base)),
            ]
            for one in comparison.measures
        ],
    )
    yield Text()
    yield Text(f"   {sentence(comparison.estimate)}", style="bold")
    yield from (Text(f"   {one}") for one in details(comparison))
