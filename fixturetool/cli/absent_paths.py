"""A warning of expected paths that the corpus at hand lacks."""

from collections.abc import Iterable, Sequence

import click

from fixturetool.cli.dataset_corpus import language_of
from fixturetool.cli.pdfs import load_searched
from fixturetool.datasets.matching import document_form, means_document
from fixturetool.errors import FixturetoolError
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings


def warn_of_absent(settings: Settings, dataset: str, paths: Iterable[str]) -> None:
    """Warn on standard error of each path that means no document of the dataset's corpus.

    A dataset may be made for a system elsewhere: where its corpus is not here, or can't be
    listed, there is nothing to tell.

    Args:
        settings: Where the corpora are.
        dataset: The dataset's name, which names its corpus.
        paths: What an entry expects.
    """
    language = language_of(settings, dataset)
    if language is None:
        return
    try:
        corpus = load_searched(settings, [language], writes=False)[language]
    except FixturetoolError:
        return
    documents = [source.path for source in corpus.sources]
    for path in _absent(paths, documents):
        message = f'"{path}" is no document of the corpus {language}{_meant(path, documents)}'
        click.echo(f"warning: {visible(message)}", err=True)


def _absent(paths: Iterable[str], documents: Sequence[str]) -> list[str]:
    forms = [document_form(document) for document in documents]
    wanted = {path: document_form(path) for path in paths}
    return [
        path
        for path, form in wanted.items()
        if form and not any(means_document(one, form) for one in forms)
    ]


def _meant(path: str, documents: Sequence[str]) -> str:
    from fixturetool.fixtures.validation.nearest import nearest

    near = nearest(path, documents)
    return f'; did you mean "{near}"?' if near else ""
