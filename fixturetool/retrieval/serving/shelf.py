"""The indexes that a server answers from, and the chunks in them that a query finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.retrieval.embedded import open_legs
from fixturetool.retrieval.legs import VECTORS
from fixturetool.retrieval.serving.wire import (
    ChunkMatch,
    FigureFacts,
    FigureMetadata,
    MatchMetadata,
    Provenance,
    Region,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.hybrid.fusion import Fused
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.retrieval.indexing.chunks import Chunk
    from fixturetool.retrieval.indexing.manifest import Entry
    from fixturetool.retrieval.indexing.opened import OpenIndex

_SCORE_DIGITS = 6


class Shelf:
    """The open index of every language; safe to share between threads.

    Attributes:
        chunks: Fixture language to the number of its chunks.
        has_vectors: Whether vectors are searched, beside words.
        troubles: Sources that can't be read, so that no answer has them, and chunks that have no
            vector.
    """

    def __init__(
        self,
        corpora: Mapping[str, Corpus],
        tokenizers: Mapping[str, Tokenizer],
        state_dir: Path,
        progress: Progress,
        model: VectorModel | None = None,
    ) -> None:
        """Bring the index of every language up to date and open it.

        Args:
            corpora: Fixture language to its corpus.
            tokenizers: Fixture language to its tokenizer.
            state_dir: Where derived files are kept.
            progress: Told of long work.
            model: Makes vectors, and is not closed here; None: words alone are searched.

        Raises:
            ProviderError: Vectors of chunks can't be had; those that were paid for are kept.
            StateError: An index can't be written or read.
        """
        self._legs = open_legs(corpora, tokenizers, state_dir, progress, model)
        self.has_vectors = model is not None
        self._names = {
            corpus.root.name: language
            for language, corpus in corpora.items()
            if not corpus.has_pages
        }
        self._names |= {language: language for language in corpora}
        self.chunks = {language: legs.index.chunks for language, legs in self._legs.items()}
        self.troubles = [
            one
            for legs in self._legs.values()
            for one in (*legs.index.report.troubles, *legs.troubles)
        ]
        for language, corpus in corpora.items():
            if corpus.has_pages:  # to load a long PDF takes a second, which no client should pay
                self._legs[language].index.load_ahead()

    def language(self, corpus_id: str) -> str | None:
        """Return the fixture language that a corpus id means: itself, or a folder's name."""
        return self._names.get(corpus_id)

    def search(
        self, language: str, query: str, limit: int, *, words: bool = True, vectors: bool = True
    ) -> list[ChunkMatch]:
        """Return chunks, best first, in the order in which the embedded retriever has them.

        Args:
            language: A language of the shelf.
            query: The question.
            limit: Chunks at most. A source comes back with its 5 best ones at most, so that
                ``5 * (k - 1) + 1`` chunks come from ``k`` sources where so many match. Where
                sources have pages, this holds of a page.
            words: Whether to search words.
            vectors: Whether to search vectors, where there are any.

        Raises:
            RetrievalError: A source of the answer is no longer what was indexed.
            QueryVectorError: The query's vector can't be had.
        """
        legs = self._legs[language]
        # As many sources have as many chunks or more.
        best = legs.best(query, limit, words=words, vectors=vectors)[:limit]
        return [_match(legs.index, language, found) for found in best]

    def close(self) -> None:
        """Release the indexes."""
        for legs in self._legs.values():
            legs.index.close()


def _match(index: OpenIndex, language: str, found: Fused) -> ChunkMatch:
    entry, position = index.place(found.ordinal)
    text, chunk = index.text_of(entry), index.chunks_of(entry)[position]
    return ChunkMatch(
        chunk_id=f"{entry.path}#{position}",
        content=text[chunk.start : chunk.end],
        file_path=entry.path,
        start_line=chunk.first_line,
        end_line=chunk.last_line,
        language=language if chunk.page is None else None,
        score=round(found.score, _SCORE_DIGITS),
        source="vector" if found.best_leg == VECTORS else "sparse",
        metadata=_metadata(index, language, entry, position),
        provenance=_provenance(index, entry, chunk),
    )


def _metadata(
    index: OpenIndex, language: str, entry: Entry, position: int
) -> MatchMetadata | FigureMetadata:
    chunk = index.chunks_of(entry)[position]
    plain = MatchMetadata(
        corpus_id=language, char_start=chunk.start, char_end=chunk.end, chunk_ordinal=position
    )
    figure = index.figure_of(entry, chunk)
    if figure is None:
        return plain
    facts = FigureFacts(
        kind=figure.kind,
        summary=figure.summary,
        labels=list(figure.labels),
        components=list(figure.components),
        connections=list(figure.connections),
        values=list(figure.values),
        references=list(figure.references),
    )
    return FigureMetadata(**plain.model_dump(), figure=facts)


def _provenance(index: OpenIndex, entry: Entry, chunk: Chunk) -> Provenance | None:
    box = index.document_of(entry).box_of(chunk.start, chunk.end)
    if chunk.page is None or box is None:
        return None
    region = Region(page=chunk.page, **box._asdict())
    return Provenance(page_start=chunk.page, page_end=chunk.page, regions=[region])
