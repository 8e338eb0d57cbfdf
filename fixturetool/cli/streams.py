"""Standard output and error as a command needs them: never the reason for a traceback."""

import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Forgiving(io.FileIO):
    """A file descriptor on which some failures to write don't matter."""

    def __init__(self, descriptor: int, forgiven: type[OSError]) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._forgiven = forgiven

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write, or drop what can't be written."""
        try:
            return super().write(data)
        except self._forgiven:
            return len(memoryview(data))


def prepare_streams() -> None:
    """Put streams in place that hold what a terminal's encoding and a closed pipe would break.

    A reader that leaves early (``head``) has what it wants: the command goes on to its own exit
    code. What can't be told on standard error changes nothing. A character that the encoding
    does not know is written as an escape. A closed stream swallows what it gets.
    """
    sys.stdout = _prepared(sys.stdout, BrokenPipeError)
    sys.stderr = _prepared(sys.stderr, OSError)


def drop_output() -> None:
    """Let standard output go nowhere from here on, what is buffered included."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepared(stream: TextIO | None, forgiven: type[OSError]) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    return io.TextIOWrapper(
        io.BufferedWriter(_Forgiving(stream.fileno(), forgiven)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=True if stream is sys.stderr else stream.isatty(),
    )
