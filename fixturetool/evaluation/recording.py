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


class Recorder:
    """Records what the repeats of one question bring back; safe between threads.

    Repeats mostly bring back the same: what equals the last answer is not recorded again.
    """

    def __init__(self) -> None:
        self._last: tuple[Sequence[Hit], tuple[RunHit, ...]] = ((), ())

    def record(self, hits: Sequence[Hit]) -> tuple[RunHit, ...]:
        """Return ``record_hits(hits)``, the very same one for hits that came before."""
        last, recorded = self._last
        if hits == last:
            return recorded
        recorded = record_hits(hits)
        self._last = hits, recorded
        return recorded


def record_hits(hits: Sequence[Hit]) -> tuple[RunHit, ...]:
    """Rank the hits by their sources, and keep them all in the order in which they came.

    Raises:
        RetrievalError: Something in there is no hit, or a path or text of one is no text.
    """
    ranks: dict[str, int] = {}
    return tuple([_record(hit, ranks) for hit in hits])


def record_rewrite(query: object) -> str:
    """Return what was searched in place of a query as it can be kept.

    Raises:
        RetrievalError: It is no text.
    """
    if not isinstance(query, str):
        raise RetrievalError(f"the retriever's rewrite of the query is a '{type(query).__name__}'")
    return sound(query)


def _sound_texts(hit: object) -> tuple[str, ...]:
    """Return the hit's ``_TEXTS`` as they can be kept; all are looked at in one go."""
    if not isinstance(hit, Hit):
        raise RetrievalError(f"the retriever returned a '{type(hit).__name__}' as a hit")
    texts: tuple[str, ...] = _texts(hit)
    try:
        "".join(texts).encode()
    except TypeError:
        raise _no_text(texts) from None
    except UnicodeEncodeError:
        return tuple(map(sound, texts))
    return texts


def _no_text(values: Sequence[object]) -> RetrievalError:
    name, value = next(
        (name, value)
        for name, value in zip(_TEXTS, values, strict=True)
        if not isinstance(value, str)
    )
    return RetrievalError(
        f"the retriever returned a hit whose {name} is a '{type(value).__name__}'"
    )


def _record(hit: Hit, ranks: dict[str, int]) -> RunHit:
    """Return the record; ``ranks`` are those of the sources so far, and take up a new one."""
    path, text, before, after, leg, chunk_id, kind, summary, neighbor_of = _sound_texts(hit)
    score = float(hit.score)
    return RunHit(
        rank=ranks.setdefault(path, len(ranks) + 1),
        path=path,
        score=score if math.isfinite(score) else None,  # JSON has no other numbers
        leg=leg,
        lines=_span(hit.start_line, hit.end_line),
        pages=_span(hit.start_page, hit.end_page),
        before=before,
        text=text,
        after=after,
        chunk_id=chunk_id,
        kind=kind,
        summary=summary,
        neighbor_of=neighbor_of,
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
