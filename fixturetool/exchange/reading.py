"""Lines of other tools' files, and what to say when one is not as it should be."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fixturetool.errors import UsageError
from fixturetool.jsontext.problem import quote, without_surrogates

Record = Mapping[str, object]


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their 1-based numbers.

    Raises:
        UsageError: The file can't be read, or is not UTF-8.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f'"{path}" can\'t be read: {error.strerror}') from error
    except UnicodeDecodeError as error:
        raise UsageError(f'"{path}" is not UTF-8 at byte {error.start}') from error
    # Not splitlines, which also cuts at separators that JSON strings may hold.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """Yield the objects of a file of JSON lines, with their 1-based line numbers.

    Raises:
        UsageError: The file can't be read, or a line is not a JSON object, has a key twice, or
            holds NaN, Infinity or half a character.
    """
    for number, line in read_lines(path):
        try:
            record = json.loads(line, object_pairs_hook=_members, parse_constant=_no_number)
        except ValueError as error:
            raise wrong(path, number, line, f"is no JSON: {error}") from error
        except RecursionError as error:
            raise wrong(path, number, line, "is nested too deeply") from error
        if not isinstance(record, dict):
            raise wrong(path, number, line, "is no JSON object")
        yield number, record


def _members(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quote(twice)} stands twice")
    for text in (*members, *members.values()):
        if isinstance(text, str) and without_surrogates(text) != text:
            raise ValueError(f"half a character in {quote(without_surrogates(text))}")
    return members


def _no_number(literal: str) -> object:
    raise ValueError(f"{literal} is no number")


def read_table(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of tab-separated values, with their 1-based line numbers.

    Raises:
        UsageError: The file can't be read.
    """
    for number, line in read_lines(path):
        yield number, next(csv.reader([line], delimiter="\t", quoting=csv.QUOTE_NONE))


def text_of(record: Record, key: str) -> str:
    """Return a text of a record, a number as text; ``""`` where there is none."""
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else ""


def needed(record: Record, key: str, path: Path, number: int) -> str:
    """Return a text that a record must have.

    Raises:
        UsageError: It is missing or blank.
    """
    text = text_of(record, key)
    if not text.strip():
        raise wrong(path, number, json.dumps(record, ensure_ascii=False), f'has no text "{key}"')
    return text


def wrong(path: Path, number: int, line: str, what: str) -> UsageError:
    """Return the error about a line."""
    shown = line if len(line) <= 80 else f"{line[:80]}…"
    return UsageError(f"{path}:{number}: '{shown}' {what}")
