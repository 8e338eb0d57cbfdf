"""``fixturetool serve``: the embedded index behind an HTTP API."""

import signal
from collections.abc import Sequence
from contextlib import closing

import click

from fixturetool.cli.corpora import language_option
from fixturetool.cli.exits import INTERRUPTED, YES
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.pdfs import load_searched
from fixturetool.cli.testbench import load_tokenizers
from fixturetool.cli.troubles import warn_of
from fixturetool.cli.vectors import vector_model
from fixturetool.progress import Progress
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=58012,
    show_default=True,
    help="The port; 0 takes any free one.",
)
@language_option
@click.option("--access-log", is_flag=True, help="Log each request to standard error.")
@quiet_option
@settings_options
def command(
    host: str,
    port: int,
    languages: Sequence[str],
    access_log: bool,
    progress: Progress,
    settings: Settings,
) -> int:
    """Serve the embedded index: POST /api/search, and GET /healthz.

    Once requests are answered, the first line on standard output is the base URL, to which
    /search is added. corpus_id is a fixture language, the name of its folder, or the name of a
    corpus of PDFs (index build --pdf). top_k counts chunks; a source, or a page of a PDF, comes
    back with its five best ones at most. Files that change while the server runs are not indexed
    again: restart it.

    \b
    Examples:
      fixturetool serve
      fixturetool serve --port 0 --language CHS --access-log
      fixturetool serve --language manual       # a corpus of PDFs
      curl -s http://127.0.0.1:58012/api/search --json '{"corpus_id": "CHS", "query": "大账房"}'

    SIGINT and SIGTERM end it, after the requests under way: exit code 130 and 0.
    """
    from fixturetool.retrieval.serving.app import BASE_PATH, make_app
    from fixturetool.retrieval.serving.host import bind, serve, url_of
    from fixturetool.retrieval.serving.shelf import Shelf

    with closing(bind(host, port)) as taken:
        corpora = load_searched(settings, languages)
        warn_of([trouble for corpus in corpora.values() for trouble in corpus.troubles])
        tokenizers = load_tokenizers(corpora.values(), settings)
        state = settings.paths.state
        with (
            vector_model(settings) as model,
            closing(Shelf(corpora, tokenizers, state, progress, model)) as shelf,
        ):
            warn_of(shelf.troubles)
            base = f"{url_of(taken)}{BASE_PATH}"

            def ready() -> None:
                click.echo(base)
                click.echo(f"serving {_contents(shelf.chunks)}; Ctrl-C ends it", err=True)

            ended_by = serve(make_app(shelf), taken, ready, access_log=access_log)
    return INTERRUPTED if ended_by == signal.SIGINT else YES


def _contents(chunks: dict[str, int]) -> str:
    return ", ".join(f"{language} ({counted(n, 'chunk')})" for language, n in chunks.items())
