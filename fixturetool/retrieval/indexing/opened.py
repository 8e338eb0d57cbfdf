"""An index opened for reading, beside the corpus that it was built from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.errors import RetrievalError, StateError
from fixturetool.retrieval.indexing.blocks import DamagedBlockError, parse_spans
from fixturetool.retrieval.indexing.engine import INDEX_HINT, Engine
from fixturetool.retrieval.indexing.generation import ENGINE_NAME, Blocks
from fixturetool.retrieval.indexing.location import forget_index, hold_index
from fixturetool.retrieval.indexing.refreshing import BuildReport, refresh

if TYPE_CHECKING:
    from pathlib import Path

    from fixturetool.corpus.documents import Document, Figure
    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Terms, Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.indexing.chunks import Chunk
    from fixturetool.retrieval.indexing.manifest import Entry, Manifest

_SOURCES_IN_MEMORY = 64
_AGAIN = "run the command again: it brings the index up to date"


class OpenIndex:
    """An index that can be asked; safe to share between threads.

    Chunks are counted through all sources in the order of their paths: an ordinal is the
    0-based position of a chunk in that count.

    Attributes:
        report: What the build before the opening did.
    """

    def __init__(
        self, corpus: Corpus, folder: Path, manifest: Manifest, report: BuildReport
    ) -> None:
        """Open an index in a folder that the caller holds.

        Raises:
            ValueError: It can't be read.
            OSError: A file of it can't be read.
        """
        self.report = report
        self._corpus = corpus
        self._entries = manifest.entries
        self._firsts = list(accumulate((entry.chunks for entry in self._entries), initial=0))
        self._engine = Engine(folder / ENGINE_NAME)
        if self._engine.chunks != manifest.chunks:
            raise ValueError("its parts don't belong together")
        self._blocks = Blocks(folder)
        # Bound to this object, so that what it holds is freed with it.
        self.chunks_of = lru_cache(_SOURCES_IN_MEMORY)(self._chunks_of)
        self._document_of = lru_cache(_SOURCES_IN_MEMORY)(self._read)

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self._engine.chunks

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The sources, in the order of their chunks."""
        return self._entries

    def rank(self, terms: Terms, limit: int) -> list[tuple[float, int]]:
        """Return the best chunks for some terms as pairs of score and ordinal, best first."""
        return self._engine.rank(terms, limit)

    def place(self, ordinal: int) -> tuple[Entry, int]:
        """Return the source that a chunk is in, and its 0-based position there."""
        source = bisect_right(self._firsts, ordinal) - 1
        return self._entries[source], ordinal - self._firsts[source]

    def unit_of(self, ordinal: int) -> tuple[str, int]:
        """Return what counts as one source of a chunk: its file, or its page of a file.

        Returns:
            The path, and the 1-based page, 0 where the source has no pages.

        Raises:
            RetrievalError: The index turns out to be damaged.
        """
        entry, position = self.place(ordinal)
        if not self._corpus.has_pages:
            return entry.path, 0
        return entry.path, self.chunks_of(entry)[position].page or 0

    def figure_of(self, entry: Entry, chunk: Chunk) -> Figure | None:
        """Return the figure that a chunk describes, None where it is plain text.

        Raises:
            RetrievalError: The source is not what was indexed.
        """
        part = self.document_of(entry).part_at(chunk.start) if chunk.kind else None
        return part.figure if part else None

    def load_ahead(self) -> None:
        """Load the first sources, as many as are kept in memory.

        Raises:
            RetrievalError: One of them is not what was indexed.
        """
        for entry in self._entries[:_SOURCES_IN_MEMORY]:
            if entry.chunks:
                self.document_of(entry)
                self.chunks_of(entry)

    def text_of(self, entry: Entry) -> str:
        """Return the original text of a source.

        Raises:
            RetrievalError: It is not what was indexed.
        """
        return self.document_of(entry).text

    def document_of(self, entry: Entry) -> Document:
        """Return a source's text and layout.

        Raises:
            RetrievalError: It is not what was indexed.
        """
        try:
            mark = self._corpus.mark(entry.path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise RetrievalError(f'"{entry.path}" can\'t be read: {reason}', hint=_AGAIN) from error
        if mark != (entry.size, entry.mtime_ns, entry.stamp):
            message = f'"{entry.path}" was changed after it was indexed'
            raise RetrievalError(message, hint=_AGAIN)
        return self._document_of(entry.path)

    def chunk_texts(self, entry: Entry) -> list[str]:
        """Return the texts of a source's chunks, in order.

        Raises:
            RetrievalError: The source is not what was indexed.
        """
        if not entry.chunks:
            return []
        text = self.text_of(entry)
        return [text[chunk.start : chunk.end] for chunk in self.chunks_of(entry)]

    def close(self) -> None:
        """Release the index's files."""
        self._blocks.close()

    def _chunks_of(self, entry: Entry) -> tuple[Chunk, ...]:
        """Return the chunks of a source."""
        try:
            return parse_spans(self._blocks.read(entry), entry.chunks)
        except DamagedBlockError as error:
            raise RetrievalError(f"the index is damaged: {error}", hint=INDEX_HINT) from error

    def _read(self, path: str) -> Document:
        try:
            return self._corpus.document(path)
        except UnreadableError as error:
            raise RetrievalError(str(error), hint=_AGAIN) from error


def open_index(
    corpus: Corpus, tokenizer: Tokenizer, state_dir: Path, progress: Progress
) -> OpenIndex:
    """Bring the index of a corpus up to date and open it.

    Raises:
        StateError: It can't be written or read.
    """
    with hold_index(state_dir, corpus.language) as home:
        report, folder, manifest = refresh(home, corpus, tokenizer, progress)
        try:
            return OpenIndex(corpus, folder, manifest, report)
        except (ValueError, OSError) as error:
            reason = f"it can't be opened: {error}"
        forget_index(home)
        report, folder, manifest = refresh(home, corpus, tokenizer, progress)
        try:
            return OpenIndex(corpus, folder, manifest, replace(report, rebuilt_because=reason))
        except (ValueError, OSError) as error:
            raise StateError(f'the index in "{folder}" can\'t be opened: {error}') from error
