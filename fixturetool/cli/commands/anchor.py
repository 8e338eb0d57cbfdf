"""``fixturetool anchor``: anchors of fixtures added, listed and removed."""

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from fixturetool.authoring.anchoring import anchor_of, find_source
from fixturetool.authoring.ground import open_ground
from fixturetool.authoring.review import review
from fixturetool.authoring.verify import verify
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.cli.writing import (
    content_of,
    force_option,
    load_category,
    pick_fixture,
    refuse,
    tell_wanted,
    with_anchor,
)
from fixturetool.errors import InvalidFixturesError, SelectionError
from fixturetool.fixtures.edit import Addition, Removal, insert_anchor, remove_passages
from fixturetool.fixtures.editing.draft import fixture_at
from fixturetool.fixtures.model import Fixture, Passage
from fixturetool.jsontext.problem import quote, quote_all
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings


@click.group("anchor")
def command() -> None:
    """Add, list or remove the anchors of fixtures, proved against the corpus.

    \b
    Examples:
      fixturetool anchor add customs -Q 找零日 --facet ledgers_tied_shut --passage 是日诸簿系以红绳
      fixturetool anchor list customs
      fixturetool anchor remove customs --query 找零日 --passage 是日诸簿系以红绳
    """


_query_option = click.option(
    "--query",
    "-Q",
    metavar="TEXT",
    help="The fixture's query, or a part that no other one has.  [the only one that it can be]",
)
_language_option = click.option(
    "--language",
    "-l",
    metavar="CODE",
    help="The fixture's language, where its query is not enough.",
)


@command.command("add")
@click.argument("category")
@_query_option
@click.option("--facet", "-f", required=True, metavar="NAME", help="The facet that it attests.")
@click.option("--passage", "-p", required=True, metavar="TEXT", help="The verbatim slice.")
@click.option(
    "--source",
    "-s",
    "named",
    metavar="PATH",
    help="The source that it stands in.  [whichever holds it]",
)
@click.option("--label", metavar="TEXT", default="", help="What it is called.  [the source's name]")
@click.option(
    "--description", metavar="TEXT", help="Makes the facet, with this description of the claim."
)
@force_option
@_language_option
@quiet_option
@settings_options
def add(
    category: str,
    query: str | None,
    facet: str,
    passage: str,
    named: str | None,
    label: str,
    description: str | None,
    forced: Sequence[str],
    language: str | None,
    progress: Progress,
    settings: Settings,
) -> int:
    """Add an anchor to a facet of a fixture, once it is proved.

    The passage must stand in the source, letter by letter; only white space is forgiven, and
    line breaks are written as the whitespace rule has them. "official" follows from the source.
    An anchor that breaks a rule (unreachable, over-broad, repeated, …) is refused with the
    rule's code unless --force names it. A passage that stands in the fixture already comes to
    attest the facet as well. Only the new lines of the file differ.

    \b
    Examples:
      fixturetool anchor add customs --query 找零日 --facet ledgers_tied_shut \\
          --source book/201111_潮账房沿革.txt --passage 是日诸簿系以红绳
      fixturetool anchor add customs -Q 找零日 -f forgiven -p 一律免零 --description '零头一律勾销'

    Exit code 1 when the passage does not stand there or a rule is against it, 3 when it may stand
    in a file that could not be read: nothing is written.
    """
    loaded = load_category(settings.paths.fixtures, category)
    expected = content_of(loaded)
    fixture = pick_fixture(loaded, query, language, lambda one: facet in one.expected_coverage)
    facets = _new_facets(fixture, facet, description)
    ground = open_ground(fixture.language, settings, progress)
    warn_of(ground.snapshot.troubles)
    source = None if named is None else find_source(ground, named)
    anchor = anchor_of(ground, passage, (facet,), source, label)
    described = replace(fixture, expected_coverage={**fixture.expected_coverage, **facets})
    after = with_anchor(described, anchor)
    if after == fixture:
        _tell_known(loaded.name, anchor, facet)
        return YES
    found = review(loaded, fixture, after, settings, progress)
    refuse(found, forced)
    addition = Addition(fixture.query, fixture.language, anchor, facets)
    result = insert_anchor(loaded.path, addition, expected=expected)
    if not result.added:  # another process was faster
        _tell_known(loaded.name, anchor, facet)
        return YES
    now = result.model.fixtures[fixture_at(result.model, fixture.query, fixture.language)]
    click.echo(_added(loaded.name, anchor, now, facet))
    tell_wanted(found.wanted)
    return YES


