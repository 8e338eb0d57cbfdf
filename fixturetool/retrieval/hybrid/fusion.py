"""Fusion of rankings by reciprocal rank. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

RRF_K = 60
"""The constant of Cormack, Clarke and Büttcher: Reciprocal Rank Fusion outperforms Condorcet and
individual Rank Learning Methods, SIGIR 2009."""


class Fused(NamedTuple):
    """A chunk in a fused ranking.

    Attributes:
        score: The sum, over the legs that found it, of ``1 / (RRF_K + rank)``.
        ordinal: Which chunk.
        leg: The legs that found it, joined by ``+`` in their order.
        best_leg: The leg that ranked it best; of several the first.
    """

    score: float
    ordinal: int
    leg: str
    best_leg: str


def fuse(legs: Mapping[str, Sequence[int]]) -> Iterator[Fused]:
    """Yield the chunks of fused rankings, best first; equal scores by their ordinals.

    Args:
        legs: Name of a leg to ordinals, best first and each once.
    """
    ranks = {
        name: {ordinal: rank for rank, ordinal in enumerate(ordinals, start=1)}
        for name, ordinals in legs.items()
    }
    scores: defaultdict[int, float] = defaultdict(float)
    for ranked in ranks.values():
        for ordinal, rank in ranked.items():
            scores[ordinal] += 1 / (RRF_K + rank)
    for ordinal, score in sorted(scores.items(), key=lambda one: (-one[1], one[0])):
        found = [name for name, ranked in ranks.items() if ordinal in ranked]
        best = min(found, key=lambda name: ranks[name][ordinal])
        yield Fused(score, ordinal, "+".join(found), best)
