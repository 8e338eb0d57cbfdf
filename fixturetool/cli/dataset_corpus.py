"""Which corpus a path dataset is about: the one that its file is named for."""

from collections.abc import Iterator

from fixturetool.errors import CorpusError
from fixturetool.settings import Settings

_SUFFIX = "-paths"
_SHOWN = 5  # corpora that a message lists


def language_of(settings: Settings, dataset: str) -> str | None:
    """Return the corpus that a dataset is named for, or None where there is none of that name.

    Args:
        settings: Where the corpora are.
        dataset: The dataset's name: a language, a folder of the corpus or a corpus of PDFs, as it
            is or with ``-paths`` behind it.
    """
    from fixturetool.corpus.pdf import known_pdfs

    pdfs = known_pdfs(settings.paths.state)
    languages = _languages(settings)
    root = settings.paths.corpus
    for name in (dataset, dataset.removesuffix(_SUFFIX)):
        if name in settings.languages or name in pdfs:
            return name
        if name and (root / name).is_dir():
            return languages.get(name, name)
        if name and (root / name.lower()).is_dir():
            return name
    return None


def unnamed_corpus(settings: Settings, dataset: str) -> CorpusError:
    """Return the error of a dataset whose corpus is not here: what is missing, and what to type.

    Args:
        settings: Where the corpora are.
        dataset: The dataset's name.
    """
    wanted = dataset.removesuffix(_SUFFIX) or dataset
    here = list(_corpora_here(settings))
    more = ", …" if len(here) > _SHOWN else ""
    named = f" (here: {', '.join(here[:_SHOWN])}{more})" if here else ""
    return CorpusError(
        f'the dataset "{dataset}" is by its name about the corpus "{wanted}", which is not here: '
        f'there is no folder "{settings.paths.corpus / wanted}"',
        hint=f'point --corpus at the folder that holds the folder "{wanted}", name another corpus '
        f"with --language CODE{named}, or a system that runs elsewhere with --base-url URL",
    )


def _corpora_here(settings: Settings) -> Iterator[str]:
    from fixturetool.corpus.pdf import known_pdfs

    root, languages = settings.paths.corpus, _languages(settings)
    folders = sorted(one.name for one in root.iterdir() if one.is_dir()) if root.is_dir() else []
    yield from (languages.get(name, name) for name in folders if not name.startswith("."))
    yield from known_pdfs(settings.paths.state)


def _languages(settings: Settings) -> dict[str, str]:
    return {folder: language for language, folder in settings.languages.items()}
