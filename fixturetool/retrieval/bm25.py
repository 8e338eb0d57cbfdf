"""The embedded retriever: chunks of the corpus by words, or by words and vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.choosing import CHUNKS_PER_SOURCE
from fixturetool.retrieval.embedded import open_legs
from fixturetool.retrieval.hybrid.fusion import RRF_K
from fixturetool.retrieval.indexing.chunks import CHUNK_CHARACTERS
from fixturetool.retrieval.indexing.engine import NAME_BOOST, engine_version
from fixturetool.retrieval.legs import LEG_DEPTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.hybrid.fusion import Fused
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.retrieval.indexing.opened import OpenIndex
    from fixturetool.retrieval.indexing.refreshing import BuildReport
    from fixturetool.retrieval.legs import Legs

_SCORE_DIGITS = 6


class Bm25Retriever:
    """Answers from an index on disk for each language; a Retriever.

    Attributes:
        reports: Fixture language to what the build of its index did.
        troubles: Chunks that have no vector, since the model refused them.
    """

    def __init__(self, legs: Mapping[str, Legs], model: VectorModel | None = None) -> None:
        """Take what is searched.

        Args:
            legs: Fixture language to its index.
            model: Makes the vectors of queries, closed with the retriever; None: words alone are
                searched.
        """
        self._legs = legs
        self._model = model
        self.reports: Mapping[str, BuildReport] = {
            language: one.index.report for language, one in legs.items()
        }
        self.troubles = [trouble for one in legs.values() for trouble in one.troubles]

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the engine, how text was cut, what is fused, and the size of each index."""
        description: dict[str, str | int | float | bool] = {
            "name": "bm25+vector" if self._model else "bm25",
            "engine": f"tantivy {engine_version()}",
            "chunk_characters": CHUNK_CHARACTERS,
            "chunks_per_source": CHUNKS_PER_SOURCE,
            "name_boost": NAME_BOOST,
        }
        if self._model:
            description |= self._model.describe()
            description["fusion"] = f"reciprocal rank, k {RRF_K}, {LEG_DEPTH} chunks of each leg"
        for language, one in sorted(self._legs.items()):
            description[f"tokenizer.{language}"] = one.tokenizer.identity
            description[f"stop_words.{language}"] = one.tokenizer.stop_words_digest
            description[f"chunks.{language}"] = one.index.chunks
            if one.vectors:
                description[f"embeddings.dimensions.{language}"] = one.vectors.dimensions
        return description

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return chunks, best first, down to the first one of the ``k``-th distinct source.

        Chunks of one score are in the order of their paths, and of their place in the source.
        A source comes back with its ``CHUNKS_PER_SOURCE`` best chunks at most.

        Raises:
            RetrievalError: There is no index for the language, a source that belongs to the
                answer is no longer what was indexed, or the query's vector can't be had.
        """
        legs = self._legs.get(language)
        if legs is None:
            known = ", ".join(sorted(self._legs)) or "none"
            raise RetrievalError(f'no index for language "{language}"', hint=f"there are: {known}")
        return [_hit(legs.index, found, chunk_context) for found in legs.best(query, k)]

    def close(self) -> None:
        """Release the indexes, and the model's connections."""
        for one in self._legs.values():
            one.index.close()
        if self._model:
            self._model.close()


def open_bm25(
    corpora: Mapping[str, Corpus],
    tokenizers: Mapping[str, Tokenizer],
    state_dir: Path,
    progress: Progress,
    model: VectorModel | None = None,
) -> Bm25Retriever:
    """Bring the index of every language up to date and open it, ready for the first query.

    Args:
        corpora: Fixture language to its corpus.
        tokenizers: Fixture language to its tokenizer.
        state_dir: Where derived files are kept.
        progress: Told of long work.
        model: Makes vectors; None: words alone are searched.

    Raises:
        ProviderError: Vectors of chunks can't be had; those that were paid for are kept.
        StateError: An index can't be written or read.
    """
    return Bm25Retriever(open_legs(corpora, tokenizers, state_dir, progress, model), model)


def _hit(index: OpenIndex, found: Fused, chunk_context: int) -> Hit:
    entry, position = index.place(found.ordinal)
    text, chunks = index.text_of(entry), index.chunks_of(entry)
    chunk = chunks[position]
    first = chunks[max(position - chunk_context, 0)]
    last = chunks[min(position + chunk_context, len(chunks) - 1)]
    figure = index.figure_of(entry, chunk)
    return Hit(
        path=entry.path,
        score=round(found.score, _SCORE_DIGITS),
        text=text[chunk.start : chunk.end],
        context_before=text[first.start : chunk.start],
        context_after=text[chunk.end : last.end],
        leg=found.leg,
        start_line=chunk.first_line,
        end_line=chunk.last_line,
        start_page=chunk.page,
        end_page=chunk.page,
        chunk_id=f"{entry.path}#{position}",
        kind=chunk.kind,
        summary=figure.summary if figure else "",
    )
