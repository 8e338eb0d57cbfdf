"""From what another system says about a chunk to a hit, with every wrong type named."""

import math
from collections.abc import Mapping

from fixturetool.errors import RetrievalError
from fixturetool.retrieval.base import Hit


def parse_hit(record: Mapping[str, object], where: str) -> Hit:
    """Make a hit of a record whose keys are the names of a hit's attributes.

    Keys that a hit has not are ignored. ``path`` must be there; what else is missing or null is
    empty, and a missing score is no number (NaN), as nothing is known of it.

    Args:
        record: What the system said.
        where: How an error calls the record, such as ``hit 3``.

    Raises:
        RetrievalError: There is no path, or a value has the wrong type.
    """
    if record.get("path") is None:
        keys = ", ".join(map(repr, record)) or "nothing"
        raise RetrievalError(f"{where} has no path; it has {keys}")
    return Hit(
        path=_text(record, "path", where),
        score=_score(record, where),
        text=_text(record, "text", where),
        context_before=_text(record, "context_before", where),
        context_after=_text(record, "context_after", where),
        leg=_text(record, "leg", where),
        start_line=_ordinal(record, "start_line", where),
        end_line=_ordinal(record, "end_line", where),
        start_page=_ordinal(record, "start_page", where),
        end_page=_ordinal(record, "end_page", where),
        chunk_id=_name(record, "chunk_id", where),
        kind=_text(record, "kind", where),
        summary=_text(record, "summary", where),
        neighbor_of=_name(record, "neighbor_of", where),
    )


def parse_rewrite(value: object) -> str:
    """Return what a system says that it searched in place of the query, ``""`` for nothing.

    Raises:
        RetrievalError: It is no text.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RetrievalError(f"the rewrite is {one_line(repr(value), 80)}, which is not text")
    return value


def _text(record: Mapping[str, object], key: str, where: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(key, value, "text", where)
    return value


def _name(record: Mapping[str, object], key: str, where: str) -> str:
    """Return the name of a chunk, which many systems number."""
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(record, key, where)


def _ordinal(record: Mapping[str, object], key: str, where: str) -> int | None:
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(key, value, "a whole number", where)
    return value


def _score(record: Mapping[str, object], where: str) -> float:
    value = record.get("score")
    if value is None:
        return math.nan
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise _wrong("score", value, "a number", where)
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError) as error:
        raise _wrong("score", value, "a number", where) from error


def _wrong(key: str, value: object, wanted: str, where: str) -> RetrievalError:
    shown = one_line(repr(value), 80)
    return RetrievalError(f"the {key} of {where} is {shown}, which is not {wanted}")


def one_line(text: str, limit: int = 500) -> str:
    """Return the first ``limit`` characters on one line, white space collapsed."""
    flat = " ".join(text[: 4 * limit].split())
    return flat[:limit]
