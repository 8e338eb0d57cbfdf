"""The folder of derived files (``.fixturetool/``): made, locked, written in whole steps."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from glob import escape
from pathlib import Path

from fixturetool.errors import StateError


def prepare_state(state_dir: Path) -> None:
    """Make the state folder, kept out of git by a ``.gitignore`` of its own.

    Raises:
        StateError: It can't be made.
    """
    with told_as_state_error(state_dir):
        if not state_dir.is_dir():
            state_dir.mkdir(parents=True, exist_ok=True)
            (state_dir / ".gitignore").write_text("*\n", "utf-8")


@contextmanager
def told_as_state_error(path: Path) -> Iterator[None]:
    """Turn an OSError into a StateError that says what to do next."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise StateError(
            f'"{error.filename2 or error.filename or path}" can\'t be written: {reason}',
            hint="set paths.state to a folder that can be written, or free some space",
        ) from error


@contextmanager
def locked(
    file: Path, waiting: Callable[[], AbstractContextManager[object]] = nullcontext
) -> Iterator[None]:
    """Hold a lock between processes; it ends with the process, however that ends.

    Args:
        file: The lock file; made when it is missing.
        waiting: Makes what is entered as long as another process holds it.

    Raises:
        StateError: The lock file can't be made.
    """
    with told_as_state_error(file):
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        with told_as_state_error(file):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                with waiting():
                    fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def replace_file(file: Path, data: bytes) -> None:
    """Write a file so that a reader finds the old bytes or the new ones, never a part.

    What a process that was killed meanwhile left half written is deleted.
    """
    for left in _left_behind(file):
        left.unlink(missing_ok=True)
    scratch = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        with scratch.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        scratch.replace(file)
    finally:
        scratch.unlink(missing_ok=True)


def _left_behind(file: Path) -> Iterator[Path]:
    """Yield what processes that are no more wrote to take the place of a file."""
    for scratch in file.parent.glob(f"{escape(file.name)}.*.new"):
        process = scratch.name.removeprefix(f"{file.name}.").removesuffix(".new")
        if process.isascii() and process.isdecimal() and not _is_alive(int(process)):
            yield scratch


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