def _new_facets(fixture: Fixture, facet: str, description: str | None) -> dict[str, str]:
    known = fixture.expected_coverage
    if facet in known:
        if description not in {None, known[facet]}:
            message = f"facet {quote(facet)} is described already: {quote(known[facet])}"
            raise SelectionError(message, hint="leave --description out")
        return {}
    if description is None:
        raise SelectionError(
            f"the fixture has no facet {quote(facet)}; it has {quote_all(known)}",
            hint="give --description TEXT to make it",
        )
    if not facet.strip():
        raise SelectionError("the new facet's name is blank", hint="give it a short name")
    return {facet: description}


def _tell_known(name: str, anchor: Passage, facet: str) -> None:
    known_for = f"{quote(anchor.passage)} for {quote(facet)}"
    click.echo(visible(f"{name} has it already: {known_for}"))


def _added(name: str, anchor: Passage, now: Fixture, facet: str) -> str:
    anchors = sum(facet in passage.covers for passage in now.relevant_passages)
    kind = "official" if anchor.official else "unofficial"
    return visible(
        f"{name}: added {quote(anchor.passage)} [{anchor.label}], {kind}; "
        f"{quote(facet)} has {counted(anchors, 'anchor')}"
    )


@command.command("list")
@click.argument("category")
@_query_option
@format_option
@_language_option
@quiet_option
@settings_options
def list_(
    category: str,
    query: str | None,
    output_format: str,
    language: str | None,
    progress: Progress,
    settings: Settings,
) -> int:
    """List facets with their anchors, and where these stand.

    \b
    Examples:
      fixturetool anchor list customs
      fixturetool anchor list customs --query 找零日 --format json

    Exit code 1 when an anchor is missing in the corpus, 3 when a part of it could not be read.
    """
    from fixturetool.reporting.authoring.anchors import render_anchors, render_anchors_json

    loaded = load_category(settings.paths.fixtures, category)
    if query is not None or language is not None:
        meant = pick_fixture(loaded, query, language)
        loaded = replace(loaded, model=replace(loaded.model, fixtures=(meant,)))
    verified = verify([loaded], settings, progress, frozenset())
    warn_of(verified.troubles)
    render = render_anchors_json if output_format == "json" else render_anchors
    colour = sys.stdout.isatty() and output_format == "text"
    click.echo(render(loaded.model, verified, colour=colour), nl=False)
    found = YES if verified.found == len(verified.passages) else NO
    return worst(found, partial_code(verified.troubles))


@command.command("remove")
@click.argument("category")
@_query_option
@click.option("--passage", "-p", required=True, metavar="TEXT", help="The anchor's text.")
@click.option("--facet", "-f", metavar="NAME", default="", help="Only what it attests of this one.")
@click.option("--drop-facet", is_flag=True, help="Remove a facet that is left without anchor, too.")
@_language_option
@quiet_option
@settings_options
def remove(
    category: str,
    query: str | None,
    passage: str,
    facet: str,
    drop_facet: bool,
    language: str | None,
    progress: Progress,
    settings: Settings,
) -> int:
    """Remove an anchor, or what it attests of one facet.

    A facet is not left without an anchor, as nothing could cover it, unless --drop-facet removes
    it as well. Only the removed lines of the file differ.

    \b
    Examples:
      fixturetool anchor remove customs --query 找零日 --passage 是日诸簿系以红绳
      fixturetool anchor remove customs -Q 找零日 -p 一律免零 --facet forgiven --drop-facet

    Exit code 1 when the fixture has no such anchor, 2 when a facet would be left without one.
    """
    del progress
    loaded = load_category(settings.paths.fixtures, category)
    fixture = pick_fixture(loaded, query, language, lambda one: _has(one, passage))
    removal = Removal(fixture.query, fixture.language, passage, facet)
    expected = content_of(loaded)
    try:
        result = remove_passages(loaded.path, [removal], drop_facets=drop_facet, expected=expected)
    except InvalidFixturesError as error:
        if not drop_facet:
            error.hint = f"{error.hint}, or remove the facet as well with --drop-facet"
        raise
    if not result.added:
        for_facet = f" for {quote(facet)}" if facet else ""
        click.echo(visible(f"{loaded.name} has no anchor {quote(passage)}{for_facet}"), err=True)
        return NO
    click.echo(visible(f"{loaded.name}: removed {quote(passage)}"))
    return YES


def _has(fixture: Fixture, passage: str) -> bool:
    return any(one.passage == passage for one in fixture.relevant_passages)
