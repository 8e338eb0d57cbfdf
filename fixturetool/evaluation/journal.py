"""A run as it goes: one line for each retrieval, in the hands of the system at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fixturetool.errors import StateError
from fixturetool.evaluation.run import Attempt, Run, with_attempts
from fixturetool.evaluation.store import parse_run, run_adapter

if TYPE_CHECKING:
    from pydantic import TypeAdapter

JOURNAL_FILE = "journal.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal after the first, which is the run without attempts.

    Attributes:
        fixture: The fixture's 0-based position in the run.
        attempt: What came back.
    """

    fixture: int
    attempt: Attempt


class Journal:
    """The open journal of a run; used from one thread, closed by ``with``."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self._path = path
        self._file = file

    def append(self, fixture: int, attempt: Attempt) -> None:
        """Add an attempt; it survives the process from then on.

        Args:
            fixture: The fixture's 0-based position in the run.
            attempt: What came back.

        Raises:
            StateError: It can't be written.
        """
        self._write(_entry_adapter().dump_json(Entry(fixture, attempt)))

    def _write(self, line: bytes) -> None:
        rest = memoryview(line + b"\n")
        try:
            while rest:  # one call writes it all but on a full disk or a signal
                rest = rest[self._file.write(rest) or 0 :]
        except OSError as error:
            raise StateError(f"can't write '{self._path}': {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()


def start_journal(folder: Path, run: Run) -> Journal:
    """Open the journal of a new run and write its head, which is the run itself.

    Raises:
        StateError: It can't be written, or is there already.
    """
    journal = _open(folder / JOURNAL_FILE, "xb")
    journal._write(run_adapter().dump_json(run))
    return journal


def resume_journal(folder: Path) -> tuple[Run, Journal]:
    """Read what a journal holds and open it to go on; a torn last line is cut off.

    Raises:
        StateError: It can't be read or written.
    """
    path = folder / JOURNAL_FILE
    data = _read(path)
    whole = data[: data.rfind(b"\n") + 1]
    run = _parse(whole, path)
    journal = _open(path, "r+b")
    journal._file.truncate(len(whole))
    journal._file.seek(len(whole))
    return run, journal


def load_journal(folder: Path) -> Run:
    """Read the run that a journal holds, as far as it got; a torn last line is left out.

    Raises:
        StateError: It can't be read, or a line other than the last is damaged.
    """
    path = folder / JOURNAL_FILE
    data = _read(path)
    return _parse(data[: data.rfind(b"\n") + 1], path)


def _parse(whole: bytes, path: Path) -> Run:
    head, *lines = whole.split(b"\n")[:-1] or [b""]
    return _with_entries(parse_run(head, str(path)), lines, path)


def _with_entries(run: Run, lines: Iterable[bytes], path: Path) -> Run:
    from pydantic import ValidationError

    attempts = {}
    for number, line in enumerate(lines, start=2):
        try:
            entry = _entry_adapter().validate_json(line)
        except ValidationError as error:
            raise StateError(f"'{path}' is damaged on line {number}") from error
        if entry.fixture >= len(run.fixtures):
            raise StateError(f"'{path}' names fixture {entry.fixture} on line {number}: too many")
        attempts[entry.fixture, entry.attempt.repeat] = entry.attempt
    return with_attempts(run, attempts)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StateError(f"can't read '{path}': {error.strerror}") from error


def _open(path: Path, mode: str) -> Journal:
    try:
        return Journal(path, FileIO(path, mode))
    except OSError as error:
        raise StateError(f"can't write '{path}': {error.strerror}") from error


@cache
def _entry_adapter() -> "TypeAdapter[Entry]":
    from pydantic import TypeAdapter

    return TypeAdapter(Entry)
