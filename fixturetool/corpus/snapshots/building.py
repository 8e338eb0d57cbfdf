"""Many sources into one file of documents, with a second process where that pays."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Self

from fixturetool.corpus.snapshots.reading import STRIDE, read_sources
from fixturetool.corpus.snapshots.table import Rows, parse_table
from fixturetool.corpus.sources import Corpus, Source
from fixturetool.errors import StateError
from fixturetool.progress import Progress, task

# Below this, starting a second interpreter costs more than it saves.
SHARED_BYTES = 24 << 20
_COPY_BYTES = 1 << 20
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from fixturetool.corpus.snapshots.reading import main; main(sys.argv[2:])"
)


def append_documents(
    corpus: Corpus,
    sources: Sequence[Source],
    out: BinaryIO,
    progress: Progress,
    shared_bytes: int = SHARED_BYTES,
) -> Rows:
    """Append the documents of some sources to a file, in their order.

    Args:
        corpus: The corpus that the sources belong to.
        sources: The sources to read, sorted by path.
        out: The file of documents, standing at its end; it has a name.
        progress: Told of every few hundred sources.
        shared_bytes: From this many bytes of sources on, a second process reads half of them.

    Returns:
        The rows of these sources; offsets count from where ``out`` stood.

    Raises:
        StateError: The second process failed.
    """
    with task(progress, "reading the corpus", len(sources)):
        if sum(source.size for source in sources) < shared_bytes:
            return _read_own(corpus, sources, out, progress, None)
        half = _half(sources)
        with _Helper(corpus, sources[half:], Path(f"{out.name}.{os.getpid()}")) as helper:
            rows = _read_own(corpus, sources[:half], out, progress, helper)
            helper.finish(progress)
            _take_over(helper, rows, out)
        return rows


def _half(sources: Sequence[Source]) -> int:
    """Return how many of the first sources hold half of the bytes."""
    half = sum(source.size for source in sources) // 2
    seen = 0
    for number, source in enumerate(sources, start=1):
        seen += source.size
        if seen >= half:
            return number
    return len(sources)


def _read_own(
    corpus: Corpus,
    sources: Sequence[Source],
    out: BinaryIO,
    progress: Progress,
    helper: "_Helper | None",
) -> Rows:
    rows = Rows()
    done = 0
    paths = (source.path for source in sources)
    for rows in read_sources(os.fspath(corpus.root), paths, corpus.encodings, out):
        progress.advance(len(rows) - done)
        done = len(rows)
        if helper:
            helper.poll(progress)
    return rows


def _take_over(helper: "_Helper", rows: Rows, out: BinaryIO) -> None:
    start = rows.end
    with helper.documents.open("rb", buffering=0) as documents:
        while block := documents.read(_COPY_BYTES):
            out.write(block)
    theirs = parse_table(helper.rows.read_bytes()).rows
    rows.extend(theirs, start)


class _Helper:
    """A second process that reads some sources into files of its own."""

    def __init__(self, corpus: Corpus, sources: Sequence[Source], stem: Path) -> None:
        import subprocess
        import sys

        self._paths = Path(f"{stem}.paths")
        self.documents = Path(f"{stem}.documents")
        self.rows = Path(f"{stem}.rows")
        self._paths.write_bytes("\0".join(source.path for source in sources).encode())
        package = Path(__file__).parents[2]
        arguments = (str(package), str(corpus.root), ",".join(corpus.encodings), str(stem))
        # A group of its own, so that an interrupt at the keyboard reaches this process alone.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
        )
        self._pipe = self._process.stdout.fileno() if self._process.stdout else -1
        os.set_blocking(self._pipe, False)
        self._left = len(sources)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()
        for file in (self._paths, self.documents, self.rows):
            file.unlink(missing_ok=True)

    def poll(self, progress: Progress) -> bool:
        """Pass on what the process has done since the last call; False once it is done."""
        try:
            strides = os.read(self._pipe, 1 << 16)
        except BlockingIOError:
            return True
        steps = min(len(strides) * STRIDE, self._left)
        self._left -= steps
        progress.advance(steps)
        return bool(strides)

    def finish(self, progress: Progress) -> None:
        """Wait for the process to end.

        Raises:
            StateError: It failed.
        """
        os.set_blocking(self._pipe, True)
        while self.poll(progress):
            pass
        _, complaint = self._process.communicate()
        if self._process.returncode:
            last = complaint.decode(errors="replace").strip().rpartition("\n")[2]
            raise StateError(
                f"the second reading process ended with {self._process.returncode}: {last}",
                hint="run the command again; if it fails again, free memory or disk space",
            )
