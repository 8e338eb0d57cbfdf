"""What tells that a file was changed, even where its size and modification time were put back."""

import os
from typing import NamedTuple

_TICK_NS = 2_000_000_000


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


def is_settled(mtime_ns: int, read_ns: int) -> bool:
    """Tell whether any later change of a file is sure to show in its modification time.

    One changed shortly before it was read may change again within the same tick of the clock (git
    calls such an entry racy).

    Args:
        mtime_ns: Its modification time in nanoseconds since the epoch.
        read_ns: When it was read, likewise.
    """
    return read_ns - mtime_ns > _TICK_NS
