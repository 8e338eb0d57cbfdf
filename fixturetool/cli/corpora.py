"""The corpora that a command works on."""

from collections.abc import Sequence

import click

from fixturetool.corpus.sources import Corpus, load_corpus
from fixturetool.errors import CorpusError
from fixturetool.settings import Settings

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

    Raises:
        CorpusError: A language has no corpus, or there is no language at all.
    """
    wanted = dict.fromkeys(languages) or dict.fromkeys(_languages(settings))
    root = settings.paths.corpus
    return {
        language: load_corpus(root, language, settings.folder_of(language), settings.corpus)
        for language in wanted
    }


def _languages(settings: Settings) -> list[str]:
    root = settings.paths.corpus
    names = {folder: language for language, folder in settings.languages.items()}
    folders = sorted(path.name for path in root.iterdir() if path.is_dir()) if root.is_dir() else []
    found = [name for name in folders if not name.startswith(".")]
    if not found:
        # The error of a configured language says how to fill the folder.
        return list(settings.languages)[:1] or _no_language(settings)
    return [names.get(folder, folder.upper()) for folder in found]


def _no_language(settings: Settings) -> list[str]:
    raise CorpusError(
        f'no corpus: "{settings.paths.corpus}" holds no language folder',
        hint="point --corpus at the folder that holds one folder a language",
    )
