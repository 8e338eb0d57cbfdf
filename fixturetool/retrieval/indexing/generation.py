"""One whole index in a folder of its own: written once, then only read."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.listing.stamp import is_settled
from fixturetool.progress import task
from fixturetool.retrieval.indexing.blocks import cut_source, parse_terms
from fixturetool.retrieval.indexing.engine import EngineWriter
from fixturetool.retrieval.indexing.manifest import (
    Entry,
    IndexFile,
    Manifest,
    describe_file,
    save_manifest,
)
from fixturetool.retrieval.indexing.plan import reason_of
from fixturetool.state import told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

    from fixturetool.corpus.sources import Corpus, Source
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress

BLOCKS_NAME = "blocks"
ENGINE_NAME = "engine"


class Blocks:
    """The blocks of a finished index; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Open the file of blocks of an index.

        Raises:
            OSError: It can't be opened.
        """
        self._descriptor = os.open(folder / BLOCKS_NAME, os.O_RDONLY | os.O_CLOEXEC)

    def read(self, entry: Entry) -> bytes:
        """Return the block of a source, empty where the source can't be read."""
        return os.pread(self._descriptor, entry.length, entry.offset)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


class Pen:
    """Appends sources to a new index."""

    def __init__(self, engine: EngineWriter, out: BinaryIO) -> None:
        self._engine = engine
        self._out = out
        self._ordinal = self._offset = 0
        self.entries: list[Entry] = []

    def add(self, entry: Entry, block: bytes) -> None:
        """Append a source, given what is known of it and its block."""
        if block:
            name, lines = parse_terms(block, entry.chunks)
            for ordinal, line in enumerate(lines, self._ordinal):
                self._engine.add(ordinal, name, line)
        self._out.write(block)
        self.entries.append(replace(entry, offset=self._offset))
        self._ordinal += entry.chunks
        self._offset += len(block)


def write_generation(
    folder: Path,
    corpus: Corpus,
    tokenizer: Tokenizer,
    key: Mapping[str, str],
    kept: Mapping[str, Entry],
    old: Blocks | None,
    progress: Progress,
) -> Manifest:
    """Write an index of a corpus.

    Args:
        folder: Where; it doesn't exist yet.
        corpus: What is indexed, in the order of its sources.
        tokenizer: Cuts text into terms.
        key: The key of the index.
        kept: Path to the old index's entry for sources that need no cutting.
        old: The old index's blocks, where anything is kept.
        progress: Told of every source.

    Raises:
        StateError: It can't be written.
        DamagedBlockError: A block of the old index is damaged.
    """
    with told_as_state_error(folder):
        (folder / ENGINE_NAME).mkdir(parents=True)
        engine = EngineWriter(folder / ENGINE_NAME)
        with (folder / BLOCKS_NAME).open("wb") as out:
            pen = Pen(engine, out)
            total = len(corpus.sources)
            with task(progress, f"indexing {corpus.language}", total):
                for entry, block in _blocks(corpus, tokenizer, kept, old):
                    pen.add(entry, block)
                    progress.advance()
            out.flush()
            os.fsync(out.fileno())
        engine.finish()
        manifest = Manifest(key, _files(folder), tuple(pen.entries))
        save_manifest(folder, manifest)
    return manifest


def _blocks(
    corpus: Corpus, tokenizer: Tokenizer, kept: Mapping[str, Entry], old: Blocks | None
) -> Iterator[tuple[Entry, bytes]]:
    for source in corpus.sources:
        entry = kept.get(source.path)
        if entry is not None and old is not None:
            yield entry, old.read(entry)
        else:
            yield _cut(corpus, source, tokenizer)


def _cut(corpus: Corpus, source: Source, tokenizer: Tokenizer) -> tuple[Entry, bytes]:
    settled = is_settled(source.mtime_ns, time.time_ns())
    entry = Entry(source.path, source.size, source.mtime_ns, source.stamp, settled, "", 0, 0, 0)
    try:
        document = corpus.document(source.path)
    except UnreadableError as error:
        return replace(entry, is_settled=False, trouble=reason_of(source.path, error)), b""
    block, chunks = cut_source(source.path, document, tokenizer)
    return replace(entry, digest=document.digest, length=len(block), chunks=chunks), block


def _files(folder: Path) -> dict[str, IndexFile]:
    """Describe the files of an index; tantivy's empty lock files are none."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    described = {file.relative_to(folder).as_posix(): describe_file(file) for file in files}
    return {n: file for n, file in described.items() if file.mark.size or n == BLOCKS_NAME}
