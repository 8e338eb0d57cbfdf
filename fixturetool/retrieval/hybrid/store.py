"""Vectors on disk that were paid for: appended batch by batch, read by mapping the file.

One file for a model: a line of JSON that says whose vectors these are, padded, then rows of one
size: the digest of a text, a checksum, the vector. What a killed process left half written is cut
off; every row before it counts.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, BinaryIO

from fixturetool.corpus.listing.stamp import mark_of
from fixturetool.errors import StateError
from fixturetool.state import replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from fixturetool.llm.vectors import Vector

DIGEST_BYTES = 16
_VERSION = 1
_PADDING = 64
# What no longer belongs to any chunk is kept until it is most of the file: edits get undone.
_WASTE = 2
_MOST_HEAD = 1 << 16
_MOST_DIMENSIONS = 1 << 20


def digest_of_chunk(text: str) -> bytes:
    """Return the name of a chunk's vector: the hash of its text, ``DIGEST_BYTES`` long."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


@dataclass(frozen=True, slots=True)
class Stored:
    """The vectors that are there.

    Attributes:
        rows: Digest of a text to the 0-based row of its vector.
        matrix: The vectors, of length 1 or 0; mapped from the file.
        size: Bytes of the file.
    """

    rows: dict[bytes, int]
    matrix: NDArray[np.float32]
    size: int

    @property
    def dimensions(self) -> int:
        """How long the vectors are."""
        return int(self.matrix.shape[1])


