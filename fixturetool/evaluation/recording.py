"""From what a retriever returned to records that can be kept: nothing in it is taken on trust."""

import math
from collections.abc import Sequence

from fixturetool.errors import RetrievalError
from fixturetool.evaluation.run import RunHit
from fixturetool.retrieval.base import Hit, fold


def record_hits(hits: Sequence[Hit]) -> tuple[RunHit, ...]:
    """Rank the hits by their sources, and keep them all in the order in which they came.

    Raises:
        RetrievalError: Something in there is no hit, or a path or text of one is no text.
    """
    for hit in hits:
        _check(hit)
    ranks = {source.path: source.rank for source in fold(hits, len(hits))}
    return tuple(_record(hit, ranks[hit.path]) for hit in hits)


def _check(hit: object) -> None:
    if not isinstance(hit, Hit):
        raise RetrievalError(f"the retriever returned a '{type(hit).__name__}' as a hit")
    for name in ("path", "text", "context_before", "context_after", "leg"):
        value = getattr(hit, name)
        if not isinstance(value, str):
            raise RetrievalError(
                f"the retriever returned a hit whose {name} is a '{type(value).__name__}'"
            )


def _record(hit: Hit, rank: int) -> RunHit:
    score = float(hit.score)
    return RunHit(
        rank=rank,
        path=sound(hit.path),
        score=score if math.isfinite(score) else None,  # JSON has no other numbers
        leg=sound(hit.leg),
        lines=_span(hit.start_line, hit.end_line),
        pages=_span(hit.start_page, hit.end_page),
        before=sound(hit.context_before),
        text=sound(hit.text),
        after=sound(hit.context_after),
    )


def _span(first: int | None, last: int | None) -> tuple[int, int] | None:
    if first is None:
        return None
    return int(first), int(first if last is None else last)


def sound(text: str) -> str:
    """Write out lone surrogates, which stand for undecodable bytes and fit into no file."""
    return text.encode("utf-8", "backslashreplace").decode()
