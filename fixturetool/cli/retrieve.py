"""``fixturetool retrieve``: what a retriever brings back for one query."""

import sys
from contextlib import closing

import click

from fixturetool.cli.corpora import load_corpora
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.findings import partial_code
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.retrieving import foreign_code, retriever_options
from fixturetool.cli.testbench import open_retriever
from fixturetool.cli.troubles import warn_of
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.progress import Progress
from fixturetool.retrieval.base import fold
from fixturetool.settings import Settings


@click.command("retrieve")
@click.argument("query")
@click.option("--language", "-l", default="CHS", show_default=True, metavar="CODE", help="Corpus.")
@click.option(
    "--k", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="Sources."
)
@click.option(
    "--chunk-context",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Neighbouring chunks on each side of a chunk.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
)
@quiet_option
@settings_options
@retriever_options
def command(
    query: str,
    language: str,
    k: int,
    chunk_context: int,
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Show what the retriever brings back, rank by rank, with the text of the best chunk.

    Look, but take no ground truth from here: that comes from the corpus (fixturetool search).

    \b
    Examples:
      fixturetool retrieve 找零日有哪些习俗？
      fixturetool retrieve 大账房 --k 4 --format json
      fixturetool retrieve 大账房 --base-url http://127.0.0.1:58012/api

    Exit code 1 when nothing comes back, 3 when the retriever fails or a part of the corpus could
    not be read.
    """
    corpora = load_corpora(settings, [language])
    with foreign_code(), closing(open_retriever(corpora, settings, progress)) as system:
        hits = system.retrieve(query, k, language=language, chunk_context=chunk_context)
    troubles = open_snapshot(corpora[language], settings.paths.state, progress).troubles
    warn_of(troubles)
    ranked = fold(hits, k)
    official = {source.path: source.official for source in corpora[language].sources}
    from fixturetool.reporting import ranking

    if output_format == "json":
        click.echo(ranking.render_json(query, ranked, official), nl=False)
    else:
        colour = sys.stdout.isatty()
        click.echo(ranking.render_text(ranked, official, colour=colour), nl=False)
    partial = any(not trouble.usable for trouble in troubles)
    return worst(YES if ranked else NO, partial_code(partial))
