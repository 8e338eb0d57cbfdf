"""``fixturetool search``: the way to anchors."""

import sys
from collections.abc import Sequence

import click

from fixturetool.authoring.candidates import candidates_for, candidates_in
from fixturetool.authoring.ground import Ground, ground_of
from fixturetool.authoring.offering.looking import MOST_HITS, chooser
from fixturetool.cli.corpora import language_option, load_corpora
from fixturetool.cli.exits import NO, UNANSWERED, YES, worst
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.corpus.search import search
from fixturetool.corpus.searching.pattern import holds_deleted_space
from fixturetool.progress import Progress
from fixturetool.reporting.searching.candidates import Offer
from fixturetool.settings import Settings

_SPACE_HINT = (
    "hint: a regular expression takes white space as it stands; to find Chinese text that is "
    "spaced or broken otherwise, add --fixed or leave the space out"
)
_COUNT = click.IntRange(1, 1_000_000)
_LIMITS = {"text": 10, "passage": 3, "json": 20, "places": 0}


@click.command("search")
@click.argument("pattern", required=False)
@click.option(
    "--facet",
    "description",
    metavar="TEXT",
    help="Search by what a facet's description says, instead of PATTERN.",
)
@click.option("--query", "-Q", metavar="TEXT", help="The fixture's query: say what it leads to.")
@click.option("--fixed", "-F", is_flag=True, help="PATTERN is plain text, no regular expression.")
@click.option("--ignore-case", "-i", is_flag=True, help="Ignore case.")
@click.option("--official", is_flag=True, help="Leave third-party sources out.")
@click.option(
    "--limit",
    "-n",
    type=_COUNT,
    help="Offer at most this many candidates.  [10; passage 3, json 20]",
)
@click.option(
    "--facet-name", metavar="NAME", default="", help='What "covers" names, with --format passage.'
)
@click.option("--max-sources", type=_COUNT, help="Show the places of at most this many sources.")
@click.option("--max-hits", type=_COUNT, help="Show at most this many places of a source.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "passage", "places", "json"]),
    default="text",
    show_default=True,
    help="passage: JSON to paste into a fixture; places: every place, source by source.",
)
@language_option
@quiet_option
@settings_options
def command(
    pattern: str | None,
    description: str | None,
    query: str | None,
    fixed: bool,
    ignore_case: bool,
    official: bool,
    limit: int | None,
    facet_name: str,
    max_sources: int | None,
    max_hits: int | None,
    output_format: str,
    languages: Sequence[str],
    progress: Progress,
    settings: Settings,
) -> int:
    """Search the corpus, file names included, for text that may serve as an anchor.

    PATTERN is a regular expression in ripgrep's syntax. Text that is broken over lines is found
    as well. Around each place a slice of 6 to 40 characters is cut at clauses, corpus text under
    the whitespace rule as verify compares it. The first slices are good alternates: from
    distinct sources, in different wording, official, in few sources. With --query, those that
    the query does not lead to come last. Near-duplicates of a wording are shown together.

    With --facet, text is searched that says what a description says, by the words that it has
    in common with it; "says 40%" is how much of the description.

    \b
    Examples:
      fixturetool search 找零日 --query '找零日有哪些习俗？'
      fixturetool search --facet '找零日账簿用红绳捆起来，不许翻开'
      fixturetool search '红绳' --format passage --facet-name ledgers_tied_shut
      fixturetool search -F '岁还一捧' --official --format places
      fixturetool search '(早|晚)潮.{0,6}一笔' --format json

    A pattern that begins with a dash goes behind --, as in: fixturetool search -- -1

    Exit code 1 when nothing is found, 3 when a part of the corpus could not be searched.
    """
    _check(pattern, description, facet_name, output_format)
    most = limit or _LIMITS[output_format]
    offers: list[Offer] = []
    grounds: list[Ground] = []
    for corpus in load_corpora(settings, languages).values():
        ground = ground_of(corpus, settings, progress)
        grounds.append(ground)
        if description is not None:
            found = candidates_for(
                ground, description, official_only=official, query=query, limit=most + 1
            )
            warn_of(ground.snapshot.troubles)
            offers.append(Offer(corpus.language, found[:most], None, len(found) > most))
            continue
        is_listing = output_format in {"places", "json"}
        result = search(
            corpus,
            ground.snapshot,
            pattern or "",
            fixed=fixed,
            ignore_case=ignore_case,
            official_only=official,
            max_sources=max_sources,
            max_hits=max_hits if is_listing else min(max_hits or MOST_HITS, MOST_HITS),
            choose=None if is_listing else chooser(ground, query),
        )
        warn_of(result.troubles)
        found = candidates_in(ground, result, query=query, limit=most + 1) if most else ()
        offers.append(Offer(corpus.language, found[:most], result, len(found) > most))
    _hint(offers, fixed, pattern)
    click.echo(_render(offers, grounds, output_format, description, query, facet_name), nl=False)
    return _code(offers, grounds)


def _check(
    pattern: str | None, description: str | None, facet_name: str, output_format: str
) -> None:
    if (pattern is None) == (description is None):
        raise click.UsageError("give either a PATTERN or --facet TEXT")
    if description is not None and output_format == "places":
        raise click.UsageError("--format places lists the places of a PATTERN, not of --facet")
    if facet_name and output_format != "passage":
        raise click.UsageError("--facet-name goes with --format passage")


def _hint(offers: Sequence[Offer], fixed: bool, pattern: str | None) -> None:
    found = any(offer.result is None or offer.result.found for offer in offers)
    if not (fixed or found) and holds_deleted_space(pattern or ""):
        click.echo(_SPACE_HINT, err=True)


def _code(offers: Sequence[Offer], grounds: Sequence[Ground]) -> int:
    found = any(o.result.found if o.result is not None else o.candidates for o in offers)
    results = [offer.result for offer in offers if offer.result is not None]
    partial = any(result.partial for result in results)
    troubles = [trouble for ground in grounds for trouble in ground.snapshot.troubles]
    return worst(YES if found else NO, UNANSWERED if partial else YES, partial_code(troubles))


def _render(
    offers: Sequence[Offer],
    grounds: Sequence[Ground],
    output_format: str,
    description: str | None,
    query: str | None,
    facet_name: str,
) -> str:
    results = [offer.result for offer in offers if offer.result is not None]
    offered = {offer.language: offer.candidates for offer in offers}
    if output_format == "json":
        from fixturetool.reporting.searching.as_json import (
            render_described_json,
            render_search_json,
        )

        if description is None:
            return render_search_json(results, offered, query)
        troubles = {ground.corpus.language: ground.snapshot.troubles for ground in grounds}
        return render_described_json(description, offered, troubles, query)
    if output_format == "passage":
        from fixturetool.reporting.searching.passages import render_passages

        return render_passages([one for group in offered.values() for one in group], facet_name)
    if output_format == "places":
        from fixturetool.reporting.searching.as_text import render_search_text

        return render_search_text(results, colour=sys.stdout.isatty())
    from fixturetool.reporting.searching.candidates import render_candidates

    return render_candidates(offers, colour=sys.stdout.isatty())
