"""What tells that a file was changed, even where its size and modification time were put back."""

import os
from typing import NamedTuple


def stamp_of(status: os.stat_result) -> int:
    """Return one number for the inode and the time of its last change, which nobody can set.

    git compares the same two. A signed number of 64 bits; Python hashes whole numbers alike in
    every process.
    """
    return hash((status.st_ino, status.st_ctime_ns))


class Mark(NamedTuple):
    """How a file stood at one moment: another mark means that it was written to or replaced.

    Attributes:
        size: Its bytes.
        mtime_ns: Its modification time in nanoseconds since the epoch.
        stamp: Its stamp.
    """

    size: int
    mtime_ns: int
    stamp: int


UNWRITTEN = Mark(0, 0, 0)
"""The mark of a file that is not there yet."""


def mark_of(status: os.stat_result) -> Mark:
    """Return the mark of a file."""
    return Mark(status.st_size, status.st_mtime_ns, stamp_of(status))
