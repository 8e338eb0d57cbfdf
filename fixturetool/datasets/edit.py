"""Adding, changing and deleting entries of a dataset file: locked, proved, then written at once."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fixturetool.datasets.drafting import text_with_changes, text_with_entry, text_without_entry
from fixturetool.datasets.identity import find_entry
from fixturetool.datasets.load import error_lines, parse_dataset
from fixturetool.datasets.model import Dataset, Entry
from fixturetool.errors import ConflictError, InvalidFixturesError, SelectionError, UnansweredError
from fixturetool.jsontext.encode import encode
from fixturetool.jsontext.imitate import Json
from fixturetool.jsontext.read import BYTE_ORDER_MARK, ReadError, decode, read_bytes, shown
from fixturetool.jsontext.replace import folder_locked, replace_content
from fixturetool.jsontext.writable import check_writable

LOCK_WAIT_SECONDS = 10.0

Draft = Callable[[str, Dataset], str]


@dataclass(frozen=True, slots=True)
class DatasetEdit:
    """What an edit did.

    Attributes:
        before: The dataset as it was.
        after: The dataset as it is now.
    """

    before: Dataset
    after: Dataset


def add_entry(path: Path, values: Mapping[str, Json]) -> DatasetEdit:
    """Add an entry at the end of a dataset.

    Raises:
        FixturetoolError: As in ``change_entry``.
    """
    return _edit(path, lambda source, _: text_with_entry(source, values))


def change_entry(path: Path, word: str, changes: Mapping[str, Json]) -> DatasetEdit:
    """Replace members of an entry; one whose value is None is taken out.

    Args:
        path: The file; a link stays one.
        word: Its entry_id, the beginning of one, or its 1-based number.
        changes: Key to value.

    Raises:
        SelectionError: The file or the entry does not exist.
        InvalidFixturesError: The file is no valid dataset, or would be none.
        ConflictError: Another process edits the folder, or changed the file meanwhile.
        UsageError: It is read-only.
        UnansweredError: It can't be written. Whatever is raised, the file is as it was.
    """

    def draft(source: str, dataset: Dataset) -> str:
        at = find_entry(dataset.entries, word)
        return text_with_changes(source, at, _spelled(source, at, changes))

    return _edit(path, draft)


def delete_entry(path: Path, entry: Entry) -> DatasetEdit:
    """Take an entry out of a dataset.

    Args:
        path: The file; a link stays one.
        entry: The entry, which must still be there as it is.

    Raises:
        FixturetoolError: As in ``change_entry``.
    """

    def draft(source: str, dataset: Dataset) -> str:
        if entry not in dataset.entries:
            raise ConflictError(
                f'the entry "{entry.entry_id}" was changed meanwhile', hint="look at it again"
            )
        return text_without_entry(source, list(dataset.entries).index(entry))

    return _edit(path, draft)


def create_dataset(path: Path, document: Json) -> None:
    """Write a new dataset file.

    Raises:
        ConflictError: There is a file of that name.
        InvalidFixturesError: It would be no valid dataset.
        UnansweredError: It can't be written.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    _parsed(text, path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        raise ConflictError(f'"{shown(path)}" is there by now', hint="try again") from error
    except OSError as error:
        raise UnansweredError(f'"{shown(path)}" can\'t be written: {error.strerror}') from error


def _spelled(source: str, at: int, changes: Mapping[str, Json]) -> Mapping[str, Json]:
    """Write expected paths under the name that the entry has for them."""
    value = json.loads(source)
    entry = value[at] if isinstance(value, list) else value["items"][at]
    if "expected_chunks" not in entry or "expected_paths" in entry:
        return changes
    old = {"expected_paths": "expected_chunks"}
    return {old.get(key, key): one for key, one in changes.items()}


def _edit(path: Path, draft: Draft) -> DatasetEdit:
    target = Path(os.path.realpath(path))
    if not target.is_file():
        raise SelectionError(f'there is no dataset "{shown(path)}"', hint="check the path")
    with folder_locked(target.parent, LOCK_WAIT_SECONDS):
        content = _read(path)
        mark = BYTE_ORDER_MARK if content.startswith(BYTE_ORDER_MARK) else b""
        source = _decoded(content, path)
        before = _parsed(source, path)
        drafted = draft(source, before)
        after = _parsed(drafted, path)
        check_writable(path)
        try:
            replaced = replace_content(target, mark + encode(drafted), content)
        except OSError as error:
            message = f'"{shown(path)}" can\'t be written: {error.strerror}; it is as it was'
            raise UnansweredError(message) from error
        if not replaced:
            raise ConflictError(
                f'"{shown(path)}" was saved by another program meanwhile', hint="try again"
            )
    return DatasetEdit(before, after)


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except ReadError as error:
        raise SelectionError(f"{shown(path)} {error.message}", hint=error.hint) from error


def _decoded(content: bytes, path: Path) -> str:
    try:
        return decode(content)
    except ReadError as error:
        raise InvalidFixturesError(f"{shown(path)}: {error.message}", hint=error.hint) from error


def _parsed(source: str, path: Path) -> Dataset:
    name = shown(path)
    _, dataset, findings = parse_dataset(source, Path(name).stem, name)
    if dataset is None:
        raise InvalidFixturesError(f"the dataset would not be valid:\n{error_lines(findings)}")
    return dataset
