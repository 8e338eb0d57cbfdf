"""The snapshot's table on disk: one row a source, kept in columns so that 200,000 load at once."""

import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from fixturetool.corpus.listing.stamp import Mark

_MAGIC = b"fixturetool table 2\n"
_CHECKSUM_BYTES = 16
DIGEST_BYTES = 16
UNREADABLE = -1


@dataclass(slots=True)
class Rows:
    """What was read, in columns of equal length.

    Attributes:
        paths: Source paths.
        sizes: Bytes of the source file when it was read.
        mtimes: Its modification time in ns when it was read; -1 asks for it to be read again.
        stamps: Its stamp when it was read, see ``stamp_of``.
        offsets: 0-based byte offset of the document, ``UNREADABLE`` where there is none.
        lengths: Bytes of the document without its final line break.
        digests: ``DIGEST_BYTES`` a row, a hash of the document.
        notes: Row number -> what was wrong with the file.
    """

    paths: list[str] = field(default_factory=list)
    sizes: "array[int]" = field(default_factory=lambda: array("q"))
    mtimes: "array[int]" = field(default_factory=lambda: array("q"))
    stamps: "array[int]" = field(default_factory=lambda: array("q"))
    offsets: "array[int]" = field(default_factory=lambda: array("q"))
    lengths: "array[int]" = field(default_factory=lambda: array("q"))
    digests: bytearray = field(default_factory=bytearray)
    notes: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def end(self) -> int:
        """The byte offset right after the last document."""
        ends = (offset + length for offset, length in zip(self.offsets, self.lengths, strict=True))
        return max(ends, default=UNREADABLE) + 1

    def has_text(self, row: int) -> bool:
        """Tell whether the source could be read."""
        return self.offsets[row] != UNREADABLE

    def readable(self) -> Sequence[int]:
        """Return the numbers of the rows that could be read, ascending."""
        if UNREADABLE not in self.offsets:
            return range(len(self))
        return list(filter(self.has_text, range(len(self))))

    def digest(self, row: int) -> bytes:
        """Return the document's hash."""
        return bytes(self.digests[row * DIGEST_BYTES : (row + 1) * DIGEST_BYTES])

    def copy(self, row: int, source: "Rows") -> None:
        """Append a row of another table."""
        if row in source.notes:
            self.notes[len(self.paths)] = source.notes[row]
        self.paths.append(source.paths[row])
        self.sizes.append(source.sizes[row])
        self.mtimes.append(source.mtimes[row])
        self.stamps.append(source.stamps[row])
        self.offsets.append(source.offsets[row])
        self.lengths.append(source.lengths[row])
        self.digests += source.digest(row)

    def extend(self, other: "Rows", shift: int) -> None:
        """Append all rows of another table, its documents moved by ``shift`` bytes."""
        self.notes.update((len(self.paths) + row, note) for row, note in other.notes.items())
        self.paths += other.paths
        self.sizes += other.sizes
        self.mtimes += other.mtimes
        self.stamps += other.stamps
        self.offsets.extend(
            offset + shift if offset != UNREADABLE else UNREADABLE for offset in other.offsets
        )
        self.lengths += other.lengths
        self.digests += other.digests


def digest_of(document: bytes | bytearray) -> bytes:
    """Return the hash of a document that rows keep."""
    return blake2b(document, digest_size=DIGEST_BYTES).digest()


@dataclass(frozen=True, slots=True)
class Table:
    """A snapshot: its rows, and the file of documents that they point into.

    Attributes:
        key: What the documents depend on beside the files themselves.
        documents: Name of the documents' file.
        mark: That file as it stood when it was written; any other was changed by somebody else.
        rows: One row a source, sorted by path.
    """

    key: str
    documents: str
    mark: Mark
    rows: Rows

    @property
    def size(self) -> int:
        """Bytes of the documents' file."""
        return self.mark.size


class TableError(ValueError):
    """The bytes are no table that this version wrote."""


def dump_table(table: Table) -> bytes:
    """Return a table as bytes, guarded by a checksum."""
    columns = _columns(table.rows)
    paths = "\0".join(table.rows.paths).encode()
    header = {
        "key": table.key,
        "documents": table.documents,
        "mark": table.mark,
        "rows": len(table.rows),
        "byteorder": sys.byteorder,
        "notes": list(table.rows.notes.items()),
    }
    head = json.dumps(header).encode()
    body = b"".join([head, b"\n", *columns, table.rows.digests, paths])
    return _MAGIC + blake2b(body, digest_size=_CHECKSUM_BYTES).digest() + body


def parse_table(data: bytes) -> Table:
    """Read a table back.

    Raises:
        TableError: The bytes are damaged, or of another version or machine.
    """
    start = len(_MAGIC) + _CHECKSUM_BYTES
    body = memoryview(data)[start:]
    checksum = blake2b(body, digest_size=_CHECKSUM_BYTES).digest()
    if data[: len(_MAGIC)] != _MAGIC or data[len(_MAGIC) : start] != checksum:
        raise TableError("not a table of this version, or damaged")
    end = data.index(b"\n", start)
    header = json.loads(data[start:end])
    if header["byteorder"] != sys.byteorder:
        raise TableError("written on a machine of another byte order")
    rows = _parse_rows(memoryview(data)[end + 1 :], header["rows"])
    rows.notes.update(header["notes"])
    return Table(header["key"], header["documents"], Mark(*header["mark"]), rows)


def _columns(rows: Rows) -> Sequence[bytes]:
    columns = (rows.sizes, rows.mtimes, rows.stamps, rows.offsets, rows.lengths)
    return [column.tobytes() for column in columns]


def _parse_rows(body: memoryview, count: int) -> Rows:
    rows = Rows()
    width = count * rows.sizes.itemsize
    columns = (rows.sizes, rows.mtimes, rows.stamps, rows.offsets, rows.lengths)
    for number, column in enumerate(columns):
        column.frombytes(body[number * width : (number + 1) * width])
    digests_end = len(columns) * width + count * DIGEST_BYTES
    rows.digests += body[len(columns) * width : digests_end]
    paths = bytes(body[digests_end:]).decode()
    rows.paths = paths.split("\0") if count else []
    return rows
