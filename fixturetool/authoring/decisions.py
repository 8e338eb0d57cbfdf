"""Decisions of a person on fixtures, each written at once and taken back byte for byte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from fixturetool.fixtures.edit import rewrite
from fixturetool.jsontext.encode import encode
from fixturetool.jsontext.read import ReadError, decode, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from fixturetool.fixtures.edit import EditResult
    from fixturetool.fixtures.load import LoadedCategory

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settled:
    """A decision that is written.

    Attributes:
        file: The fixture file.
        before: What it held right before, under the lock that the decision was written under.
        after: What it held right after.
        kind: What was done, in one word such as ``removed``.
        told: What was done and what the file holds now, in a few words.
        rebased: Whether another program had changed the file since it was last known.
    """

    file: Path
    before: bytes
    after: bytes
    kind: str
    told: str
    rebased: bool


class Decisions:
    """The decisions on some fixture files, and what these files are known to hold."""

    def __init__(self, loaded: Iterable[LoadedCategory]) -> None:
        """Prepare to write.

        Args:
            loaded: The files that are decided on.
        """
        self._known = {one.path: _content_of(one) for one in loaded}
        self._done: list[Settled] = []

    @property
    def done(self) -> tuple[Settled, ...]:
        """The decisions that stand, in order."""
        return tuple(self._done)

    def known(self, file: Path) -> bytes:
        """Return what a file held when it was loaded, or right after the last decision on it."""
        return self._known[file]

    def keep(self, file: Path, result: EditResult[T], kind: str, told: str) -> Settled:
        """Remember an edit, as it was made on what ``known`` says."""
        settled = Settled(file, result.before, result.content, kind, told, result.rebased)
        self._known[file] = settled.after
        self._done.append(settled)
        return settled

    def undo(self) -> Settled | None:
        """Take the last decision back, byte for byte.

        Returns:
            The decision; None where there is none.

        Raises:
            ConflictError: The file was changed since; it stays as it is.
        """
        if not self._done:
            return None
        last = self._done[-1]
        rewrite(last.file, last.before, expected=last.after)
        self._known[last.file] = last.before
        return self._done.pop()


def _content_of(loaded: LoadedCategory) -> bytes:
    """Return the bytes that a category was loaded from, as far as its text tells them."""
    try:
        content = read_bytes(loaded.path)
        if decode(content) == loaded.source:
            return content
    except ReadError:
        pass  # it was changed since, which the first edit will tell
    return encode(loaded.source)
