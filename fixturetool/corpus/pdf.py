"""PDFs as a corpus: its sources are PDF files, and their pages and figures are known.

Beside the corpora of the languages, one is made of PDFs and has a name of its own, by which every
command finds it again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.listing.globs import Globs
from fixturetool.corpus.listing.walk import Walk
from fixturetool.corpus.pdfs.composing import compose_document
from fixturetool.corpus.pdfs.descriptions import Sidecar, load_sidecar
from fixturetool.corpus.pdfs.extraction import extractor_identity
from fixturetool.corpus.pdfs.facts import PdfFacts, facts_of
from fixturetool.corpus.pdfs.register import (
    PdfRecord,
    forget_pdfs,
    known_pdfs,
    load_record,
    make_record,
    pages_folder,
    save_record,
)
from fixturetool.corpus.pdfs.store import PdfStore, mark_of_pdf
from fixturetool.corpus.sources import Corpus, Source, Trouble
from fixturetool.errors import CorpusError
from fixturetool.progress import Silent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fixturetool.corpus.documents import Document
    from fixturetool.corpus.listing.stamp import Mark
    from fixturetool.corpus.pdfs.pages import Page
    from fixturetool.progress import Progress

__all__ = [
    "PdfCorpus",
    "PdfFacts",
    "PdfRecord",
    "forget_pdfs",
    "known_pdfs",
    "load_pdf_corpus",
    "load_record",
    "make_record",
    "save_record",
]

_PDFS = ("**/*.pdf", "**/*.PDF", "**/*.Pdf")


@dataclass(frozen=True, slots=True)
class PdfCorpus(Corpus):
    """A corpus whose sources are PDFs.

    Attributes:
        store: Keeps the pages of PDFs that were read.
        sidecar: What is said of their figures.
    """

    store: PdfStore
    sidecar: Sidecar

    @property
    def has_pages(self) -> bool:
        """Whether its sources have pages: they have."""
        return True

    @property
    def reading(self) -> str:
        """What decides how bytes become text."""
        return extractor_identity()

    def document(self, path: str) -> Document:
        """Return a PDF's text with its pages and figures.

        Raises:
            KeyError: No source has that path.
            UnreadableError: The file can't be read.
        """
        return compose_document(self._pages(path, Silent()), self.sidecar.of(path))

    def read(self, path: str) -> str:
        """Return a PDF's text; raises what ``document`` raises."""
        return self.document(path).text

    def mark(self, path: str) -> Mark:
        """Return how a PDF and what is said of it stand now.

        Raises:
            OSError: It is gone.
        """
        return mark_of_pdf(self.root / path, self.sidecar.of(path).digest)

    def prepare(self, progress: Progress) -> None:
        """Read the PDFs that changed, telling of each page, and drop what is kept of others.

        Raises:
            StateError: What was read can't be kept.
        """
        files = [self.root / source.path for source in self.sources]
        for source, file in zip(self.sources, files, strict=True):
            if not self.store.is_fresh(file):
                # One that can't be read is told of by whoever wants its text.
                with suppress(UnreadableError):
                    self._pages(source.path, progress)
        self.store.keep_only(files)

    def unreadable(self) -> tuple[Trouble, ...]:
        """Return the PDFs that can't be read, and why."""
        troubles: list[Trouble] = []
        for source in self.sources:
            if not self.store.is_fresh(self.root / source.path):
                try:
                    self.store.pages(self.root / source.path, Silent())
                except UnreadableError as error:
                    troubles.append(Trouble(source.path, str(error)))
        return tuple(troubles)

    def facts(self) -> Iterator[PdfFacts]:
        """Tell what each PDF that can be read has to offer."""
        for source in self.sources:
            with suppress(UnreadableError):
                pages = self._pages(source.path, Silent())
                yield facts_of(source.path, pages, self.sidecar.of(source.path))

    def _pages(self, path: str, progress: Progress) -> tuple[Page, ...]:
        if self.find(path) is None:
            raise KeyError(path)
        try:
            return self.store.pages(self.root / path, progress)
        except UnreadableError as error:
            raise UnreadableError(f'"{path}" is {error}') from None


def load_pdf_corpus(record: PdfRecord, state_dir: Path, *, writes: bool = True) -> PdfCorpus:
    """List the PDFs of a corpus; none is read.

    Args:
        record: What it is made of.
        state_dir: Where derived files are kept.
        writes: Whether anything may be kept there.

    Raises:
        CorpusError: A file or folder is missing, or there is no PDF.
        UsageError: The sidecar can't be read, or holds what is no description.
    """
    sidecar = load_sidecar(record.figures) if record.figures else Sidecar()
    files, troubles = _listed(record)
    root = Path(os.path.commonpath([file.parent for file in files]))
    sources = []
    for file in files:
        path = file.relative_to(root).as_posix()
        try:
            size, mtime_ns, stamp = mark_of_pdf(file, sidecar.of(path).digest)
        except OSError as error:
            troubles.append(Trouble(path, (error.strerror or str(error)).lower()))
        else:
            sources.append(Source(path, official=True, size=size, mtime_ns=mtime_ns, stamp=stamp))
    store = PdfStore(state_dir, pages_folder(state_dir, record.name), writes)
    return PdfCorpus(
        root, record.name, tuple(sorted(sources)), tuple(sorted(troubles)), (), store, sidecar
    )


def _listed(record: PdfRecord) -> tuple[list[Path], list[Trouble]]:
    files: dict[Path, None] = {}
    troubles: list[Trouble] = []
    for path in record.paths:
        if path.is_dir():
            walk = Walk(path, path, Globs(_PDFS, "--pdf"), Globs((), "--pdf"), _is_official)
            files |= {path / source.path: None for source in walk.sources}
            troubles += walk.troubles
        elif path.is_file():
            files[path] = None
        else:
            raise CorpusError(
                f'no corpus "{record.name}": there is no file or folder "{path}"',
                hint="name the PDFs with: fixturetool index build --pdf",
            )
    if not files:
        where = ", ".join(f'"{path}"' for path in record.paths)
        raise CorpusError(f'no corpus "{record.name}": there is no PDF in {where}')
    return list(files), troubles


def _is_official(_: str) -> bool:
    return True
