"""From what another system says about a chunk to a hit, with every wrong type named."""

import math
from collections.abc import Callable, Mapping
from typing import Any

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
    get = record.get
    return Hit(*[parse(get(name), name, where) for name, parse in _ATTRIBUTES])


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


def _text(value: object, name: str, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(name, value, "text", where)
    return value


def _name(value: object, name: str, where: str) -> str:
    """Return the name of a chunk, which many systems number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(value, name, where)


def _ordinal(value: object, name: str, where: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(name, value, "a whole number", where)
    return value


def _score(value: object, name: str, where: str) -> float:
    if value is None:
        return math.nan
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise _wrong(name, value, "a number", where)
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError) as error:
        raise _wrong(name, value, "a number", where) from error


def _wrong(key: str, value: object, wanted: str, where: str) -> RetrievalError:
    shown = one_line(repr(value), 80)
    return RetrievalError(f"the {key} of {where} is {shown}, which is not {wanted}")


def one_line(text: str, limit: int = 500) -> str:
    """Return the first ``limit`` characters on one line, white space collapsed."""
    flat = " ".join(text[: 4 * limit].split())
    return flat[:limit]


_ATTRIBUTES: tuple[tuple[str, Callable[[object, str, str], Any]], ...] = (
    ("path", _text),
    ("score", _score),
    ("text", _text),
    ("context_before", _text),
    ("context_after", _text),
    ("leg", _text),
    ("start_line", _ordinal),
    ("end_line", _ordinal),
    ("start_page", _ordinal),
    ("end_page", _ordinal),
    ("chunk_id", _name),
    ("kind", _text),
    ("summary", _text),
    ("neighbor_of", _name),
)
"""How each attribute of a hit is read, in their order."""