class VectorStore:
    """The file of vectors of one model; appended to from several threads of one process.

    Who writes holds the folder against other processes.
    """

    def __init__(self, folder: Path, identity: str) -> None:
        """Name the file; it is made when the first vectors are kept.

        Args:
            folder: Where it is.
            identity: The model, and whatever else a vector depends on beside the text.
        """
        name = blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        self._path = folder / f"{name}.vectors"
        self._checked = folder / f"{name}.checked"
        self._identity = identity
        self._lock = Lock()

    def load(self) -> Stored | None:
        """Return what is there, None for nothing; what is damaged is left out.

        Rows are compared with their checksums only where the file is not the one that was
        compared last.

        Raises:
            StateError: The file can't be read.
        """
        try:
            with self._path.open("rb") as file:
                head = _read_head(file)
                size = os.fstat(file.fileno()).st_size
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StateError(f'"{self._path}" can\'t be read: {error.strerror}') from error
        if head is None or head.identity != self._identity:
            return None
        table = _mapped(self._path, head, (size - head.offset) // _row_type(head).itemsize)
        names = table["name"].tobytes()
        rows = {
            names[start : start + DIGEST_BYTES]: start // DIGEST_BYTES
            for start in range(0, len(names), DIGEST_BYTES)
        }
        if not self._is_checked():
            rows = {name: row for name, row in rows.items() if _is_sound(table[row])}
        return Stored(rows, table["vector"], size)

    def append(self, names: Sequence[bytes], vectors: Sequence[Vector]) -> None:
        """Keep vectors; they survive the process, and the machine, from then on.

        Args:
            names: The digests of their texts.
            vectors: One for each, all of one length; kept as vectors of length 1.

        Raises:
            StateError: They can't be written, or are not as long as those that are there.
        """
        data = _rows(names, vectors)
        dimensions = len(vectors[0])
        with self._lock, told_as_state_error(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab+") as file:
                head = self._head_for(file, dimensions)
                if head.dimensions != dimensions:
                    raise StateError(
                        f"the model now sends vectors of {dimensions} dimensions, and of "
                        f"{head.dimensions} before: they can't be compared",
                        hint="delete what is there with: fixturetool index clear",
                    )
                file.write(data)
                file.flush()
                os.fsync(file.fileno())

    def settle(self, wanted: Collection[bytes], stored: Stored) -> Stored:
        """Drop what is of no use where that is much, and note that the rest is sound.

        Args:
            wanted: The digests of the texts that there are.
            stored: What ``load`` returned last.

        Returns:
            What is there then.

        Raises:
            StateError: It can't be written.
        """
        kept = [row for name, row in stored.rows.items() if name in wanted]
        is_damaged = len(stored.rows) < len(stored.matrix)
        if is_damaged or len(stored.rows) > _WASTE * max(len(kept), 1):
            rows = sorted(stored.rows.values()) if is_damaged else sorted(kept)
            self._rewrite(rows, stored)
            stored = self.load() or stored
        with told_as_state_error(self._checked):
            mark = json.dumps(mark_of(self._path.stat()))
            if not self._is_checked():
                replace_file(self._checked, mark.encode())
        return stored

    def _rewrite(self, rows: Sequence[int], stored: Stored) -> None:
        with told_as_state_error(self._path):
            with self._path.open("rb") as file:
                head = _read_head(file)
            assert head is not None  # noqa: S101 - load has read it
            table = _mapped(self._path, head, len(stored.matrix))
            replace_file(self._path, _spelled(head) + table[list(rows)].tobytes())

    def _head_for(self, file: BinaryIO, dimensions: int) -> _Head:
        """Return the head of an open file, written if it has none, with no torn row behind it."""
        file.seek(0)
        head = _read_head(file)
        if head is None or head.identity != self._identity:
            head = _Head(self._identity, dimensions)
            file.truncate(0)
            file.write(_spelled(head))
            return head
        size = file.seek(0, os.SEEK_END)
        file.truncate(size - (size - head.offset) % _row_type(head).itemsize)
        return head

    def _is_checked(self) -> bool:
        try:
            then = json.loads(self._checked.read_bytes())
            return bool(then == list(mark_of(self._path.stat())))
        except (OSError, ValueError):
            return False


@dataclass(frozen=True, slots=True)
class _Head:
    identity: str
    dimensions: int

    @property
    def offset(self) -> int:
        """Where the rows begin."""
        return len(_spelled(self))


def _spelled(head: _Head) -> bytes:
    table = {"version": _VERSION, "identity": head.identity, "dimensions": head.dimensions}
    line = json.dumps(table).encode()
    return line + b" " * (-(len(line) + 1) % _PADDING) + b"\n"


def _read_head(file: BinaryIO) -> _Head | None:
    line = file.readline(_MOST_HEAD)
    try:
        table = json.loads(line)
        head = _Head(table["identity"], table["dimensions"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if type(head.dimensions) is not int or not 0 < head.dimensions <= _MOST_DIMENSIONS:
        return None
    return head if _spelled(head) == line else None


def _row_type(head: _Head) -> np.dtype[np.void]:
    import numpy as np

    fields = [("name", f"V{DIGEST_BYTES}"), ("check", "<u4"), ("vector", "<f4", head.dimensions)]
    return np.dtype(fields)


def _mapped(path: Path, head: _Head, rows: int) -> NDArray[np.void]:
    import numpy as np

    if rows == 0:  # nothing can be mapped
        return np.empty(0, _row_type(head))
    return np.memmap(path, _row_type(head), mode="r", offset=head.offset, shape=(rows,))


def _rows(names: Sequence[bytes], vectors: Sequence[Vector]) -> bytes:
    import numpy as np

    matrix = np.array(vectors, dtype=np.float64)
    lengths = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    matrix = np.divide(matrix, lengths, out=np.zeros_like(matrix), where=lengths > 0)
    table = np.empty(len(names), _row_type(_Head("", matrix.shape[1])))
    for row, name, vector in zip(table, names, matrix.astype("<f4"), strict=True):
        row["name"], row["vector"] = np.void(name), vector
        row["check"] = _checksum(name, vector)
    return table.tobytes()


def _checksum(name: bytes, vector: NDArray[np.float32]) -> int:
    return zlib.crc32(vector.tobytes(), zlib.crc32(name))


def _is_sound(row: np.void) -> bool:
    return bool(row["check"] == _checksum(row["name"].tobytes(), row["vector"]))
