"""Where the vectors of a language are on disk."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from fixturetool.progress import task
from fixturetool.retrieval.indexing.location import VECTORS_NAME, index_home
from fixturetool.state import locked, prepare_state, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fixturetool.progress import Progress


def vectors_folder(state_dir: Path, language: str) -> Path:
    """Return the folder of a language's vectors, in that of its index."""
    return index_home(state_dir, language) / VECTORS_NAME


def cuts_file(state_dir: Path, language: str) -> Path:
    """Return the file that tells which chunks a source has."""
    return vectors_folder(state_dir, language) / "cuts"


def vectors_lock(home: Path) -> Path:
    """Return the lock file of the vectors in the folder of an index."""
    return home.with_name(f"{home.name}.vectors.lock")


@contextmanager
def hold_vectors(state_dir: Path, language: str, progress: Progress) -> Iterator[None]:
    """Hold the vectors of a language against other processes and threads.

    Args:
        state_dir: Where derived files are kept.
        language: The fixture language.
        progress: Told when another process has to be waited for, which may fetch for long.

    Raises:
        StateError: The lock can't be made.
    """
    home = index_home(state_dir, language)
    prepare_state(state_dir)
    with told_as_state_error(home):
        home.parent.mkdir(parents=True, exist_ok=True)
    name = f"waiting for another process at the vectors of {language}"
    with locked(vectors_lock(home), waiting=lambda: task(progress, name, 1)):
        yield
