"""From the engine's best chunks to those that bring the best sources."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from fixturetool.corpus.tokens import Terms
    from fixturetool.retrieval.indexing.opened import OpenIndex

CHUNKS_PER_SOURCE = 5
"""The most chunks of one source that come back for a query, the best ones."""

Ranked = tuple[float, int]
"""A chunk's score, higher being better, and its ordinal."""

T = TypeVar("T")

_FIRST_FETCH = 64
_FETCH_GROWTH = 4
# Scores are sums of 32-bit numbers, added up in an order that depends on the neighbours: equal
# chunks may differ in the last bits.
_SAME_SCORE = 1e-6


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
        chosen, sources = choose(sure, k, lambda hit: index.unit_of(hit[1]))
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


def choose(ranked: Iterable[T], k: int, source_of: Callable[[T], Hashable]) -> tuple[list[T], int]:
    """Take chunks until ``k`` sources are among them, ``CHUNKS_PER_SOURCE`` of each at most.

    Args:
        ranked: Chunks, best first.
        k: How many sources are wanted.
        source_of: Tells the source of a chunk; a page is one where sources have pages.

    Returns:
        The chunks, and how many sources they are from.
    """
    chosen: list[T] = []
    taken: Counter[Hashable] = Counter()
    for one in ranked:
        source = source_of(one)
        if taken[source] < CHUNKS_PER_SOURCE:
            taken[source] += 1
            chosen.append(one)
        if len(taken) == k:
            break
    return chosen, len(taken)
