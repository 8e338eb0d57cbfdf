"""``fixturetool index``: explicit handling of what the embedded retriever builds by itself."""

from collections.abc import Mapping, Sequence

import click

from fixturetool.cli.corpora import language_option, load_corpora
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.findings import partial_code
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.testbench import load_tokenizers
from fixturetool.cli.troubles import warn_of
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.progress import Progress
from fixturetool.reporting.wording import counted
from fixturetool.retrieval.index import (
    BuildReport,
    IndexStatus,
    build_index,
    clear_index,
    index_status,
)
from fixturetool.settings import Settings


@click.group("index")
def command() -> None:
    """Build, inspect or clear the embedded BM25 index.

    eval-retrieval and retrieve build it by themselves; nothing here is needed before them.

    \b
    Examples:
      fixturetool index build
      fixturetool index status --language CHS
      fixturetool index clear
    """


@command.command("build")
@language_option
@quiet_option
@settings_options
def build(languages: Sequence[str], progress: Progress, settings: Settings) -> int:
    """Bring the index up to date; only new and changed files are read again.

    Exit code 3 when a part of the corpus could not be read.
    """
    corpora = load_corpora(settings, languages)
    tokenizers = load_tokenizers(corpora.values(), settings)
    troubles = _listed(corpora)
    for language, corpus in corpora.items():
        report = build_index(corpus, tokenizers[language], settings.paths.state, progress)
        troubles += report.troubles
        click.echo(_built(report))
    warn_of(troubles)
    return partial_code(any(not trouble.usable for trouble in troubles))


@command.command("status")
@language_option
@settings_options
def status(languages: Sequence[str], settings: Settings) -> int:
    """Tell how the index stands; nothing is written.

    Exit code 1 when a build would have something to do, 3 when a part of the corpus could not
    be read.
    """
    corpora = load_corpora(settings, languages)
    tokenizers = load_tokenizers(corpora.values(), settings)
    states = [
        index_status(corpus, tokenizers[language], settings.paths.state)
        for language, corpus in corpora.items()
    ]
    for state in states:
        click.echo(_standing(state))
    troubles = [*_listed(corpora), *(trouble for state in states for trouble in state.troubles)]
    warn_of(troubles)
    current = YES if all(state.is_current for state in states) else NO
    return worst(current, partial_code(any(not trouble.usable for trouble in troubles)))


@command.command("clear")
@click.option(
    "--language", "-l", "languages", multiple=True, metavar="CODE", help="Repeatable.  [all]"
)
@settings_options
def clear(languages: Sequence[str], settings: Settings) -> int:
    """Delete the index; the next evaluation builds it anew."""
    for language in languages:
        settings.folder_of(language)  # refuses what would lead out of the folder of indexes
    cleared = clear_index(settings.paths.state, languages)
    click.echo(f"cleared: {', '.join(cleared)}" if cleared else "there was no index")
    return YES


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
    size = f"{state.sources} sources, {state.chunks} chunks, {state.bytes_on_disk / 1e6:.1f} MB"
    if state.is_current:
        return f"{state.language}: up to date; {size}"
    return (
        f"{state.language}: out of date: {state.added} sources new, {state.changed} changed, "
        f"{state.removed} removed; {size}"
    )
