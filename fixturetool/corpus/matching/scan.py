"""One pass over the documents of a snapshot: which of many needles each of them holds."""

from collections.abc import Callable, Iterator, Sequence

from fixturetool.corpus.matching.compiling import Compiled
from fixturetool.corpus.matching.needles import LONGEST_BYTES
from fixturetool.corpus.matching.rows import RowSet
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.progress import Progress, task

WINDOW_BYTES = 8 << 20

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
        window_bytes: Bytes read at a time by each of two threads; more than ``LONGEST_BYTES``.

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
        """Scan the windows that begin at these bytes of the documents."""
        if len(starts) > 1:
            return self._shared(starts, progress)
        finds: Finds = {}
        for _ in self._work(iter(starts), finds):
            progress.advance()
        return finds

    def _shared(self, starts: Sequence[int], progress: Progress) -> Finds:
        from concurrent.futures import ThreadPoolExecutor

        queue = iter(starts)
        finds: Finds = {}
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
        """Take windows until none is left; yield after each."""
        import hyperscan

        database = self._compiled.database
        scratch = hyperscan.Scratch(database)
        # A head that begins in the window may end behind it.
        buffer = memoryview(bytearray(self._window_bytes + LONGEST_BYTES))
        for start in queue:
            window = buffer[: self._snapshot.read_into(buffer, start)]
            record = self._recorder(start, window, finds)
            # The stubs know strings and bytes only; any buffer will do.
            database.scan(window, record, scratch=scratch)  # type: ignore[type-var]
            yield

    def _recorder(
        self, start: int, window: memoryview, finds: Finds
    ) -> Callable[[int, int, int, int, object], None]:
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
