"""Progress for people, on standard error: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from fixturetool.progress import Progress

_REDRAW_SECONDS = 0.05
_LINE_SECONDS = 5.0


class ProgressBar:
    """A Progress that draws a bar on a terminal and writes plain lines to anything else."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Report to a stream.

        Args:
            stream: Where to; standard error if None.
        """
        stream = sys.stderr if stream is None else stream
        self._inner: Progress = _Bar(stream) if stream.isatty() else ProgressLines(stream)

    def begin(self, task: str, total: int) -> None:
        """Open a task of ``total`` steps."""
        self._inner.begin(task, total)

    def advance(self, steps: int = 1) -> None:
        """Move the open task on."""
        self._inner.advance(steps)

    def end(self) -> None:
        """Close the open task."""
        self._inner.end()


class ProgressLines:
    """A Progress that writes a line every few seconds, and nothing for what takes less."""

    def __init__(
        self,
        stream: TextIO,
        *,
        every: float = _LINE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Report to a stream.

        Args:
            stream: Where to.
            every: Seconds between lines.
            clock: Returns the time in seconds.
        """
        self._stream = stream
        self._every = every
        self._clock = clock

    def begin(self, task: str, total: int) -> None:
        """Open a task of ``total`` steps."""
        self._task, self._total, self._done = task, total, 0
        self._said = 0
        self._started = self._spoke = self._clock()

    def advance(self, steps: int = 1) -> None:
        """Move the open task on, and say so if the last line is long ago."""
        self._done += steps
        now = self._clock()
        if now - self._spoke >= self._every:
            self._spoke = now
            self._say(now)

    def end(self) -> None:
        """Close the open task, with a last line if there was one that is out of date."""
        if 0 < self._said < self._done:
            self._say(self._clock())

    def _say(self, now: float) -> None:
        self._said = self._done
        rate = self._done / max(now - self._started, 1e-9)
        left = (self._total - self._done) / rate if rate else 0.0
        remaining = f", about {left:.0f} s left" if left >= 1 else ""
        self._stream.write(
            f"{self._task}: {self._done} of {self._total}, {rate:.1f} a second{remaining}\n"
        )
        self._stream.flush()


class _Bar:
    """A bar that vanishes when its task ends."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: RichProgress | None = None

    def begin(self, task: str, total: int) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        from fixturetool.reporting.rate_column import RateColumn

        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            RateColumn(),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            console=Console(file=self._stream),
            transient=True,
        )
        self._task: TaskID = self._bar.add_task(task, total=total)
        self._pending, self._drawn = 0, 0.0
        self._bar.start()

    def advance(self, steps: int = 1) -> None:
        self._pending += steps
        now = time.monotonic()
        if now - self._drawn >= _REDRAW_SECONDS:  # a step may be a file among 200,000
            self._drawn = now
            self._flush()

    def _flush(self) -> None:
        if self._bar is not None:
            self._bar.advance(self._task, self._pending)
        self._pending = 0

    def end(self) -> None:
        self._flush()
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
