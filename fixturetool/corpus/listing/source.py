"""The record of a corpus file: bare tuples, since there are hundreds of thousands of them."""

from typing import NamedTuple


class Source(NamedTuple):
    """One corpus file.

    Attributes:
        path: Its POSIX path under the language root, in the Unicode form that the disk has.
        official: False for a third-party source, told by the first component of the path.
        size: Bytes on disk.
        mtime_ns: Modification time in nanoseconds since the epoch.
        stamp: Another number whenever the file was changed or replaced, see ``stamp_of``.
    """

    path: str
    official: bool
    size: int
    mtime_ns: int
    stamp: int = 0
