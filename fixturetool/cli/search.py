"""``fixturetool search``: find anchor candidates."""

import sys
from collections.abc import Sequence

import click

from fixturetool.cli.corpora import language_option, load_corpora
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.findings import partial_code
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.troubles import warn_of
from fixturetool.corpus.search import search
from fixturetool.corpus.searching.hits import SearchResult
from fixturetool.corpus.searching.pattern import holds_deleted_space
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.progress import Progress
from fixturetool.settings import Settings

_SPACE_HINT = (
    "hint: a regular expression takes white space as it stands; to find Chinese text that is "
    "spaced or broken otherwise, add --fixed or leave the space out"
)
_COUNT = click.IntRange(1, 1_000_000)


@click.command("search")
@click.argument("pattern")
@click.option("--fixed", "-F", is_flag=True, help="PATTERN is plain text, no regular expression.")
@click.option("--ignore-case", "-i", is_flag=True, help="Ignore case.")
@click.option("--official", is_flag=True, help="Leave third-party sources out.")
@click.option("--max-sources", type=_COUNT, help="Show at most that many sources.")
@click.option("--max-hits", type=_COUNT, help="Show at most that many hits of a source.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
@language_option
@quiet_option
@settings_options
def command(
    pattern: str,
    fixed: bool,
    ignore_case: bool,
    official: bool,
    max_sources: int | None,
    max_hits: int | None,
    output_format: str,
    languages: Sequence[str],
    progress: Progress,
    settings: Settings,
) -> int:
    """Search the corpus, file names included, for text that may serve as an anchor.

    PATTERN is a regular expression in ripgrep's syntax. Text that is broken over lines is found
    as well, and the hit says so. Each hit is shown with its line and column, its character
    offsets and its sentence. The sentence is corpus text with its white space removed or made
    one space, as verify compares it: ready to be cut into an anchor.

    \b
    Examples:
      fixturetool search 找零日
      fixturetool search -F '岁还一捧' --official
      fixturetool search '(早|晚)潮.{0,6}一笔' --format json

    A pattern that begins with a dash goes behind --, as in: fixturetool search -- -1

    Exit code 1 when nothing is found, 3 when a part of the corpus could not be searched.
    """
    results = []
    for corpus in load_corpora(settings, languages).values():
        snapshot = open_snapshot(corpus, settings.paths.state, progress)
        result = search(
            corpus,
            snapshot,
            pattern,
            fixed=fixed,
            ignore_case=ignore_case,
            official_only=official,
            max_sources=max_sources,
            max_hits=max_hits,
        )
        warn_of(result.troubles)
        results.append(result)
    if not (fixed or any(result.found for result in results)) and holds_deleted_space(pattern):
        click.echo(_SPACE_HINT, err=True)
    click.echo(_render(results, output_format), nl=False)
    return _code(results)


def _code(results: Sequence[SearchResult]) -> int:
    found = any(result.found for result in results)
    return worst(YES if found else NO, partial_code(any(result.partial for result in results)))


def _render(results: Sequence[SearchResult], output_format: str) -> str:
    if output_format == "json":
        from fixturetool.reporting.search_json import render_search_json

        return render_search_json(results)
    from fixturetool.reporting.search_text import render_search_text

    return render_search_text(results, colour=sys.stdout.isatty())
