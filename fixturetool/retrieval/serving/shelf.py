"""The indexes that a server answers from, and the chunks in them that a query finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.retrieval.choosing import best_chunks
from fixturetool.retrieval.indexing.opened import open_index
from fixturetool.retrieval.serving.wire import ChunkMatch, MatchMetadata

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.indexing.opened import OpenIndex

_SCORE_DIGITS = 4


class Shelf:
    """The open index of every language; safe to share between threads.

    Attributes:
        chunks: Fixture language to the number of its chunks.
    """

    def __init__(
        self,
        corpora: Mapping[str, Corpus],
        tokenizers: Mapping[str, Tokenizer],
        state_dir: Path,
        progress: Progress,
    ) -> None:
        """Bring the index of every language up to date and open it.

        Raises:
            StateError: An index can't be written or read.
        """
        self._tokenizers = tokenizers
        self._indexes: dict[str, OpenIndex] = {}
        for language, corpus in corpora.items():
            self._indexes[language] = open_index(corpus, tokenizers[language], state_dir, progress)
        self._names = {corpus.root.name: language for language, corpus in corpora.items()}
        self._names |= {language: language for language in corpora}
        self.chunks = {language: index.chunks for language, index in self._indexes.items()}
        for language in corpora:  # the first query loads the segmenter: not at a client's cost
            self.search(language, language, 1)

    def language(self, corpus_id: str) -> str | None:
        """Return the fixture language that a corpus id means: itself, or a folder's name."""
        return self._names.get(corpus_id)

    def search(self, language: str, query: str, limit: int) -> list[ChunkMatch]:
        """Return chunks, best first, in the order in which the embedded retriever has them.

        Args:
            language: A language of the shelf.
            query: The question.
            limit: Chunks at most. A source comes back with its 5 best ones at most, so that
                ``5 * (k - 1) + 1`` chunks come from ``k`` sources where so many match.

        Raises:
            RetrievalError: A source of the answer is no longer what was indexed.
        """
        index = self._indexes[language]
        terms = self._tokenizers[language].query_terms(query)
        # As many sources have as many chunks or more.
        ranked = best_chunks(index, terms, limit)[:limit] if terms else []
        return [_match(index, language, score, ordinal) for score, ordinal in ranked]

    def close(self) -> None:
        """Release the indexes."""
        for index in self._indexes.values():
            index.close()


def _match(index: OpenIndex, language: str, score: float, ordinal: int) -> ChunkMatch:
    entry, position = index.place(ordinal)
    text, chunk = index.text_of(entry), index.chunks_of(entry)[position]
    return ChunkMatch(
        chunk_id=f"{entry.path}#{position}",
        content=text[chunk.start : chunk.end],
        file_path=entry.path,
        start_line=chunk.first_line,
        end_line=chunk.last_line,
        language=language,
        score=round(score, _SCORE_DIGITS),
        metadata=MatchMetadata(
            corpus_id=language,
            char_start=chunk.start,
            char_end=chunk.end,
            chunk_ordinal=position,
        ),
    )
