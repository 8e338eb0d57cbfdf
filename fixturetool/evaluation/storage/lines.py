"""A file that grows line by line, from several threads, none of which waits for another."""

from collections import deque
from contextlib import closing
from io import FileIO
from pathlib import Path
from threading import Lock

from fixturetool.errors import StateError


class Lines:
    """Lines that are added by one thread at a time, and written by whichever is free.

    Args:
        path: How messages call the file.
        file: The file, open to append; closed by ``close``.
    """

    def __init__(self, path: Path, file: FileIO) -> None:
        self._path = path
        self._file = file
        self._waiting: deque[bytes] = deque()
        self._writing = Lock()
        self._failure: StateError | None = None

    def add(self, line: bytes) -> None:
        """Add a line, to be flushed."""
        self._waiting.append(line)

    def flush(self) -> None:
        """Write what was added, in that order: it survives the process from then on.

        Any number of threads may ask for it. One of them writes, and what is added meanwhile it
        writes as well; nobody waits for it.

        Raises:
            StateError: It can't be written, or an earlier line could not.
        """
        while self._waiting and self._writing.acquire(blocking=False):
            try:
                self._write()
            finally:
                self._writing.release()

    def close(self) -> None:
        """Write what is left, unless that failed before, and close the file.

        Raises:
            StateError: Something could not be written, now or before.
        """
        with self._writing, closing(self._file):
            self._write()

    def _write(self) -> None:
        if self._failure is not None:  # a line behind one that is torn would damage both
            raise self._failure
        lines = []
        while self._waiting:
            lines.append(self._waiting.popleft() + b"\n")
        rest = memoryview(b"".join(lines))
        try:
            while rest:  # one call writes it all but on a full disk or a signal
                rest = rest[self._file.write(rest) or 0 :]
        except OSError as error:
            self._failure = StateError(
                f"can't write '{self._path}': {error.strerror}",
                hint="free some space, or set paths.state to a folder that can be written",
            )
            raise self._failure from error
