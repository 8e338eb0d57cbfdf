"""The sentences about settings that are wrong."""

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from fixturetool.settings import Settings

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_WANTED = {
    "tuple_type": 'a list is wanted, as in ["x", "y"]',
    "dict_type": "a table is wanted",
    "dataclass_type": "a table is wanted",
    "mapping_type": "a table is wanted",
    "string_type": "a string is wanted",
    "int_type": "a whole number is wanted",
    "path_type": "a path is wanted, as a string",
}


def sentence(detail: "ErrorDetails") -> str:
    """Say what pydantic found wrong."""
    location = [str(part) for part in detail["loc"]]
    name = ".".join(location)
    if detail["type"] == "unexpected_keyword_argument":
        return f'unknown setting "{name}"{_did_you_mean(location)}'
    if detail["type"] == "missing":
        return f'setting "{name}" is missing'
    return f'setting "{name}" can\'t be {detail["input"]!r}: {_wanted(detail)}'


def suggestion(word: str, known: list[str]) -> str:
    """Say which name a word was meant to be, or which names there are."""
    import difflib

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return f'did you mean "{near[0]}"?' if near else f"known are {', '.join(known)}"


def _wanted(detail: "ErrorDetails") -> str:
    message = detail["msg"][0].lower() + detail["msg"][1:]
    return _WANTED.get(detail["type"], message)


def _did_you_mean(location: list[str]) -> str:
    table: object = Settings()
    for part in location[:-1]:
        table = _below(table, part)
    if not is_dataclass(table):
        return ""
    meant = suggestion(location[-1], [one.name for one in fields(table)])
    return f" ({meant})" if meant else ""


def _below(table: object, part: str) -> object:
    """Return what a name leads to; of a list of tables, the record that each of them is."""
    if isinstance(table, type) or not is_dataclass(table):
        return table  # the part is a position in the list
    records = {one.name: one.metadata.get("tables") for one in fields(table)}
    return records.get(part) or getattr(table, part)
