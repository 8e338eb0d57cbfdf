"""One language of the embedded index, and the legs by which it is searched: words and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.retrieval.choosing import best_chunks, choose, settle_ties
from fixturetool.retrieval.hybrid.fusion import Fused, fuse
from fixturetool.retrieval.hybrid.model import QueryVectorError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fixturetool.corpus.sources import Trouble
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.retrieval.hybrid.leg import VectorLeg
    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.retrieval.indexing.opened import OpenIndex

WORDS = "bm25"
"""The leg that searches words, as hits name it."""

VECTORS = "vector"
"""The leg that searches vectors, as hits name it."""

LEG_DEPTH = 1000
"""How many of its best chunks a leg brings into the fusion, or ten for each source wanted."""

_DEPTH_OF_A_SOURCE = 10
_BM25_DIGITS = 4  # of sums of 32-bit numbers


@dataclass(frozen=True, slots=True)
class Legs:
    """An open index that can be searched; safe to share between threads.

    Attributes:
        index: The chunks and their words.
        tokenizer: Cuts a query into words.
        vectors: The chunks' vectors, or None where words alone are searched.
        model: Makes the vector of a query; None where words alone are searched.
        troubles: Chunks that have no vector, since the model refused them.
    """

    index: OpenIndex
    tokenizer: Tokenizer
    vectors: VectorLeg | None = None
    model: VectorModel | None = None
    troubles: tuple[Trouble, ...] = ()

    def best(self, query: str, k: int, *, words: bool = True, vectors: bool = True) -> list[Fused]:
        """Return chunks, best first, down to the first one of the ``k``-th distinct source.

        Chunks of one score are in the order of their paths, and of their place in the source.

        Args:
            query: The question.
            k: How many sources are wanted.
            words: Whether to search words.
            vectors: Whether to search vectors, where there are any.

        Returns:
            Chunks with the score of what was searched: BM25, a cosine, or of both fused by
            reciprocal rank.

        Raises:
            RetrievalError: The index turns out to be damaged.
            QueryVectorError: The vector of the query can't be had.
        """
        if k < 1 or not query.strip():
            return []
        if not vectors or self.model is None:
            return self._by_words(query, k) if words else []
        depth = max(LEG_DEPTH, _DEPTH_OF_A_SOURCE * k)
        near = self._nearest(query, depth)
        ranked = self._fused(query, near, depth) if words else _alone(near, VECTORS)
        return choose(ranked, k, lambda one: self.index.unit_of(one.ordinal))[0]

    def _by_words(self, query: str, k: int) -> list[Fused]:
        terms = self.tokenizer.query_terms(query)
        best = best_chunks(self.index, terms, k) if terms else []
        return _alone(((round(score, _BM25_DIGITS), ordinal) for score, ordinal in best), WORDS)

    def _fused(self, query: str, near: Sequence[tuple[float, int]], depth: int) -> Iterator[Fused]:
        terms = self.tokenizer.query_terms(query)
        limit = min(depth, self.index.chunks)
        worded = settle_ties(self.index.rank(terms, limit)) if terms and limit else []
        return fuse({WORDS: [one for _, one in worded], VECTORS: [one for _, one in near]})

    def _nearest(self, query: str, depth: int) -> list[tuple[float, int]]:
        if self.vectors is None or self.model is None:  # there is no chunk
            return []
        vector = self.model.vector_of_query(query)
        if len(vector) != self.vectors.dimensions:
            raise QueryVectorError(
                f"the vector of the query has {len(vector)} dimensions, those of the index "
                f"{self.vectors.dimensions}",
                hint="the model changed: delete its vectors with: fixturetool index clear",
            )
        return self.vectors.rank(vector, depth)


def _alone(ranked: Iterable[tuple[float, int]], leg: str) -> list[Fused]:
    return [Fused(score, ordinal, leg, leg) for score, ordinal in ranked]
