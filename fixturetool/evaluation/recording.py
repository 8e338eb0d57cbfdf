"""From what a retriever returned to records that can be kept: nothing in it is taken on trust."""

import math
from collections.abc import Sequence
from operator import attrgetter

from fixturetool.errors import RetrievalError
from fixturetool.evaluation.run import RunHit
from fixturetool.retrieval.base import Hit

_TEXTS = (
    "path",
    "text",
    "context_before",
    "context_after",
    "leg",
    "chunk_id",
    "kind",
    "summary",
    "neighbor_of",
)
_texts = attrgetter(*_TEXTS)


def record_hits(hits: Sequence[Hit]) -> tuple[RunHit, ...]:
    """Rank the hits by their sources, and keep them all in the order in which they came.

    Raises:
        RetrievalError: Something in there is no hit, or a path or text of one is no text.
    """
    ranks: dict[str, int] = {}
    for hit in hits:
        _check(hit)
        ranks.setdefault(hit.path, len(ranks) + 1)
    return tuple(_record(hit, ranks[hit.path]) for hit in hits)


def record_rewrite(query: object) -> str:
    """Return what was searched in place of a query as it can be kept.

    Raises:
        RetrievalError: It is no text.
    """
    if not isinstance(query, str):
        raise RetrievalError(f"the retriever's rewrite of the query is a '{type(query).__name__}'")
    return sound(query)


def _check(hit: object) -> None:
    if not isinstance(hit, Hit):
        raise RetrievalError(f"the retriever returned a '{type(hit).__name__}' as a hit")
    for name, value in zip(_TEXTS, _texts(hit), strict=True):
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
        chunk_id=sound(hit.chunk_id),
        kind=sound(hit.kind),
        summary=sound(hit.summary),
        neighbor_of=sound(hit.neighbor_of),
    )


def _span(first: int | None, last: int | None) -> tuple[int, int] | None:
    if first is None:
        return None
    return int(first), int(first if last is None else last)


def sound(text: str) -> str:
    """Write out lone surrogates, which stand for undecodable bytes and fit into no file."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text
