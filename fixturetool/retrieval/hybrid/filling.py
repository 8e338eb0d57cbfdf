"""Getting the vectors that an index lacks, and no other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from fixturetool.corpus.sources import Trouble
from fixturetool.errors import StateError
from fixturetool.progress import Progress, task
from fixturetool.retrieval.hybrid.cuts import chunk_digests, load_cuts, save_cuts
from fixturetool.retrieval.hybrid.fetching import Batch, Fetching
from fixturetool.retrieval.hybrid.leg import VectorLeg
from fixturetool.retrieval.hybrid.place import cuts_file, hold_vectors, vectors_folder
from fixturetool.retrieval.hybrid.store import Stored, VectorStore

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from fixturetool.retrieval.hybrid.model import VectorModel
    from fixturetool.retrieval.indexing.opened import OpenIndex


@dataclass(frozen=True, slots=True)
class VectorReport:
    """What the getting of vectors did.

    Attributes:
        language: The fixture language.
        model: Whose vectors they are.
        dimensions: How long they are; 0 where there is no chunk.
        fetched: Chunks, of different text, whose vectors came.
        kept: Those whose vectors were there already.
        requests: Requests that were answered.
        troubles: Chunks that the model refused: only their words are found. Each is asked for
            again the next time.
    """

    language: str
    model: str
    dimensions: int
    fetched: int
    kept: int
    requests: int
    troubles: tuple[Trouble, ...] = ()


def open_vectors(
    index: OpenIndex, language: str, state_dir: Path, model: VectorModel, progress: Progress
) -> tuple[VectorLeg | None, VectorReport]:
    """Get the vectors that an index lacks, and open all of them; no leg where it has no chunk.

    Every batch is on disk before the next one is asked for by the same thread.

    Args:
        index: The index.
        language: Its fixture language.
        state_dir: Where derived files are kept.
        model: Makes vectors.
        progress: Advanced by the chunks that were fetched.

    Raises:
        ProviderError: Vectors can't be had; those that were paid for are kept.
        BudgetError: The bound could be passed by the next request; so are they.
        RetrievalError: A source is no longer what was indexed.
        StateError: Vectors can't be kept, or read.
    """
    with hold_vectors(state_dir, language, progress):
        store = VectorStore(vectors_folder(state_dir, language), model.identity)
        digests = _all_digests(index, cuts_file(state_dir, language))
        wanted = set(chain.from_iterable(digests))
        stored = store.load()
        there = stored.rows.keys() & wanted if stored else set()
        missing = wanted - there
        fetching = Fetching(store, model, is_proved=bool(there))
        if missing:
            batches = _batches(_texts(index, digests, missing), model.batch)
            with task(progress, f"vectors {language}", len(missing)):
                fetching.fetch(batches, progress)
            stored = store.load()
        if not wanted or stored is None:
            return None, VectorReport(language, model.name, 0, 0, 0, 0)
        stored = store.settle(wanted, stored)
    refused = fetching.refused
    report = VectorReport(
        language,
        model.name,
        stored.dimensions,
        len(missing) - len(refused),
        len(there),
        fetching.answered,
        tuple(_troubles(index, digests, refused)),
    )
    return VectorLeg(stored.matrix, _rows(digests, stored, refused)), report


def _all_digests(index: OpenIndex, cuts: Path) -> list[list[bytes]]:
    known = load_cuts(cuts)
    digests, now = chunk_digests(index, known)
    if now.known != known.known:
        save_cuts(cuts, now)
    return digests


def _texts(
    index: OpenIndex, digests: Sequence[Sequence[bytes]], missing: set[bytes]
) -> Iterator[tuple[bytes, str]]:
    """Yield what is missing, each text once."""
    seen: set[bytes] = set()
    for entry, names in zip(index.entries, digests, strict=True):
        if missing.isdisjoint(names):
            continue
        for name, text in zip(names, index.chunk_texts(entry), strict=True):
            if name in missing and name not in seen:
                seen.add(name)
                yield name, text


def _batches(texts: Iterator[tuple[bytes, str]], size: int) -> Iterator[Batch]:
    while batch := tuple(islice(texts, size)):
        yield batch


def _troubles(
    index: OpenIndex, digests: Sequence[Sequence[bytes]], refused: Mapping[bytes, Exception]
) -> Iterator[Trouble]:
    for entry, names in zip(index.entries, digests, strict=True) if refused else ():
        for position, name in enumerate(names):
            if name in refused:
                chunk = index.chunks_of(entry)[position]
                where = f"{entry.path}:{chunk.first_line}"
                yield Trouble(where, f"no vector for this chunk: {refused[name]}")


def _rows(
    digests: Sequence[Sequence[bytes]], stored: Stored, refused: Collection[bytes]
) -> NDArray[np.int64]:
    import numpy as np

    known = stored.rows | dict.fromkeys(refused, -1)
    try:
        rows = [known[name] for names in digests for name in names]
    except KeyError as error:
        raise StateError(
            "vectors that were just written can't be read back",
            hint="delete them with: fixturetool index clear",
        ) from error
    return np.array(rows, dtype=np.int64)
