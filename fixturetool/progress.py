"""How long work reports to whoever watches; the core knows no screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    """Told what is going on by long work, always from the calling thread.

    Tasks don't nest: ``begin`` opens one, ``advance`` moves it on, ``end`` closes it.
    """

    def begin(self, task: str, total: int) -> None:
        """Open a task of ``total`` steps, described by a short phrase for people."""

    def advance(self, steps: int = 1) -> None:
        """Move the open task on by ``steps``."""

    def end(self) -> None:
        """Close the open task."""


class Silent:
    """A Progress that says nothing."""

    def begin(self, task: str, total: int) -> None:
        """Ignore the start of a task."""

    def advance(self, steps: int = 1) -> None:
        """Ignore a step."""

    def end(self) -> None:
        """Ignore the end of a task."""


@contextmanager
def task(progress: Progress, name: str, total: int) -> Iterator[Progress]:
    """Open a task and close it whatever happens inside."""
    progress.begin(name, total)
    try:
        yield progress
    finally:
        progress.end()
