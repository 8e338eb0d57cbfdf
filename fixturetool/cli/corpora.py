"""The corpora that a command works on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.corpus.sources import Corpus, load_corpus
from fixturetool.errors import CorpusError
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings

if TYPE_CHECKING:
    from fixturetool.corpus.snapshot import Snapshot

language_option = click.option(
    "--language",
    "-l",
    "languages",
    multiple=True,
    metavar="CODE",
    help="A fixture language such as CHS; repeatable.  [every folder of the corpus]",
)


def load_corpora(settings: Settings, languages: Sequence[str]) -> dict[str, Corpus]:
    """List the sources of each language, of every folder of the corpus when none is named.

    A folder that nobody named and that holds no sources is left out with a warning.

    Raises:
        CorpusError: A language has no corpus, or there is no language at all.
    """
    if languages:
        return {language: _load(settings, language) for language in dict.fromkeys(languages)}
    folders = _folders(settings.paths.corpus)
    if not folders:
        # The error of a configured language says how to fill the folder.
        return {language: _load(settings, language) for language in _first_language(settings)}
    corpora = _load_all(settings, _languages(settings, folders))
    _warn_of_level(settings, corpora)
    return corpora


def open_snapshots(
    corpora: Mapping[str, Corpus], settings: Settings, progress: Progress
) -> "dict[str, Snapshot]":
    """Bring the snapshot of each corpus up to date, and open it.

    Raises:
        StateError: One can't be written.
    """
    from fixturetool.corpus.snapshot import open_snapshot

    return {
        language: open_snapshot(corpus, settings.paths.state, progress)
        for language, corpus in corpora.items()
    }


def _load(settings: Settings, language: str, folder: str | None = None) -> Corpus:
    where = settings.folder_of(language) if folder is None else folder
    return load_corpus(settings.paths.corpus, language, where, settings.corpus)


def _load_all(settings: Settings, folders: Mapping[str, str]) -> dict[str, Corpus]:
    corpora: dict[str, Corpus] = {}
    left_out: list[CorpusError] = []
    for language, folder in folders.items():
        try:
            settings.folder_of(language)  # refuses what is no name of a language
            corpora[language] = _load(settings, language, folder)
        except CorpusError as error:
            left_out.append(error)
    if not corpora:
        raise left_out[0]
    for reason in left_out:
        _warn(f"{reason}; left out")
    return corpora


def _folders(root: Path) -> list[str]:
    folders = sorted(path.name for path in root.iterdir() if path.is_dir()) if root.is_dir() else []
    return [name for name in folders if not name.startswith(".")]


def _languages(settings: Settings, folders: Sequence[str]) -> dict[str, str]:
    """Return language and folder of each folder: a language that leads to it, else its own name."""
    configured = {folder: language for language, folder in settings.languages.items()}
    taken = {*folders, *settings.languages}
    found: dict[str, str] = {}
    for folder in folders:
        upper = folder.upper()
        free = upper if upper.lower() == folder and upper not in taken else folder
        language = configured.get(folder, free)
        if settings.languages.get(language, folder) == folder:
            found[language] = folder
        else:
            _warn(f'the folder "{folder}" has the name of the language of another one; left out')
    return found


def _first_language(settings: Settings) -> Iterator[str]:
    if not settings.languages:
        raise CorpusError(
            f'no corpus: "{settings.paths.corpus}" holds no language folder',
            hint="point --corpus at the folder that holds one folder a language",
        )
    yield next(iter(settings.languages))


def _warn_of_level(settings: Settings, corpora: Mapping[str, Corpus]) -> None:
    """Warn where the folders taken for languages look like something else."""
    configured = set(settings.languages.values())
    taken = {corpus.root.name: corpus for corpus in corpora.values()}
    if configured & taken.keys():
        return
    too_high = any(
        (corpus.root / name).is_dir() for corpus in taken.values() for name in configured
    )
    too_deep = any("/" not in source.path for one in taken.values() for source in one.sources)
    if too_high or too_deep:
        names = ", ".join(f'"{name}"' for name in taken)
        _warn(
            f'"{settings.paths.corpus}" may not be the folder that holds one folder a language: '
            f"{names} taken for languages; see --corpus"
        )


def _warn(message: str) -> None:
    click.echo(f"warning: {visible(message)}", err=True)
