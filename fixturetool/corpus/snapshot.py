"""The normalised corpus on disk, refreshed file by file and read without loading it whole."""

import fcntl
import os
import weakref
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from fixturetool.corpus.snapshots.refresh import LOCK, TABLE, refresh
from fixturetool.corpus.snapshots.table import Rows, digest_of
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.errors import StateError
from fixturetool.progress import Progress
from fixturetool.state import locked, prepare_state, told_as_state_error

# Part of a snapshot's key: raise it when `normalize` or `decode` gives other results.
_RULES_VERSION = 1


def open_snapshot(corpus: Corpus, state_dir: Path, progress: Progress) -> "Snapshot":
    """Open the snapshot of a corpus, having read the files that changed since the last time.

    Processes that open one snapshot at once wait for each other. A snapshot that is damaged or
    was made by other rules is made anew.

    Args:
        corpus: The corpus as listed just now.
        state_dir: The folder of derived files; made, with a ``.gitignore``, where missing.
        progress: Told of the files that are read.

    Raises:
        StateError: The state folder can't be written.
    """
    prepare_state(state_dir)
    root = os.path.realpath(corpus.root)
    name = f"{corpus.root.name}-{_hash(root)}"
    home = state_dir / "snapshots" / name
    with told_as_state_error(home):
        home.mkdir(parents=True, exist_ok=True)
    key = _hash("\0".join([str(_RULES_VERSION), root, *corpus.encodings]))
    with locked(home / LOCK):
        table = refresh(corpus, home, key, progress)
        # Opened under the lock: later on another process may delete the file.
        return Snapshot(corpus, home / table.documents, table.rows, table.size)


class Snapshot:
    """The normalised texts of a corpus at one moment.

    It stays valid when the corpus or the snapshot on disk changes afterwards.

    Attributes:
        corpus: The corpus that it was made from.
        file: The documents: normalised texts in UTF-8, each ended by a line break, which
            normalised text never holds, so that no anchor matches across two of them. Some
            ranges are dead: left behind by files that changed.
        size: Bytes of that file that count.
        rows: How many sources there are, readable or not; they are numbered from 0, by path.
        troubles: What the listing met, and sources that could not be read or not wholly.
        paths: The paths of the sources that could be read, sorted.
    """

    def __init__(self, corpus: Corpus, file: Path, rows: Rows, size: int) -> None:
        self.corpus = corpus
        self.file = file
        self.size = size
        self.rows = len(rows)
        self._rows = rows
        with told_as_state_error(file):
            self._descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
            # As long as this is held the file keeps its name.
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)
        weakref.finalize(self, os.close, self._descriptor)
        notes = (
            Trouble(rows.paths[row], note, usable=rows.has_text(row))
            for row, note in rows.notes.items()
        )
        self.troubles = tuple(sorted((*corpus.troubles, *notes)))
        self.paths = tuple(map(rows.paths.__getitem__, rows.readable()))

    @cached_property
    def fingerprint(self) -> str:
        """A hash, in hex, of the paths and normalised texts, whatever their history."""
        rows = self._rows
        hasher = blake2b("\0".join(self.paths).encode(), digest_size=16)
        if len(self.paths) == len(rows):
            hasher.update(rows.digests)
        else:
            for row in self.readable_rows():
                hasher.update(rows.digest(row))
        return hasher.hexdigest()

    def holds(self, path: str) -> bool:
        """Tell whether a readable source has that path."""
        return self._find(path) is not None

    def text(self, path: str) -> str:
        """Return a source's normalised text.

        Raises:
            KeyError: No readable source has that path.
            StateError: The snapshot on disk is damaged; the next one is made anew.
        """
        return self._document(self._row(path)).decode()

    def digest(self, path: str) -> str:
        """Return a hash, in hex, of a source's normalised text.

        Raises:
            KeyError: No readable source has that path.
        """
        return self._rows.digest(self._row(path)).hex()

    def row_at(self, byte_offset: int) -> int | None:
        """Find the document that holds a byte of ``file``.

        Args:
            byte_offset: 0-based, in ``file``.

        Returns:
            The number of its source in the order of all sources; None in a dead range and on the
            line break that ends a document.
        """
        starts, order = self._layout
        at = bisect_right(starts, byte_offset) - 1
        if at < 0 or byte_offset >= starts[at] + self._rows.lengths[order[at]]:
            return None
        return order[at]

    def path_of(self, row: int) -> str:
        """Return the path of a source by the number that ``row_at`` gives."""
        return self._rows.paths[row]

    def bounds_of(self, row: int) -> tuple[int, int]:
        """Return the half-open range of a document's bytes in ``file``, 0-based."""
        start = self._rows.offsets[row]
        return start, start + self._rows.lengths[row]

    def readable_rows(self) -> Sequence[int]:
        """Return the numbers of the sources in ``paths``, ascending."""
        return self._rows.readable()

    def read_into(self, buffer: memoryview, byte_offset: int) -> int:
        """Fill a buffer from ``file`` and return how many bytes came: fewer only at the end.

        Raises:
            StateError: The file is cut short; the next snapshot is made anew.
        """
        wanted = min(len(buffer), self.size - byte_offset)
        filled = 0
        while filled < wanted:
            window = buffer[filled:wanted]
            count = os.preadv(self._descriptor, [window], byte_offset + filled)
            if not count:
                raise self._damaged(f'"{self.file}" is cut short')
            filled += count
        return filled

    @cached_property
    def _layout(self) -> tuple["array[int]", Sequence[int]]:
        """Starts of the documents in the order of the file, and the rows they belong to."""
        order, offset_of = self.readable_rows(), self._rows.offsets.__getitem__
        starts = array("q", map(offset_of, order))
        ordered = array("q", sorted(starts))
        if starts != ordered:  # files changed since the snapshot was first made
            order = array("l", sorted(order, key=offset_of))
        return ordered, order

    def _row(self, path: str) -> int:
        row = self._find(path)
        if row is None:
            raise KeyError(path)
        return row

    def _find(self, path: str) -> int | None:
        at = bisect_left(self._rows.paths, path)
        if at == len(self._rows) or self._rows.paths[at] != path or not self._rows.has_text(at):
            return None
        return at

    def _document(self, row: int) -> bytearray:
        buffer = bytearray(self._rows.lengths[row])
        self.read_into(memoryview(buffer), self._rows.offsets[row])
        if digest_of(buffer) != self._rows.digest(row):
            raise self._damaged(f'"{self.file}" is damaged at "{self._rows.paths[row]}"')
        return buffer

    def _damaged(self, message: str) -> StateError:
        # Without a table the next process begins anew.
        with told_as_state_error(self.file):
            self.file.with_name(TABLE).unlink(missing_ok=True)
        return StateError(message, hint="run the command again: it reads the corpus anew")


def _hash(text: str) -> str:
    return blake2b(os.fsencode(text), digest_size=8).hexdigest()
