"""Searching the names of sources: their paths under the language root."""

import tempfile
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from fixturetool.corpus.normalize import OffsetMap, normalize
from fixturetool.corpus.searching.grep import Query, grep_stream
from fixturetool.corpus.searching.hits import NameHit
from fixturetool.corpus.sources import Trouble

NameHits = Mapping[str, tuple[NameHit, ...]]


def search_paths(query: Query, paths: Sequence[str]) -> tuple[NameHits, tuple[Trouble, ...]]:
    """Search paths as if each were a line: plain text under the whitespace rule.

    Returns:
        The paths that match with their matches, and what went wrong.
    """
    lines = [_line(path, fixed=query.fixed).encode() for path in paths]
    starts = array("q", accumulate((len(line) + 1 for line in lines), initial=0))
    found: dict[str, list[NameHit]] = {}
    with tempfile.TemporaryFile() as stream:
        stream.write(b"\n".join(lines))
        stream.seek(0)
        grep = grep_stream(query, stream)
        for match_start, match_end in (pair for spans in grep for pair in spans.pairs()):
            at = bisect_right(starts, match_start) - 1
            start = len(lines[at][: match_start - starts[at]].decode(errors="replace"))
            end = len(lines[at][: match_end - starts[at]].decode(errors="replace"))
            hit = _hit(paths[at], start, end, fixed=query.fixed)
            found.setdefault(paths[at], []).append(hit)
    return {path: tuple(hits) for path, hits in found.items()}, grep.troubles


def _line(path: str, *, fixed: bool) -> str:
    if len(path.split()) == 1:
        return path  # all that most paths need
    return normalize(path) if fixed else path.replace("\n", " ")


def _hit(path: str, start: int, end: int, *, fixed: bool) -> NameHit:
    return NameHit(*(OffsetMap(path).span(start, end) if fixed else (start, end)))
