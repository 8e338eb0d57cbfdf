"""Source files into normalised documents: the work that one process does for a snapshot.

Run as a program it takes a list of paths from a file and leaves documents and rows in two others,
so that a second process can share the work without any large object being passed around.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from fixturetool.corpus.listing.decoding import UnreadableError, decode
from fixturetool.corpus.listing.stamp import UNWRITTEN, is_settled, stamp_of
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.snapshots.table import (
    DIGEST_BYTES,
    UNREADABLE,
    Rows,
    Table,
    digest_of,
    dump_table,
)

_AGAIN = -1
STRIDE = 256


def read_sources(
    root: str, paths: Iterable[str], encodings: tuple[str, ...], out: BinaryIO
) -> Iterator[Rows]:
    """Append the documents of some sources to a file.

    Args:
        root: The language root.
        paths: Source paths, in the order in which documents are written.
        encodings: Encodings tried in order.
        out: Where documents go; offsets count from where it stands.

    Yields:
        One and the same Rows, growing, after every ``STRIDE`` sources and at the end.
    """
    rows = Rows()
    offset = 0
    for path in paths:
        document = _read_one(f"{root}/{path}", path, encodings, rows)
        if document is None:
            rows.offsets.append(UNREADABLE)
            rows.lengths.append(0)
            rows.digests += bytes(DIGEST_BYTES)
        else:
            out.write(document)
            out.write(b"\n")
            rows.offsets.append(offset)
            rows.lengths.append(len(document))
            rows.digests += digest_of(document)
            offset += len(document) + 1
        if len(rows) % STRIDE == 0:
            yield rows
    yield rows


def _read_one(file: str, path: str, encodings: tuple[str, ...], rows: Rows) -> bytes | None:
    """Read one source and note how it stood; None where it is no text."""
    row = len(rows.paths)
    rows.paths.append(path)
    try:
        data, size, mtime_ns, stamp = _bytes_of(file)
    except OSError as error:
        rows.sizes.append(0)
        rows.mtimes.append(_AGAIN)
        rows.stamps.append(0)
        rows.notes[row] = (error.strerror or str(error)).lower()
        return None
    rows.sizes.append(size)
    rows.mtimes.append(mtime_ns)
    rows.stamps.append(stamp)
    try:
        text, warning = decode(data, encodings)
        document = normalize(text).encode()
    except (UnreadableError, UnicodeEncodeError) as error:
        rows.notes[row] = str(error)
        return None
    if warning:
        rows.notes[row] = warning
    return document


def _bytes_of(file: str) -> tuple[bytes, int, int, int]:
    now = time.time_ns()
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        data = _read_all(descriptor, status.st_size)
    finally:
        os.close(descriptor)
    mtime_ns = status.st_mtime_ns if is_settled(status.st_mtime_ns, now) else _AGAIN
    return data, status.st_size, mtime_ns, stamp_of(status)


def _read_all(descriptor: int, size: int) -> bytes:
    # Bytes that are added meanwhile change the modification time, so the next run sees them.
    data = os.read(descriptor, size)
    while len(data) < size and (more := os.read(descriptor, size - len(data))):
        data += more
    return data


def main(arguments: list[str]) -> None:
    """Read the sources that a file lists, and write one byte to stdout for every stride.

    Args:
        arguments: Language root, encodings with commas between, and the stem of the files
            ``.paths`` (input, NUL between), ``.documents`` and ``.rows`` (output).
    """
    root, encodings, stem = arguments
    paths = Path(stem + ".paths").read_bytes().decode().split("\0")
    with Path(stem + ".documents").open("wb") as out:
        rows = Rows()
        for rows in read_sources(root, paths, tuple(encodings.split(",")), out):  # noqa: B007
            os.write(sys.stdout.fileno(), b".")
    Path(stem + ".rows").write_bytes(dump_table(Table("", "", UNWRITTEN, rows)))
