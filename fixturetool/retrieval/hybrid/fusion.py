"""Fusion of rankings by reciprocal rank. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
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


def fuse(legs: Mapping[str, Sequence[int]]) -> list[Fused]:
    """Fuse rankings; chunks of one score are in the order of their ordinals.

    Args:
        legs: Name of a leg to ordinals, best first and each once.
    """
    ranks: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for name, ordinals in legs.items():
        for rank, ordinal in enumerate(ordinals, start=1):
            ranks[ordinal][name] = rank
    fused = [
        Fused(
            score=sum(1 / (RRF_K + rank) for rank in found.values()),
            ordinal=ordinal,
            leg="+".join(found),
            best_leg=min(found, key=found.__getitem__),
        )
        for ordinal, found in ranks.items()
    ]
    return sorted(fused, key=lambda one: (-one.score, one.ordinal))
