"""One pass over the documents of a snapshot: which of many needles each of them holds."""

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fixturetool.corpus.matching.compiling import Compiled
from fixturetool.corpus.matching.needles import LONGEST
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.progress import Progress, task

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOW_BYTES = 8 << 20
_BITS = 8


class RowSet:
    """A set of row numbers that stays small: a list while sparse, one bit a row when dense."""

    __slots__ = ("_bits", "_limit", "_rows", "_total")

    def __init__(self, total: int) -> None:
        self._total = total
        self._rows = array("l")
        self._bits = bytearray()
        # Where the list takes as much memory as the bits would.
        self._limit = total // _BITS // self._rows.itemsize + 64

    def add(self, row: int) -> None:
        """Add a row."""
        if self._bits:
            self._bits[row // _BITS] |= 1 << row % _BITS
            return
        self._rows.append(row)
        if len(self._rows) > self._limit:
            self._spread()

    def update(self, other: "RowSet") -> None:
        """Add the rows of another set."""
        for row in other:
            self.add(row)

    def __iter__(self) -> Iterator[int]:
        """Return the rows in ascending order."""
        if not self._bits:
            return iter(sorted(set(self._rows)))
        return (
            number * _BITS + bit
            for number, byte in enumerate(self._bits)
            if byte
            for bit in range(_BITS)
            if byte >> bit & 1
        )

    def _spread(self) -> None:
        rows = sorted(set(self._rows))
        if len(rows) > self._limit // 2:
            self._bits = bytearray(self._total // _BITS + 1)
            for row in rows:
                self._bits[row // _BITS] |= 1 << row % _BITS
            rows = []
        self._rows = array("l", rows)


Finds = dict[int, RowSet]


def scan(
    snapshot: Snapshot,
    compiled: Compiled,
    progress: Progress,
    window_bytes: int = WINDOW_BYTES,
) -> Finds:
    """Find every document that holds the head of an anchor.

    Args:
        snapshot: The documents.
        compiled: What to look for.
        progress: Told of every window.
        window_bytes: Bytes read at a time by each of two threads; more than ``LONGEST``.

    Returns:
        Anchor number -> rows of the documents that hold its head; one without any is absent.
    """
    starts = range(0, snapshot.size, window_bytes)
    scanner = _Scanner(snapshot, compiled, window_bytes)
    with task(progress, "matching anchors", len(starts)):
        return scanner.run(starts, progress)


class _Scanner:
    """Windows shared out between the calling thread and one more."""

    def __init__(self, snapshot: Snapshot, compiled: Compiled, window_bytes: int) -> None:
        self._snapshot = snapshot
        self._compiled = compiled
        self._window_bytes = window_bytes

    def run(self, starts: Sequence[int], progress: Progress) -> Finds:
        queue = iter(starts)
        finds: Finds = {}
        if len(starts) == 1:
            for _ in self._work(queue, finds):
                progress.advance()
            return finds
        from concurrent.futures import ThreadPoolExecutor

        others: Finds = {}
        done: list[None] = []
        told = own = 0
        with ThreadPoolExecutor(1) as pool:
            helper = pool.submit(lambda: done.extend(self._work(queue, others)))
            try:
                for _ in self._work(queue, finds):
                    own += 1
                    progress.advance(own + len(done) - told)
                    told = own + len(done)
            finally:
                # Whatever ended this thread's share ends the other's.
                for _ in queue:
                    pass
        helper.result()
        progress.advance(len(starts) - told)
        for anchor, rows in others.items():
            if anchor in finds:
                finds[anchor].update(rows)
            else:
                finds[anchor] = rows
        return finds

    def _work(self, queue: Iterator[int], finds: Finds) -> Iterator[None]:
        import hyperscan

        database = self._compiled.database
        scratch = hyperscan.Scratch(database)
        # A head that begins in the window may end behind it.
        buffer = memoryview(bytearray(self._window_bytes + LONGEST))
        for start in queue:
            window = buffer[: self._snapshot.read_into(buffer, start)]
            record = self._recorder(start, window, finds)
            # The stubs know strings and bytes only; any buffer will do.
            database.scan(window, record, scratch=scratch)  # type: ignore[type-var]
            yield

    def _recorder(
        self, start: int, window: memoryview, finds: Finds
    ) -> "Callable[[int, int, int, int, object], None]":
        row_at, bounds_of = self._snapshot.row_at, self._snapshot.bounds_of
        total = self._snapshot.rows
        readings = self._compiled.needles.readings
        # The document of each anchor's last find: one note a document is enough.
        lows = [0] * self._compiled.needles.anchors
        highs = [0] * self._compiled.needles.anchors

        def record(pattern: int, _: int, end: int, _flags: int, _context: object) -> None:
            last = start + end - 1
            for rest, anchor in readings[pattern]:
                if lows[anchor] <= last < highs[anchor]:
                    continue
                if rest and window[end : end + len(rest)] != rest:
                    continue
                row = row_at(last)
                if row is None:
                    return
                lows[anchor], highs[anchor] = bounds_of(row)
                if anchor not in finds:
                    finds[anchor] = RowSet(total)
                finds[anchor].add(row)

        return record
