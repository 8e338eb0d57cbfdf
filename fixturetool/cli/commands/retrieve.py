"""``fixturetool retrieve``: what a retriever brings back for one query."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import click

from fixturetool.cli.documents import troubles_of
from fixturetool.cli.exits import NO, UNANSWERED, YES, worst
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.patience import answered_in_time, timeout_option
from fixturetool.cli.pdfs import load_searched
from fixturetool.cli.retrieving import foreign_code, retriever_options
from fixturetool.cli.testbench import open_retriever
from fixturetool.cli.troubles import partial_code, told_of_strange_paths, warn_of
from fixturetool.progress import Progress
from fixturetool.retrieval.base import RankedSource, fold, fold_pages, rewrite_of
from fixturetool.settings import Settings

if TYPE_CHECKING:
    from fixturetool.corpus.sources import Trouble


@click.command("retrieve")
@click.argument("query")
@click.option("--language", "-l", default="CHS", show_default=True, metavar="CODE", help="Corpus.")
@click.option(
    "--k",
    "-n",
    type=click.IntRange(1, 1_000_000),
    default=10,
    show_default=True,
    help="At most this many sources.",
)
@click.option(
    "--chunk-context",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Neighbouring chunks on each side of a chunk.",
)
@format_option
@quiet_option
@settings_options
@retriever_options
@timeout_option
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
      fixturetool retrieve "oil pressure before start" --language manual   # PDFs, page by page
      fixturetool retrieve 大账房 --base-url http://127.0.0.1:58012/api

    Exit code 1 when nothing comes back, 3 when the retriever fails, when no path that comes back
    is a source of the corpus, or when a part of the corpus could not be read.
    """
    corpora = load_searched(settings, [language])
    met: list[Trouble] = []
    with foreign_code(), closing(open_retriever(corpora, settings, progress, met=met)) as system:
        asked = partial(system.retrieve, query, k, language=language, chunk_context=chunk_context)
        hits = answered_in_time(settings, asked)
    corpus = corpora[language]
    troubles = troubles_of(corpus, settings.paths.state, progress)
    warn_of(troubles)
    ranked = fold_pages(hits, k) if corpus.has_pages else fold(hits, k)
    rewrite = rewrite_of(hits)
    official = {source.path: source.official for source in corpus.sources}
    from fixturetool.reporting import ranking

    if output_format == "json":
        click.echo(ranking.render_json(query, ranked, official, rewrite=rewrite), nl=False)
    else:
        colour = sys.stdout.isatty()
        click.echo(ranking.render_text(ranked, official, colour=colour, rewrite=rewrite), nl=False)
    return worst(_code(ranked, official), partial_code([*troubles, *met]))


def _code(ranked: Sequence[RankedSource], official: Mapping[str, bool]) -> int:
    strange = [source.path for source in ranked if source.path not in official]
    if strange and len(strange) == len(ranked):
        told_of_strange_paths(strange)
        return UNANSWERED
    return YES if ranked else NO
