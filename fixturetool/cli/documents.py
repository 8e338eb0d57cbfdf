"""Which corpus a path dataset is about, and which documents the system has indexed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import click

from fixturetool.cli.dataset_corpus import language_of, unnamed_corpus
from fixturetool.cli.pdfs import load_searched
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.pdf import PdfCorpus
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.errors import CorpusError, UsageError
from fixturetool.evaluation.lanes.expectation import Unit
from fixturetool.progress import Progress
from fixturetool.settings import Settings

documents_option = click.option(
    "--documents",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="All that the system has indexed: a list of paths, one a line or as JSON, or a folder."
    "  [the sources of the corpus, where it is here]",
)


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a system searches.

    Attributes:
        name: The corpus: a language of the corpus folder, a corpus of PDFs, or a name of the
            system's own.
        corpora: The same corpus where it is here.
        documents: The paths of all indexed documents, None where they are not known.
    """

    name: str
    corpora: Mapping[str, Corpus] = field(default_factory=dict)
    documents: tuple[str, ...] | None = None

    def length(self, document: str, unit: Unit) -> int | None:
        """Return how many lines or pages a document has, None where that is not known."""
        corpus = self.corpora.get(self.name)
        if corpus is None or corpus.find(document) is None:
            return None
        try:
            text = corpus.document(document)
        except UnreadableError:
            return None
        if unit == "page":
            return text.parts[-1].page if text.parts else None
        return len(text.text.splitlines())


def find_indexed(
    settings: Settings, dataset: str, language: str | None, told: Path | None, *, embedded: bool
) -> Indexed:
    """Return what a path dataset is asked of.

    Args:
        settings: Where the corpus is.
        dataset: The dataset's name, which names its corpus where no language is given.
        language: The corpus that is meant, or None.
        told: A list of the indexed documents, or the folder that holds them.
        embedded: Whether the system reads the corpus itself, so that it must be here.

    Raises:
        CorpusError: The corpus must be here and is not.
        UsageError: The list can't be read.
    """
    found = language or language_of(settings, dataset)
    if found is None and embedded:
        raise unnamed_corpus(settings, dataset)
    name = found or dataset
    corpora = _corpora(settings, name, embedded=embedded)
    if told is not None:
        return Indexed(name, corpora, read_documents(told))
    if not corpora:
        return Indexed(name)
    return Indexed(name, corpora, tuple(source.path for source in corpora[name].sources))


def troubles_of(corpus: Corpus, state: Path, progress: Progress) -> tuple[Trouble, ...]:
    """Return which files of a corpus, or pages, can't be read or have faults."""
    if isinstance(corpus, PdfCorpus):
        return (*corpus.troubles, *corpus.unreadable())
    return open_snapshot(corpus, state, progress).troubles


def fingerprint_of(corpus: Corpus, state: Path, progress: Progress) -> str:
    """Return a hash of a corpus's texts; what can't be read counts as empty."""
    if not corpus.has_pages:
        return open_snapshot(corpus, state, progress).fingerprint
    hasher = blake2b(digest_size=16)
    for source in corpus.sources:
        hasher.update(f"{source.path}\0{_digest(corpus, source.path)}\0".encode())
    return hasher.hexdigest()


def _digest(corpus: Corpus, path: str) -> str:
    try:
        return corpus.document(path).digest
    except UnreadableError:
        return ""


def read_documents(path: Path) -> tuple[str, ...]:
    """Return the paths that a list has, or those of all files of a folder.

    Raises:
        UsageError: It can't be read, or is empty.
    """
    try:
        if path.is_dir():
            found = [str(one.relative_to(path)) for one in sorted(path.rglob("*")) if one.is_file()]
        else:
            found = _listed(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f'the list of documents "{path}" can\'t be read: {error}') from error
    if not found:
        raise UsageError(f'"{path}" lists no documents', hint="one path a line")
    return tuple(found)


def _listed(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        try:
            value = json.loads(text)
        except ValueError as error:
            raise UsageError(f"the list of documents is no JSON: {error}") from error
        return [path for path in value if isinstance(path, str)]
    return [line.strip() for line in text.splitlines() if line.strip()]


def _corpora(settings: Settings, name: str, *, embedded: bool) -> Mapping[str, Corpus]:
    try:
        return load_searched(settings, [name])
    except CorpusError as error:
        if not embedded:
            return {}
        hint = error.hint or "name the corpus with --language CODE"
        raise CorpusError(str(error), hint=hint) from error
