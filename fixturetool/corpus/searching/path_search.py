"""Searching the names of sources: their paths under the language root."""

import tempfile
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from fixturetool.corpus.normalize import OffsetMap, normalize
from fixturetool.corpus.searching.grep import Query, grep_stream
from fixturetool.corpus.searching.hits import NameHit
from fixturetool.corpus.sources import Trouble

NameHits = Mapping[str, tuple[NameHit, ...]]


def search_paths(query: Query, paths: list[str]) -> tuple[NameHits, tuple[Trouble, ...]]:
    """Search paths as if each were a line: plain text under the whitespace rule.

    Returns:
        The paths that match with their matches, and what went wrong.
    """
    data = _lines(paths, fixed=query.fixed).encode()
    with tempfile.TemporaryFile() as stream:
        stream.write(data)
        stream.seek(0)
        grep = grep_stream(query, stream)
        matches = [pair for spans in grep for pair in spans.pairs()]
    found: dict[str, list[NameHit]] = {}
    for at, start, end in _in_lines(data, matches):
        hit = _hit(paths[at], start, end, fixed=query.fixed)
        found.setdefault(paths[at], []).append(hit)
    return {path: tuple(hits) for path, hits in found.items()}, grep.troubles


def _lines(paths: list[str], *, fixed: bool) -> str:
    """Return a line for each path."""
    lines = "\n".join(paths)
    if lines.split() == paths:
        return lines  # no path holds white space
    return "\n".join(normalize(path) if fixed else path.replace("\n", " ") for path in paths)


def _in_lines(data: bytes, matches: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the 0-based line of each match, and its first and last character there."""
    if not matches:
        return
    lines = data.split(b"\n")
    starts = array("q", accumulate((len(line) + 1 for line in lines), initial=0))
    for match_start, match_end in matches:
        at = bisect_right(starts, match_start) - 1
        before, upto = (lines[at][: offset - starts[at]] for offset in (match_start, match_end))
        yield at, len(before.decode(errors="replace")), len(upto.decode(errors="replace"))


def _hit(path: str, start: int, end: int, *, fixed: bool) -> NameHit:
    return NameHit(*(OffsetMap(path).span(start, end) if fixed else (start, end)))
