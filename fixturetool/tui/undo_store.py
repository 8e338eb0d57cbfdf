"""Undo that outlives the editor: the steps of a category, kept in the state folder.

A step is kept as what differs, so that the file stays small. Steps count only as long as the
category is as they left it: what was changed since ends the way back. Safe to delete.
"""

import hashlib
import json
import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypedDict

from fixturetool.state import prepare_state, replace_file, told_as_state_error
from fixturetool.tui.draft import draft_document, draft_of
from fixturetool.tui.history import History, OnDisk, Step

_SCHEMA = "fixturetool.undo/1"
_MOST = 200  # steps; the oldest go


class UndoStore:
    """Where the undo of one category is kept.

    Args:
        state: The state folder.
        file: The fixture file.
    """

    def __init__(self, state: Path, file: Path) -> None:
        target = os.path.realpath(file)
        name = hashlib.sha256(os.fsencode(target)).hexdigest()[:16]
        self._state = state
        self._path = state / "undo" / f"{name}.json"

    def save(self, history: History) -> None:
        """Keep what can be undone and redone.

        Raises:
            StateError: It can't be written.
        """
        document = {
            "schema": _SCHEMA,
            "done": [_kept(step) for step in history.done[-_MOST:]],
            "undone": [_kept(step) for step in history.undone[-_MOST:]],
        }
        prepare_state(self._state)
        with told_as_state_error(self._path):
            self._path.parent.mkdir(exist_ok=True)
            replace_file(self._path, json.dumps(document, ensure_ascii=False).encode())

    def load(self, now: OnDisk) -> History:
        """Return what can be undone and redone from what is on disk; nothing where none is kept."""
        try:
            document = json.loads(self._path.read_bytes())
            if document["schema"] != _SCHEMA:
                return History()
            done = list(_back(now, reversed(document["done"])))
            return History(done[::-1], list(_forth(now, reversed(document["undone"])))[::-1])
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return History()  # of another version, damaged, or halved by a full disk


class _Kept(TypedDict):
    """A step as it is kept.

    ``old`` stood at the 0-based byte ``at`` where ``new`` stands after the step, both as Latin-1;
    None for a file that is not there. ``digests`` and ``drafts`` are of before and after.
    """

    title: str
    at: int
    old: str | None
    new: str | None
    digests: list[str]
    drafts: list[dict[str, object]]


def _kept(step: Step) -> _Kept:
    before, after = step.before.content, step.after.content
    at, end = _edges(before or b"", after or b"") if before and after else (0, 0)
    return {
        "title": step.title,
        "at": at,
        "old": None if before is None else before[at : len(before) - end].decode("latin-1"),
        "new": None if after is None else after[at : len(after) - end].decode("latin-1"),
        "digests": [_digest(before), _digest(after)],
        "drafts": [draft_document(step.before.draft), draft_document(step.after.draft)],
    }


def _back(now: OnDisk, steps: Iterable[_Kept]) -> Iterator[Step]:
    """Yield steps from the latest on, as long as each ends where the next one begins."""
    for kept in steps:
        old, new = map(draft_of, kept["drafts"])
        content = _swapped(now.content, kept["at"], kept["new"], kept["old"])
        if now.draft != new or [_digest(content), _digest(now.content)] != kept["digests"]:
            return
        step = Step(kept["title"], OnDisk(content, old), now)
        yield step
        now = step.before


def _forth(now: OnDisk, steps: Iterable[_Kept]) -> Iterator[Step]:
    """Yield undone steps from the next one on, as long as each begins where the last one ended."""
    for kept in steps:
        old, new = map(draft_of, kept["drafts"])
        content = _swapped(now.content, kept["at"], kept["old"], kept["new"])
        if now.draft != old or [_digest(now.content), _digest(content)] != kept["digests"]:
            return
        step = Step(kept["title"], now, OnDisk(content, new))
        yield step
        now = step.after


def _swapped(content: bytes | None, at: int, out: str | None, into: str | None) -> bytes | None:
    if into is None:
        return None
    if content is None or out is None:
        return into.encode("latin-1")
    return content[:at] + into.encode("latin-1") + content[at + len(out) :]


def _edges(one: bytes, other: bytes) -> tuple[int, int]:
    """Return how many bytes two texts begin with alike, and how many they end with beside."""
    most = min(len(one), len(other))
    start = _most(most, lambda n: one[:n] == other[:n])
    end = _most(most - start, lambda n: one[len(one) - n :] == other[len(other) - n :])
    return start, end


def _most(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the greatest number up to a limit for which something holds, as it does for less."""
    return bisect_right(range(1, limit + 1), 0, key=lambda n: 0 if holds(n) else 1)


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
