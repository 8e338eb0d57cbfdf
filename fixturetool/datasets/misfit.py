"""The sentences for a dataset whose shape is wrong."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fixturetool.datasets import codes
from fixturetool.jsontext import codes as common
from fixturetool.jsontext.problem import Problem, describe, last_key, quote

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_OWNERS: Mapping[str, str] = {"": "entry", "items": "item", "expected_locations": "location"}
_WANTED: Mapping[str, str] = {
    "string_type": "a string",
    "list_type": "a list",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def misfit(error: "ErrorDetails") -> Problem:
    """Say what pydantic found wrong, in the words of the file."""
    path, kind, value = error["loc"], error["type"], error["input"]
    if kind == "missing":
        return _missing(path)
    if kind in _WANTED:
        message = f"{_subject(path)} must be {_WANTED[kind]}, not {describe(value)}"
        return Problem(common.WRONG_TYPE, path, message)
    message = f"{_subject(path)} {_demand(error)}, not {describe(value)}"
    return Problem(codes.OUT_OF_RANGE, path, message)


def _missing(path: tuple[str | int, ...]) -> Problem:
    owner = _OWNERS.get(last_key(path[:-1]), "file") if path[:-1] else "file"
    message = f"missing key {quote(str(path[-1]))}: every {owner} has one"
    return Problem(common.MISSING_KEY, path[:-1], message, f"add {quote(str(path[-1]))}")


def _subject(path: tuple[str | int, ...]) -> str:
    if not path:
        return "the file"
    if isinstance(path[-1], str):
        return quote(path[-1])
    owner = last_key(path)
    return f"{_OWNERS.get(owner, 'entry')} {path[-1] + 1}" + (
        f" of {quote(owner)}" if owner and owner not in _OWNERS else ""
    )


def _demand(error: "ErrorDetails") -> str:
    if error["type"] == "literal_error":
        return f"must be {error['ctx']['expected'].replace(chr(39), chr(34))}"
    if error["type"] == "greater_than_equal":
        return f"must be {error['ctx']['ge']} or more"
    if error["type"] == "string_too_short":
        return "must not be empty"
    if error["type"] == "too_short":
        return "must hold something"
    return f"is not valid: {error['msg']}"
