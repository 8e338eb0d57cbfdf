"""Which chunks a source has, by the digests of their texts: kept, so that nothing is read again."""

from __future__ import annotations

import json
from hashlib import blake2b
from itertools import accumulate
from typing import TYPE_CHECKING

from fixturetool.retrieval.hybrid.store import DIGEST_BYTES, digest_of_chunk
from fixturetool.retrieval.indexing.chunks import CHUNK_CHARACTERS, CHUNKER_VERSION
from fixturetool.state import replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fixturetool.retrieval.indexing.manifest import Entry
    from fixturetool.retrieval.indexing.opened import OpenIndex

_VERSION = 1


class Cuts:
    """The digests of the chunks of sources, by the hash of the source's text.

    Attributes:
        known: Hash of a source's text, hex, to the digests of its chunks, one after the other.
    """

    def __init__(self, known: dict[str, bytes]) -> None:
        self.known = known

    def of(self, entry: Entry) -> list[bytes] | None:
        """Return the digests of a source's chunks, None where they are not known."""
        joined = self.known.get(entry.digest)
        if joined is None or len(joined) != entry.chunks * DIGEST_BYTES:
            return None
        starts = range(0, len(joined), DIGEST_BYTES)
        return [joined[start : start + DIGEST_BYTES] for start in starts]


def chunk_digests(index: OpenIndex, cuts: Cuts) -> tuple[list[list[bytes]], Cuts]:
    """Return the digests of all chunks, source by source; what is not known yet is read.

    Args:
        index: The index.
        cuts: What is known.

    Returns:
        The digests in the order of the index's sources, and what is known then.

    Raises:
        RetrievalError: A source is no longer what was indexed.
    """
    digests: list[list[bytes]] = []
    known: dict[str, bytes] = {}
    for entry in index.entries:
        found = cuts.of(entry)
        if found is None:
            found = [digest_of_chunk(text) for text in index.chunk_texts(entry)]
        known[entry.digest] = b"".join(found)
        digests.append(found)
    return digests, Cuts(known)


def load_cuts(path: Path) -> Cuts:
    """Read what is known; a file that is missing or damaged counts as empty."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        table = json.loads(head)
        if table["check"] != _check(body) or table["cut"] != _cut():
            return Cuts({})
        digests, ends = table["lengths"].keys(), accumulate(table["lengths"].values())
        return Cuts(dict(zip(digests, _sliced(body, ends), strict=True)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Cuts({})


def _sliced(body: bytes, ends: Iterable[int]) -> Iterator[bytes]:
    start = 0
    for end in ends:
        yield body[start:end]
        start = end


def save_cuts(path: Path, cuts: Cuts) -> None:
    """Keep what is known.

    Raises:
        StateError: It can't be written.
    """
    body = b"".join(cuts.known.values())
    lengths = {digest: len(joined) for digest, joined in cuts.known.items()}
    table = {"cut": _cut(), "check": _check(body), "lengths": lengths}
    with told_as_state_error(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, json.dumps(table).encode() + b"\n" + body)


def _cut() -> str:
    return f"{_VERSION}; {CHUNKER_VERSION}, {CHUNK_CHARACTERS} characters"


def _check(body: bytes) -> str:
    return blake2b(body, digest_size=DIGEST_BYTES).hexdigest()
