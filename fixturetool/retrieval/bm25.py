"""The embedded retriever: BM25 over chunks of the corpus, folded to sources."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.indexing.chunks import CHUNK_CHARACTERS
from fixturetool.retrieval.indexing.engine import NAME_BOOST, engine_version
from fixturetool.retrieval.indexing.opened import open_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Terms, Tokenizer
    from fixturetool.progress import Progress
    from fixturetool.retrieval.indexing.opened import OpenIndex
    from fixturetool.retrieval.indexing.refreshing import BuildReport

CHUNKS_PER_SOURCE = 5
"""The most chunks of one source that come back for a query, the best ones."""

Ranked = tuple[float, int]

_FIRST_FETCH = 64
_FETCH_GROWTH = 4
# Scores are sums of 32-bit numbers, added up in an order that depends on the neighbours: equal
# chunks may differ in the last bits.
_SAME_SCORE = 1e-6
_SCORE_DIGITS = 4
_ANY_WORD = "检索"


class Bm25Retriever:
    """Answers from an index on disk for each language; a Retriever.

    Attributes:
        reports: Fixture language to what the build of its index did.
    """

    def __init__(
        self, indexes: Mapping[str, OpenIndex], tokenizers: Mapping[str, Tokenizer]
    ) -> None:
        self._indexes = indexes
        self._tokenizers = tokenizers
        self.reports: Mapping[str, BuildReport] = {
            language: index.report for language, index in indexes.items()
        }

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the engine, how text was cut, and the size of each index."""
        description: dict[str, str | int | float | bool] = {
            "name": "bm25",
            "engine": f"tantivy {engine_version()}",
            "chunk_characters": CHUNK_CHARACTERS,
            "chunks_per_source": CHUNKS_PER_SOURCE,
            "name_boost": NAME_BOOST,
        }
        for language, index in sorted(self._indexes.items()):
            tokenizer = self._tokenizers[language]
            description[f"tokenizer.{language}"] = tokenizer.identity
            description[f"stop_words.{language}"] = tokenizer.stop_words_digest
            description[f"chunks.{language}"] = index.chunks
        return description

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return chunks, best first, down to the first one of the ``k``-th distinct source.

        Chunks of one score are in the order of their paths, and of their place in the source.
        A source comes back with its ``CHUNKS_PER_SOURCE`` best chunks at most.

        Raises:
            RetrievalError: There is no index for the language, or a source that belongs to the
                answer is no longer what was indexed.
        """
        index = self._indexes.get(language)
        if index is None:
            known = ", ".join(sorted(self._indexes)) or "none"
            raise RetrievalError(f'no index for language "{language}"', hint=f"there are: {known}")
        terms = self._tokenizers[language].query_terms(query)
        chosen = best_chunks(index, terms, k) if terms and k > 0 else []
        return [_hit(index, score, ordinal, chunk_context) for score, ordinal in chosen]

    def close(self) -> None:
        """Release the indexes."""
        for index in self._indexes.values():
            index.close()


def open_bm25(
    corpora: Mapping[str, Corpus],
    tokenizers: Mapping[str, Tokenizer],
    state_dir: Path,
    progress: Progress,
) -> Bm25Retriever:
    """Bring the index of every language up to date and open it, ready for the first query.

    Raises:
        StateError: An index can't be written or read.
    """
    indexes: dict[str, OpenIndex] = {}
    with ExitStack() as opened:
        for language, corpus in corpora.items():
            indexes[language] = open_index(corpus, tokenizers[language], state_dir, progress)
            opened.callback(indexes[language].close)
            # Loads the segmenter's dictionary, which is no part of the first query's latency.
            tokenizers[language].tokens(_ANY_WORD)
        opened.pop_all()
    return Bm25Retriever(indexes, tokenizers)


def best_chunks(index: OpenIndex, terms: Terms, k: int) -> list[Ranked]:
    """Return the chunks that bring the ``k`` best sources, as pairs of score and ordinal."""
    if not index.chunks:
        return []
    # Never more than there are: the engine makes room for all of them beforehand.
    limit = min(max(_FIRST_FETCH, _FETCH_GROWTH * k), index.chunks)
    while True:
        fetched = index.rank(terms, limit)
        is_all = len(fetched) < limit or limit == index.chunks
        ranked = settle_ties(fetched)
        # What has the last score may go on beyond the fetch.
        sure = ranked if is_all else [hit for hit in ranked if hit[0] > ranked[-1][0]]
        chosen, sources = _choose(index, sure, k)
        if is_all or sources == k:
            return chosen
        limit = min(limit * _FETCH_GROWTH, index.chunks)


def settle_ties(hits: Iterable[Ranked]) -> list[Ranked]:
    """Order chunks by score, and those that differ only by rounding by their ordinals.

    Args:
        hits: Pairs of score and ordinal, best first.
    """
    groups: list[tuple[float, list[int]]] = []
    for score, ordinal in hits:
        if not groups or score < groups[-1][0] * (1 - _SAME_SCORE):
            groups.append((score, []))
        groups[-1][1].append(ordinal)
    return [(score, ordinal) for score, ordinals in groups for ordinal in sorted(ordinals)]


def _choose(index: OpenIndex, ranked: Iterable[Ranked], k: int) -> tuple[list[Ranked], int]:
    """Take chunks until ``k`` sources are among them; return how many are."""
    chosen: list[Ranked] = []
    taken: Counter[str] = Counter()
    for score, ordinal in ranked:
        path = index.place(ordinal)[0].path
        if taken[path] < CHUNKS_PER_SOURCE:
            taken[path] += 1
            chosen.append((score, ordinal))
        if len(taken) == k:
            break
    return chosen, len(taken)


def _hit(index: OpenIndex, score: float, ordinal: int, chunk_context: int) -> Hit:
    entry, position = index.place(ordinal)
    text, chunks = index.text_of(entry), index.chunks_of(entry)
    chunk = chunks[position]
    first = chunks[max(position - chunk_context, 0)]
    last = chunks[min(position + chunk_context, len(chunks) - 1)]
    return Hit(
        path=entry.path,
        score=round(score, _SCORE_DIGITS),
        text=text[chunk.start : chunk.end],
        context_before=text[first.start : chunk.start],
        context_after=text[chunk.end : last.end],
        leg="bm25",
        start_line=chunk.first_line,
        end_line=chunk.last_line,
    )
