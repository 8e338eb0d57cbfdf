"""Undo and redo, on disk: each step knows what the file and the draft were before and after."""

from dataclasses import dataclass, field
from pathlib import Path

from fixturetool.errors import ConflictError
from fixturetool.fixtures.edit import restore
from fixturetool.fixtures.validation.validate import validate_text
from fixturetool.jsontext.read import BYTE_ORDER_MARK, ReadError, decode, shown
from fixturetool.tui.draft import Draft, save_draft
from fixturetool.tui.merge import merge


@dataclass(frozen=True, slots=True)
class OnDisk:
    """What is on disk.

    Attributes:
        content: What the fixture file holds; None where there is none.
        draft: What waits beside it.
    """

    content: bytes | None
    draft: Draft


@dataclass(frozen=True, slots=True)
class Step:
    """One change.

    Attributes:
        title: What it did, such as ``added "…"``.
        before: What was on disk before it.
        after: What was on disk after it.
    """

    title: str
    before: OnDisk
    after: OnDisk


@dataclass(slots=True)
class History:
    """The changes of a session, the latest last.

    Attributes:
        done: Those that can be undone.
        undone: Those that can be done again, the next one last.
    """

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    def record(self, step: Step) -> None:
        """Remember a change; what was undone before it can't be done again."""
        self.done.append(step)
        self.undone.clear()

    def undo(self, path: Path, now: OnDisk) -> Step | None:
        """Take the latest change back on disk; None where there is none.

        Args:
            path: The fixture file.
            now: What is on disk.

        Raises:
            FixturetoolError: The file was changed in the same lines, or can't be written; it is
                as it was, and the change can still be undone.
        """
        if not self.done:
            return None
        step = self.done[-1]
        go(path, now, step.after, step.before)
        self.undone.append(self.done.pop())
        return step

    def redo(self, path: Path, now: OnDisk) -> Step | None:
        """Make the change again that was undone last, as ``undo`` takes one back."""
        if not self.undone:
            return None
        step = self.undone[-1]
        go(path, now, step.before, step.after)
        self.done.append(self.undone.pop())
        return step


def go(path: Path, now: OnDisk, start: OnDisk, end: OnDisk) -> None:
    """Make on disk the change that leads from one state to another.

    Where the file is not as it was at the start, the change is made beside what was edited
    meanwhile. Whenever the process is killed, the file is valid and nothing is in neither place.

    Raises:
        ConflictError: Both changes touch the same lines, or what came of them is not valid.
    """
    wanted = end.content
    if now.content != start.content:
        wanted = _beside(path, now.content, start.content, end.content)
    grows = sum(len(one.facets) + 1 for one in end.draft.fixtures) > sum(
        len(one.facets) + 1 for one in now.draft.fixtures
    )
    if grows:
        save_draft(path, end.draft)
    if wanted != now.content:
        restore(path, wanted, expected=now.content)
    save_draft(path, end.draft)


def _beside(path: Path, now: bytes | None, start: bytes | None, end: bytes | None) -> bytes | None:
    """Return what the file is to hold where somebody else edited it meanwhile."""
    if start == end:
        return now
    if now is not None and start is not None and end is not None:
        try:
            merged = merge(decode(start), decode(end), decode(now))
        except ReadError:
            merged = None
        if merged is not None and not validate_text(merged, path.stem, shown(path)).findings:
            mark = BYTE_ORDER_MARK if now.startswith(BYTE_ORDER_MARK) else b""
            return mark + merged.encode()
    if now is None:
        message = f"{shown(path)} was removed by another program, so this can't be changed in it"
        raise ConflictError(message, hint="bring the file back first")
    message = f"{shown(path)} was changed by hand in the same lines, so it stays as it is"
    raise ConflictError(message, hint="make this change by hand")
