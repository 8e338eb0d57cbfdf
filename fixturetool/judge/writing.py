"""Anchors into fixture files, or the difference that they would make."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fixturetool.errors import FixturetoolError, InvalidFixturesError
from fixturetool.fixtures.edit import Addition, insert_passages
from fixturetool.fixtures.editing.draft import draft_passages
from fixturetool.fixtures.load import LoadedCategory, load_file
from fixturetool.fixtures.model import CategoryFile
from fixturetool.judge.rescued import FileChange


@dataclass(frozen=True, slots=True)
class Change:
    """A category with its anchors.

    Attributes:
        change: What was written, or would be.
        model: The records that the file has now, or would have.
    """

    change: FileChange
    model: CategoryFile


def apply(
    loaded: LoadedCategory, additions: Sequence[Addition], expected: bytes, *, write: bool
) -> Change:
    """Add anchors to a category.

    Args:
        loaded: The category.
        additions: The anchors, in the order in which they are to stand.
        expected: What the file held when the anchors were thought out.
        write: Whether the file is changed.
    """
    return _write(loaded, additions, expected) if write else _propose(loaded, additions)


def by_category(
    additions: Sequence[tuple[str, Addition]],
) -> Mapping[str, Sequence[Addition]]:
    """Sort additions by the category that they go to, in their order."""
    sorted_out: dict[str, list[Addition]] = {}
    for category, addition in additions:
        sorted_out.setdefault(category, []).append(addition)
    return sorted_out


def _write(loaded: LoadedCategory, additions: Sequence[Addition], expected: bytes) -> Change:
    """Write a file; one that can't be written is told, and hinders no other."""
    try:
        result = insert_passages(loaded.path, additions, expected=expected)
    except FixturetoolError as error:
        problem = f"{error}; {error.hint}" if error.hint else str(error)
        return Change(FileChange(loaded.path, loaded.name, (), problem=problem), loaded.model)
    return Change(FileChange(loaded.path, loaded.name, result.added), _reloaded(loaded))


def _reloaded(loaded: LoadedCategory) -> CategoryFile:
    """Read a file again: somebody else may have changed more of it."""
    again = load_file(loaded.path, loaded.name)
    if again.category is None:
        first = again.findings[0]
        raise InvalidFixturesError(
            f"{loaded.name}:{first.line}: {first.message}",
            hint="fix the file, then grade the run again with fixturetool judge run",
        )
    return again.category.model


def _propose(loaded: LoadedCategory, additions: Sequence[Addition]) -> Change:
    draft = draft_passages(loaded.source, loaded.model, additions)
    diff = difflib.unified_diff(
        _lines(loaded.source), _lines(draft.source), f"a/{loaded.name}", f"b/{loaded.name}"
    )
    return Change(FileChange(loaded.path, loaded.name, draft.added, "".join(diff)), draft.model)


def _lines(text: str) -> list[str]:
    """Cut a text after its line feeds; one that is missing at its end is told as diff does."""
    lines = text.split("\n")
    last = lines.pop()
    whole = [f"{line}\n" for line in lines]
    return [*whole, f"{last}\n\\ No newline at end of file\n"] if last else whole
