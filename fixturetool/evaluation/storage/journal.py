"""A run as it goes: one line for each retrieval, in the hands of the system at once.

A journal is locked as long as it is open for writing, and belongs to one process at a time.
"""

import fcntl
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fixturetool.errors import SelectionError, StateError
from fixturetool.evaluation.run import Attempt, Run, with_attempts
from fixturetool.evaluation.storage.lines import Lines
from fixturetool.evaluation.storage.secrets import redacted_attempt, redacted_run
from fixturetool.evaluation.storage.store import parse_run, run_adapter

if TYPE_CHECKING:
    from pydantic import TypeAdapter

JOURNAL_FILE = "journal.jsonl"
# A named pipe in its place is not waited for.
_ALWAYS = os.O_CLOEXEC | os.O_NONBLOCK
_CREATE = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | _ALWAYS
_CONTINUE = os.O_RDWR | os.O_APPEND | _ALWAYS


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal after the first, which is the run without attempts.

    Attributes:
        fixture: The fixture's 0-based position in the run.
        attempt: What came back, without its hits where another repeat has them.
        same_as: The 1-based repeat of the fixture, on a line before, that brought back the same
            hits; None where they stand here.
    """

    fixture: int
    attempt: Attempt
    same_as: int | None = None


class Journal:
    """The open journal of a run, closed by ``with``; attempts are added by one thread at a time.

    Repeats mostly bring back the same: equal hits of a fixture are written once.
    """

    def __init__(self, path: Path, file: FileIO, run: Run) -> None:
        self._dump = _entry_adapter().dump_json
        self._lines = Lines(path, file)
        self._written = [
            {attempt.repeat: attempt.hits for attempt in fixture.attempts}
            for fixture in run.fixtures
        ]

    def flush(self) -> None:
        """Write what was added: it survives the process from then on; see ``Lines.flush``.

        Raises:
            StateError: It can't be written.
        """
        self._lines.flush()

    def add(self, fixture: int, attempt: Attempt) -> Attempt:
        """Add an attempt, to be flushed.

        Args:
            fixture: The fixture's 0-based position in the run.
            attempt: What came back.

        Returns:
            The attempt without secrets, holding the very hits of a repeat that brought back
            equal ones.
        """
        attempt = redacted_attempt(attempt)
        written = self._written[fixture]
        equal = (one for one, hits in written.items() if hits and hits == attempt.hits)
        same_as = next(equal, None)
        told = attempt if same_as is None else replace(attempt, hits=())
        self._lines.add(self._dump(Entry(fixture, told, same_as)))
        if same_as is not None and attempt.hits is not written[same_as]:
            attempt = replace(attempt, hits=written[same_as])
        written[attempt.repeat] = attempt.hits
        return attempt

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            self._lines.close()
        except StateError:
            if error is None:  # else what ended the block is told, perhaps this very failure
                raise


def start_journal(folder: Path, run: Run) -> Journal:
    """Open the journal of a new run and write its head, which is the run itself.

    Raises:
        StateError: It can't be written, or is there already; nothing of the run is left then.
    """
    path = folder / JOURNAL_FILE
    # This takes a while: killed in it, no file is left that holds no run.
    head = run_adapter().dump_json(redacted_run(run))
    with _told(path):
        journal = Journal(path, _locked(path, _CREATE), run)
    try:
        journal._lines.add(head)
        journal.flush()
    except StateError:
        with suppress(StateError):
            journal._lines.close()
        with suppress(OSError):
            path.unlink()
            folder.rmdir()
        raise
    return journal


def resume_journal(folder: Path) -> tuple[Run, Journal]:
    """Read what a journal holds and open it to go on; a torn last line is cut off.

    Raises:
        SelectionError: The folder holds none.
        StateError: It can't be read or written, or another process writes to it.
    """
    path = folder / JOURNAL_FILE
    with _told(path), ExitStack() as opened:
        file = opened.enter_context(_locked(path, _CONTINUE))
        whole = _whole_lines(file)
        run = _parse(whole, path)
        file.truncate(len(whole))
        opened.pop_all()
    return run, Journal(path, file, run)


def load_journal(folder: Path) -> Run:
    """Read the run that a journal holds, as far as it got; a torn last line is left out.

    Raises:
        SelectionError: The folder holds none.
        StateError: It can't be read, or a line other than the last is damaged.
    """
    path = folder / JOURNAL_FILE
    with _told(path), _regular(path, os.O_RDONLY | _ALWAYS) as file:
        return _parse(_whole_lines(file), path)


def is_under_way(folder: Path) -> bool:
    """Tell whether a process is completing the run in a folder at this moment."""
    try:
        file = _regular(folder / JOURNAL_FILE, os.O_RDONLY | _ALWAYS)
    except (OSError, StateError):
        return False
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _whole_lines(file: FileIO) -> bytes:
    data = file.readall()
    return data[: data.rfind(b"\n") + 1]


def _parse(whole: bytes, path: Path) -> Run:
    hint = f"delete '{path.parent}' and start a new run"
    if not whole:
        message = f"'{path}' holds no run: it ended, or the disk was full, as it began"
        raise StateError(message, hint=hint)
    head, *lines = whole.split(b"\n")[:-1]
    try:
        run = parse_run(head, str(path))
    except StateError as error:
        raise StateError(str(error), hint=error.hint or hint) from error
    return _with_entries(run, lines, path)


def _with_entries(run: Run, lines: Iterable[bytes], path: Path) -> Run:
    from pydantic import ValidationError

    attempts: dict[tuple[int, int], Attempt] = {}
    for number, line in enumerate(lines, start=2):
        try:
            entry = _entry_adapter().validate_json(line)
        except ValidationError as error:
            raise _damaged(path, number) from error
        if (missing := _missing(entry, run, attempts)) is not None:
            raise _damaged(path, number, f"there is no {missing}")
        attempt = redacted_attempt(entry.attempt)
        if entry.same_as is not None:
            attempt = replace(attempt, hits=attempts[entry.fixture, entry.same_as].hits)
        attempts[entry.fixture, attempt.repeat] = attempt
    return with_attempts(run, attempts)


def _missing(entry: Entry, run: Run, attempts: Mapping[tuple[int, int], Attempt]) -> str | None:
    """Say what a line refers to and is not there."""
    if not 0 <= entry.fixture < len(run.fixtures):
        return f"fixture {entry.fixture}"
    if not 0 < entry.attempt.repeat <= run.settings.repeat:
        return f"repeat {entry.attempt.repeat}"
    if entry.same_as is not None and (entry.fixture, entry.same_as) not in attempts:
        return f"repeat {entry.same_as} on a line before"
    return None


def _damaged(path: Path, number: int, reason: str = "") -> StateError:
    return StateError(
        f"'{path}' is damaged on line {number}" + (f": {reason}" if reason else ""),
        hint="delete that line: what it held is then asked again",
    )


def _locked(path: Path, flags: int) -> FileIO:
    file = _regular(path, flags)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise StateError(
            f"another process is completing the run in '{path.parent}'",
            hint="wait until it has ended",
        ) from error
    return file


def _regular(path: Path, flags: int) -> FileIO:
    descriptor = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StateError(f"'{path}' is no regular file", hint="start a new run")
    return FileIO(descriptor, "r+b" if flags & os.O_RDWR else "rb")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn an OSError into an error that says what to do next."""
    try:
        yield
    except FileNotFoundError as error:
        raise SelectionError(
            f"there is no run in '{path.parent}'", hint="name a folder that holds a journal.jsonl"
        ) from error
    except OSError as error:
        raise StateError(f"can't open '{path}': {error.strerror}") from error


@cache
def _entry_adapter() -> "TypeAdapter[Entry]":
    from pydantic import TypeAdapter

    return TypeAdapter(Entry)
