"""The two passes of a search: over the normalised documents, and over the files line by line."""

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from fixturetool.corpus.searching.grep import Query, grep_file, grep_files
from fixturetool.corpus.searching.pattern import outlives_white_space
from fixturetool.corpus.searching.rg_output import Spans
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.progress import Progress

Matches: TypeAlias = dict[str, Spans]
"""Path of a source to the matches in its document, or in its file, in bytes from its start."""

Troubles: TypeAlias = tuple[Trouble, ...]


def grep_documents(
    snapshot: Snapshot, query: Query, left_out: Collection[str], progress: Progress
) -> tuple[Matches, Troubles]:
    """Search the normalised documents, a line each, of all sources but those left out."""
    grep = grep_file(query, snapshot.file)
    found: Matches = {}
    for spans in grep:
        progress.advance()
        for part in _by_document(snapshot, spans):
            if part.path not in left_out:
                _add(found, part)
    return found, grep.troubles


def may_match_in_lines(
    snapshot: Snapshot, query: Query, left_out: Collection[str], documents: Matches
) -> Sequence[str]:
    """Return the sources that may have a match in a line beside what their documents have."""
    if query.fixed:
        return ()
    if outlives_white_space(query.pattern):
        return sorted(documents)
    return [path for path in snapshot.paths if path not in left_out]


def grep_lines(
    corpus: Corpus, query: Query, paths: Sequence[str], progress: Progress
) -> tuple[Matches, Troubles]:
    """Search the files of some sources as they are, line by line."""
    found: Matches = {}
    troubles: list[Trouble] = []
    for grep in grep_files(query, corpus.root, paths):
        for spans in grep:
            progress.advance()
            _add(found, spans)
        troubles += grep.troubles
    return found, tuple(troubles)


def _by_document(snapshot: Snapshot, spans: Spans) -> Iterator[Spans]:
    """Cut the matches in the file of documents into those of each, counted from its start."""
    at = 0
    while at < len(spans.starts):
        row = snapshot.row_at(spans.starts[at])
        if row is None:  # a document that is dead
            at += 1
            continue
        begin, end = snapshot.bounds_of(row)
        upto = bisect_left(spans.starts, end, at)
        starts, ends = (
            array("q", [offset - begin for offset in side[at:upto]])
            for side in (spans.starts, spans.ends)
        )
        yield Spans(snapshot.path_of(row), starts, ends)
        at = upto


def _add(found: Matches, more: Spans) -> None:
    known = found.setdefault(more.path, more)
    if known is not more:
        known.starts.extend(more.starts)
        known.ends.extend(more.ends)
