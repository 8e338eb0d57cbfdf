"""Listing the folders of a large corpus by two processes: most of the time goes into the system.

The second one looks at folders that hold plain files and nothing else. Any other folder is left
to the walk itself, which knows of links, of globs and of what can't be read.
"""

import marshal
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Self, TypeAlias

from fixturetool.corpus.listing.stamp import stamp_of

Plain: TypeAlias = tuple[str, int, int, int]
"""A plain file: its name, size, modification time in nanoseconds, and stamp."""

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from fixturetool.corpus.listing.sharing import main; main(sys.argv[2])"
)


class Share:
    """Folders that a second process lists from now on; it ends with the block.

    Args:
        root: The folder that they are under.
        folders: Their paths under it, each ended by a slash or empty.

    Raises:
        OSError: The process can't be begun.
    """

    def __init__(self, root: str, folders: Sequence[str]) -> None:
        self._folders = folders
        package = Path(__file__).parents[3]
        with TemporaryFile() as names:
            names.write(os.fsencode("\0".join(folders)))
            names.seek(0)
            self._process = subprocess.Popen(
                # Nothing but the standard library is needed.
                [sys.executable, "-I", "-S", "-c", _PROGRAM, str(package), root],
                stdin=names,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # an interrupt at the keyboard reaches this process alone
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()

    def listed(self) -> Iterator[tuple[str, Sequence[Plain] | None]]:
        """Wait for the process, and yield each folder with its files, None for one it left."""
        data, _ = self._process.communicate()
        found: list[list[Plain] | None] = [None] * len(self._folders)
        if self._process.returncode == 0:
            found = marshal.loads(data)  # noqa: S302 - written by this very program
        yield from zip(self._folders, found, strict=True)


def main(root: str) -> None:
    """List the folders that standard input names, NUL between them, to standard output."""
    folders = os.fsdecode(sys.stdin.buffer.read()).split("\0")
    found = [_plain_files(f"{root}/{folder}") for folder in folders]
    sys.stdout.buffer.write(marshal.dumps(found))


def _plain_files(folder: str) -> list[Plain] | None:
    found: list[Plain] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_file(follow_symlinks=False):
                    return None
                status = entry.stat(follow_symlinks=False)
                found.append((entry.name, status.st_size, status.st_mtime_ns, stamp_of(status)))
    except OSError:
        return None
    return found
