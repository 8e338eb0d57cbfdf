"""Reading what ripgrep prints: each match a line ``offset:match``, in blocks, for speed."""

import os
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from operator import add
from typing import IO, NamedTuple

_BLOCK = 1 << 20
# The offset is the first thing on a line, so that digits and colons of a match mislead nobody;
# an empty match has nothing behind the colon and is none.
_MATCH = re.compile(rb"(\d+):(.+)\n")


class Spans(NamedTuple):
    """Non-empty matches in one file: half-open byte ranges, 0-based, ascending, apart.

    Attributes:
        path: A POSIX path under the folder searched, ``""`` in a single file.
        starts: Bytes of the file before each match.
        ends: Bytes of the file before each match's end.
    """

    path: str
    starts: "array[int]"
    ends: "array[int]"

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Return start and end of each match."""
        return zip(self.starts, self.ends, strict=True)


Parser = Callable[[IO[bytes]], Iterator[Spans]]


def parse_file(output: IO[bytes]) -> Iterator[Spans]:
    """Read the matches of one file; a long answer comes as several spans in a row."""
    for block in _blocks(output):
        yield _spans("", block)


def parse_files(output: IO[bytes]) -> Iterator[Spans]:
    """Read the matches of several files.

    Each file begins with its path and a NUL, and an empty line stands between two of them. A
    path may hold any other byte, a match any but a line break.
    """
    path, rest = "", b""
    for block in _blocks(output):
        lines, at = rest + block, 0
        while 0 <= at < len(lines):
            if not path:
                end = lines.find(b"\0", at)
                if end < 0:
                    break  # the block ended with a line break in the path
                path, at = os.fsdecode(lines[at:end].removeprefix(b"./")), end + 1
            end = _end_of_file(lines, at)
            yield _spans(path, lines[at : end if end >= 0 else len(lines)])
            path, at = ("", end + 1) if end >= 0 else (path, len(lines))
        rest = lines[at:]


def _end_of_file(lines: bytes, start: int) -> int:
    """Return where the empty line behind a file's matches is, -1 where there is none."""
    if lines.startswith(b"\n", start):
        return start
    before = lines.find(b"\n\n", start)
    return before if before < 0 else before + 1


def _blocks(output: IO[bytes]) -> Iterable[bytes]:
    """Return the output in blocks of whole lines."""
    while block := output.read(_BLOCK):
        yield block + output.readline()


def _spans(path: str, lines: bytes) -> Spans:
    pairs = _MATCH.findall(lines)
    starts = array("q", (int(offset) for offset, _ in pairs))
    ends = array("q", map(add, starts, (len(match) for _, match in pairs)))
    return Spans(path, starts, ends)
