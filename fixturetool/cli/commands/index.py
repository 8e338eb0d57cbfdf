"""``fixturetool index``: explicit handling of what the embedded retriever builds by itself."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from fixturetool.cli.corpora import language_option
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.pdfs import add_pdf_corpus, load_searched, tell_pdfs
from fixturetool.cli.testbench import load_tokenizers
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.cli.vectors import EMBEDDINGS, vector_model
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.errors import UsageError
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.retrieval.hybrid.filling import VectorReport
from fixturetool.retrieval.hybrid.model import is_wanted
from fixturetool.retrieval.hybrid.standing import VectorStatus, build_vectors, vector_status
from fixturetool.retrieval.index import (
    BuildReport,
    IndexStatus,
    build_index,
    clear_index,
    index_status,
)
from fixturetool.settings import Settings

_PATH = click.Path(path_type=Path)


@click.group("index")
def command() -> None:
    """Build, inspect or clear the embedded BM25 index.

    eval-retrieval and retrieve build it by themselves; nothing here is needed before them, but
    for PDFs, which build --pdf makes known.

    \b
    Examples:
      fixturetool index build
      fixturetool index build --pdf manual.pdf --figures manual-figures.json
      fixturetool index status --language CHS
      fixturetool index clear
    """


@command.command("build", short_help="Bring the index up to date.")
@click.argument("files", nargs=-1, type=_PATH, metavar="[FILE|DIR]...")
@click.option(
    "--pdf",
    "pdfs",
    multiple=True,
    type=_PATH,
    metavar="FILE|DIR",
    help="PDFs that make a corpus of their own; more of them may follow.",
)
@click.option(
    "--name",
    metavar="NAME",
    help="With --pdf: the corpus's name.  [that of the only file or folder]",
)
@click.option(
    "--figures",
    type=_PATH,
    metavar="FILE",
    help="With --pdf: JSON from figures or pages to what they show.",
)
@language_option
@quiet_option
@settings_options
def build(
    files: Sequence[Path],
    pdfs: Sequence[Path],
    name: str | None,
    figures: Path | None,
    languages: Sequence[str],
    progress: Progress,
    settings: Settings,
) -> int:
    """Bring the index up to date; only new and changed files are read again.

    --pdf makes PDFs a corpus under a name that serve, retrieve and the other index commands know
    it by, as long as paths.state is kept. A PDF is read again only when it changes. No chunk
    leaves its page. Each caption ("Figure 5-6 ...", "图 3 ...") makes a chunk of its own, and so
    does what the file of --figures says of a figure or a page:

    \b
      {"Figure 5-6": {"kind": "chart", "summary": "What it shows", "values": ["12 at noon"]},
       "page 14": "What is on a page that was scanned"}

    Its keys may also be names of PDFs, each with such an object. Pages without text are named.

    With [retriever.embedded.embeddings] the vectors of new and changed chunks are fetched, each
    batch kept as it comes: what was paid for is never asked for again.

    \b
    Examples:
      fixturetool index build
      fixturetool index build --pdf manual.pdf --figures manual-figures.json
      fixturetool index build --pdf reports/*.pdf --name reports
      fixturetool index build --language manual

    Exit code 3 when a part of the corpus could not be read, or the model refused a chunk.
    """
    if pdfs:
        _refuse(languages, "--language goes without --pdf: the corpus is named by --name")
        languages = [add_pdf_corpus([*pdfs, *files], name, figures, settings)]
    else:
        _refuse(files or name or figures, "files, --name and --figures go with --pdf")
    corpora = load_searched(settings, languages)
    tokenizers = load_tokenizers(corpora.values(), settings)
    troubles = _listed(corpora)
    state = settings.paths.state
    with vector_model(settings) as model:
        for language, corpus in corpora.items():
            tokenizer = tokenizers[language]
            report = build_index(corpus, tokenizer, state, progress)
            troubles += report.troubles
            click.echo(_built(report))
            if model:
                fetched = build_vectors(corpus, tokenizer, state, model, progress)
                troubles += fetched.troubles
                click.echo(_fetched(fetched))
    tell_pdfs(corpora)
    warn_of(troubles)
    return partial_code(troubles)


@command.command("status")
@language_option
@format_option
@settings_options
def status(languages: Sequence[str], output_format: str, settings: Settings) -> int:
    """Tell how the index stands; nothing is written.

    \b
    Examples:
      fixturetool index status
      fixturetool index status --language CHS || fixturetool index build --language CHS
      fixturetool index status --format json | jq '.indexes[] | {language, chunks}'

    Exit code 1 when a build would have something to do, 3 when a part of the corpus could not
    be read.
    """
    corpora = load_searched(settings, languages, writes=False)
    tokenizers = load_tokenizers(corpora.values(), settings)
    states = [
        index_status(corpus, tokenizers[language], settings.paths.state)
        for language, corpus in corpora.items()
    ]
    vectors = _vector_states(corpora, tokenizers, settings)
    troubles = [*_listed(corpora), *(trouble for state in states for trouble in state.troubles)]
    if output_format == "json":
        click.echo(_status_json(states, vectors, troubles), nl=False)
    else:
        for line in (*map(_standing, states), *map(_vectors, vectors)):
            click.echo(line)
    tell_pdfs(corpora, err=output_format == "json")
    warn_of(troubles)
    is_current = all(one.is_current for one in states) and all(one.is_current for one in vectors)
    current = YES if is_current else NO
    return worst(current, partial_code(troubles))


@command.command("clear", short_help="Delete the index and its vectors.")
@click.option(
    "--language", "-l", "languages", multiple=True, metavar="CODE", help="Repeatable.  [all]"
)
@click.option("--keep-vectors", is_flag=True, help="Keep vectors: they were paid for.")
@settings_options
def clear(languages: Sequence[str], keep_vectors: bool, settings: Settings) -> int:
    """Delete the index and its vectors; the next evaluation builds it anew.

    A corpus of PDFs is forgotten with it: index build --pdf makes it known again.

    \b
    Examples:
      fixturetool index clear --keep-vectors
      fixturetool index clear --language manual
    """
    from fixturetool.corpus.pdf import forget_pdfs, known_pdfs

    for language in languages:
        settings.folder_of(language)  # refuses what would lead out of the folder of indexes
    cleared = clear_index(settings.paths.state, languages, keep_vectors=keep_vectors)
    state = settings.paths.state
    forgotten = [name for name in languages or known_pdfs(state) if forget_pdfs(state, name)]
    click.echo(f"cleared: {', '.join(cleared)}" if cleared else "there was no index")
    if forgotten:
        click.echo(f"corpora of PDFs forgotten: {visible(', '.join(forgotten))}")
    return YES


def _refuse(given: object, message: str) -> None:
    if given:
        raise UsageError(message)


def _listed(corpora: Mapping[str, Corpus]) -> list[Trouble]:
    return [trouble for corpus in corpora.values() for trouble in corpus.troubles]


def _built(report: BuildReport) -> str:
    anew = f"; built anew: {report.rebuilt_because}" if report.rebuilt_because else ""
    return (
        f"{report.language}: {counted(report.read, 'source')} read, {report.kept} kept, "
        f"{report.removed} removed; {counted(report.chunks, 'chunk')}{anew}"
    )


def _standing(state: IndexStatus) -> str:
    if state.rebuilt_because:
        return f"{state.language}: can't be used: {state.rebuilt_because}"
    if not state.is_built:
        return f"{state.language}: not built; {counted(state.added, 'source')} to read"
    held = f"{counted(state.sources, 'source')}, {counted(state.chunks, 'chunk')}"
    size = f"{held}, {state.bytes_on_disk / 1e6:.1f} MB"
    if state.is_current:
        return f"{state.language}: up to date; {size}"
    new = f"{counted(state.added, 'source')} new"
    return (
        f"{state.language}: out of date: {new}, {state.changed} changed, {state.removed} removed; "
        f"{size}"
    )


def _vector_states(
    corpora: Mapping[str, Corpus], tokenizers: Mapping[str, Tokenizer], settings: Settings
) -> list[VectorStatus]:
    embeddings, state = settings.retriever.embedded.embeddings, settings.paths.state
    if not is_wanted(embeddings, EMBEDDINGS):
        return []
    return [
        vector_status(corpus, tokenizers[language], state, embeddings)
        for language, corpus in corpora.items()
    ]


def _status_json(
    states: Sequence[IndexStatus], vectors: Sequence[VectorStatus], troubles: Sequence[Trouble]
) -> str:
    from fixturetool.reporting.index_json import render_index_status

    return render_index_status(states, {one.language: one for one in vectors}, troubles)


def _fetched(report: VectorReport) -> str:
    size = f", {report.dimensions} dimensions" if report.dimensions else ""
    return (
        f"{report.language}: {counted(report.fetched, 'vector')} fetched in "
        f"{counted(report.requests, 'request')}, {report.kept} kept; "
        f"model {visible(report.model)}{size}"
    )


def _vectors(status: VectorStatus) -> str:
    if not status.chunks and not status.missing:
        return f"{status.language}: no chunk that needs a vector yet; model {visible(status.model)}"
    standing = f"{status.missing} to fetch" if status.missing else "up to date"
    return (
        f"{status.language}: vectors {standing}; {counted(status.chunks, 'chunk')} with one, "
        f"{status.bytes_on_disk / 1e6:.1f} MB, model {visible(status.model)}"
    )
