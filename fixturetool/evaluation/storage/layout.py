"""JSON for machines that people can read too: a record without records inside takes one line."""

import json
from typing import TypeAlias

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def layout(value: JSON) -> str:
    """Return the JSON text of a value, ended by a newline; the same value, the same text.

    Raises:
        ValueError: A number is not finite.
    """
    pieces: list[str] = []
    _write(value, "\n", pieces)
    return "".join(pieces) + "\n"


def _write(value: JSON, margin: str, pieces: list[str]) -> None:
    if isinstance(value, dict) and any(map(_nests, value.values())):
        separator = "{"
        for key, item in value.items():
            pieces.append(f"{separator}{margin} {_encode(key)}: ")
            _write(item, margin + " ", pieces)
            separator = ","
        pieces.append(margin + "}")
    elif isinstance(value, list) and _nests(value):
        separator = "["
        for item in value:
            pieces.append(f"{separator}{margin} ")
            _write(item, margin + " ", pieces)
            separator = ","
        pieces.append(margin + "]")
    else:
        pieces.append(_encode(value))


def _nests(value: JSON) -> bool:
    """Tell whether a value holds records; the first item of a list speaks for the others."""
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], dict | list)
    return isinstance(value, dict) and bool(value)
