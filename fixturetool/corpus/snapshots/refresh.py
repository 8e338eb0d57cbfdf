"""Bring a snapshot up to date: read what changed, keep what did not, drop what is gone."""

import fcntl
import os
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fixturetool.corpus.listing.stamp import UNWRITTEN, mark_of
from fixturetool.corpus.snapshots.building import append_documents
from fixturetool.corpus.snapshots.table import (
    Rows,
    Table,
    TableError,
    dump_table,
    parse_table,
)
from fixturetool.corpus.sources import Corpus, Source
from fixturetool.progress import Progress
from fixturetool.state import replace_file, told_as_state_error

TABLE = "table"
LOCK = "lock"
# Dead ranges are scanned along with the rest; beyond this share a fresh file is cheaper.
_DEAD_SHARE = 1 / 3


def refresh(corpus: Corpus, home: Path, key: str, progress: Progress) -> Table:
    """Return the table of the corpus as it is listed, having read what it lacked.

    The caller holds the lock of ``home``. The table is replaced last and in one step, when the
    documents are on the disk, and names how their file stood then: whenever the process ends,
    the next one finds the old snapshot or the new one, or begins anew. A documents' file only
    grows, and is deleted when nobody reads it, so that older readers keep theirs.

    Args:
        corpus: The listing to come up to.
        home: The folder of this snapshot.
        key: What documents depend on beside the files; another key starts anew.
        progress: Told of what is read.

    Raises:
        StateError: The folder can't be written.
    """
    old = _load(home, key)
    if old.documents and _is_current(old.rows, corpus.sources):
        return old
    kept, stale = _compare(old.rows, corpus.sources)
    if not old.documents or _mostly_dead(old, kept, stale):
        documents = _next_name(home)
        old, kept, stale = Table(key, documents, UNWRITTEN, Rows()), {}, corpus.sources
    with told_as_state_error(home):
        table = _append(corpus, home, old, kept, stale, progress)
        replace_file(home / TABLE, dump_table(table))
        _sweep(home, table.documents)
    return table


def _load(home: Path, key: str) -> Table:
    """Return the table in force, an empty one where there is none that fits."""
    nothing = Table(key, "", UNWRITTEN, Rows())
    try:
        table = parse_table((home / TABLE).read_bytes())
        mark = mark_of((home / table.documents).stat())
    except (OSError, TableError):
        return nothing
    return table if table.key == key and mark == table.mark else nothing


def _is_current(rows: Rows, sources: Sequence[Source]) -> bool:
    """Tell whether all files are as they were read: a column at a time, for the usual case."""
    if len(rows) != len(sources):
        return False
    return (
        rows.stamps == array("q", [source.stamp for source in sources])
        and rows.mtimes == array("q", [source.mtime_ns for source in sources])
        and rows.sizes == array("q", [source.size for source in sources])
        and rows.paths == [source.path for source in sources]
    )


def _compare(rows: Rows, sources: Sequence[Source]) -> tuple[dict[str, int], Sequence[Source]]:
    """Return path -> row of what still holds, and the sources to be read."""
    index = dict(zip(rows.paths, range(len(rows)), strict=True))
    kept: dict[str, int] = {}
    stale: list[Source] = []
    sizes, mtimes, stamps = rows.sizes, rows.mtimes, rows.stamps
    for source in sources:
        row = index.get(source.path)
        if (
            row is not None
            and mtimes[row] == source.mtime_ns
            and stamps[row] == source.stamp
            and sizes[row] == source.size
        ):
            kept[source.path] = row
        else:
            stale.append(source)
    return kept, stale


def _mostly_dead(old: Table, kept: dict[str, int], stale: Sequence[Source]) -> bool:
    live = sum(old.rows.lengths[row] + 1 for row in kept.values())
    total = old.size + sum(source.size for source in stale)
    return old.size - live > total * _DEAD_SHARE


def _next_name(home: Path) -> str:
    # Never a name in use: a reader may still hold the file.
    used = {file.name for file in home.glob("documents-*")}
    number = 1
    while f"documents-{number}" in used:
        number += 1
    return f"documents-{number}"


def _append(
    corpus: Corpus,
    home: Path,
    old: Table,
    kept: dict[str, int],
    stale: Sequence[Source],
    progress: Progress,
) -> Table:
    if not stale:
        return replace(old, rows=_merge(corpus.sources, old, kept, Rows()))
    with (home / old.documents).open("ab", buffering=1 << 20) as out:
        fresh = append_documents(corpus, stale, out, progress)
        rows = _merge(corpus.sources, old, kept, fresh)
        # Documents that were there already; what the old table names stays for those who read it.
        out.truncate(max(rows.end, old.size))
        os.fsync(out.fileno())
        return Table(old.key, old.documents, mark_of(os.fstat(out.fileno())), rows)


def _merge(sources: Sequence[Source], old: Table, kept: dict[str, int], fresh: Rows) -> Rows:
    moved = Rows()
    moved.extend(fresh, old.size)
    if not kept:
        return moved
    before = dict(zip(old.rows.paths, range(len(old.rows)), strict=True))
    rows = Rows()
    unread = 0
    for source in sources:
        if (row := kept.get(source.path)) is not None:
            rows.copy(row, old.rows)
            continue
        rows.copy(unread, moved)
        if (row := before.get(source.path)) is not None:
            _reuse_document(rows, row, old.rows)
        unread += 1
    return rows


def _reuse_document(rows: Rows, before: int, old: Rows) -> None:
    """Let the last row point to the document that it had, where that is still the same."""
    last = len(rows) - 1
    if rows.has_text(last) and old.has_text(before) and rows.digest(last) == old.digest(before):
        rows.offsets[last] = old.offsets[before]


def _sweep(home: Path, documents: str) -> None:
    for file in home.iterdir():
        if file.name not in {TABLE, LOCK, documents} and not _is_read(file):
            file.unlink(missing_ok=True)


def _is_read(file: Path) -> bool:
    """Tell whether an open snapshot holds a file: programs may still open it by its name."""
    with file.open("r+b") as candidate:
        try:
            fcntl.flock(candidate, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
