"""JSON for machines that people can read too: a record without records inside takes one line."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def layout(value: JSON) -> str:
    """Return the JSON text of a value, ended by a newline; the same value, the same text.

    Raises:
        ValueError: A number is not finite.
    """
    return "".join(_lines(value, "\n")) + "\n"


def _lines(value: JSON, margin: str) -> Iterator[str]:
    if isinstance(value, dict) and any(_nests(item) for item in value.values()):
        members = ((f"{_encode(key)}: ", item) for key, item in value.items())
        yield from _broken("{", members, "}", margin)
    elif isinstance(value, list) and _nests(value):
        yield from _broken("[", (("", item) for item in value), "]", margin)
    else:
        yield _encode(value)


def _broken(
    opening: str, members: Iterable[tuple[str, JSON]], closing: str, margin: str
) -> Iterator[str]:
    separator = opening
    for label, item in members:
        yield f"{separator}{margin} {label}"
        yield from _lines(item, margin + " ")
        separator = ","
    yield margin + closing


def _nests(value: object) -> bool:
    """Tell whether a value holds a record, so that it does not fit on one line."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
