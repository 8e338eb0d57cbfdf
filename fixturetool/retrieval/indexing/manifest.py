"""What an index was built from: its key, its files and its sources."""

from __future__ import annotations

import json
import os
from dataclasses import astuple, dataclass
from hashlib import blake2b, file_digest
from typing import TYPE_CHECKING, NamedTuple

from fixturetool.corpus.listing.stamp import Mark, mark_of
from fixturetool.state import replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MANIFEST_NAME = "manifest.json"
FORMAT_VERSION = 2
"""Part of the key: raise it when the files of an index change their form."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A source in an index.

    Attributes:
        path: Its path under the language root.
        size: Its bytes on disk when it was listed.
        mtime_ns: Its modification time when it was listed.
        stamp: Its stamp when it was listed.
        is_settled: False where the file was so young that it may change again unseen.
        digest: The hash of its text; "" where it can't be read.
        offset: Where its block begins in the file of blocks, in bytes.
        length: The length of its block in bytes.
        chunks: How many chunks it has.
        trouble: Why it can't be read, or "".
    """

    path: str
    size: int
    mtime_ns: int
    stamp: int
    is_settled: bool
    digest: str
    offset: int
    length: int
    chunks: int
    trouble: str = ""


class IndexFile(NamedTuple):
    """A file of an index.

    Attributes:
        mark: How it stood when it was written, or when it was last compared with its digest.
        digest: The hash of its bytes, hex.
    """

    mark: Mark
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of an index on disk.

    Attributes:
        key: What must agree for the index to be of use: a name and its value.
        files: The index's files, under its folder.
        entries: Its sources, sorted by path.
        is_saved: False where the files stand otherwise than the manifest on disk says, though
            they are what was written.
    """

    key: Mapping[str, str]
    files: Mapping[str, IndexFile]
    entries: tuple[Entry, ...]
    is_saved: bool = True

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return sum(entry.chunks for entry in self.entries)


def save_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into the folder of its index."""
    entries = [astuple(entry) for entry in manifest.entries]
    body = {"key": dict(manifest.key), "files": dict(manifest.files), "entries": entries}
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    replace_file(folder / MANIFEST_NAME, _digest(data) + b"\n" + data)


def load_manifest(folder: Path) -> Manifest:
    """Read the manifest of an index, its files marked as they stand now.

    A file that was touched or copied is compared with its hash. Of another format the key alone
    is read.

    Raises:
        OSError: There is none that can be read, or a file of the index is missing.
        ValueError: It is damaged, or a file of the index is not what was written.
    """
    checksum, _, data = (folder / MANIFEST_NAME).read_bytes().partition(b"\n")
    if checksum != _digest(data):
        raise ValueError("its manifest is damaged")
    body = json.loads(data)
    if body["key"].get("format") != str(FORMAT_VERSION):
        return Manifest(body["key"], {}, ())
    saved = {name: IndexFile(Mark(*mark), digest) for name, (mark, digest) in body["files"].items()}
    files = {name: _checked(folder, name, file) for name, file in saved.items()}
    entries = tuple(Entry(*entry) for entry in body["entries"])
    return Manifest(body["key"], files, entries, files == saved)


def _checked(folder: Path, name: str, saved: IndexFile) -> IndexFile:
    if mark_of((folder / name).stat()) == saved.mark:
        return saved
    now = describe_file(folder / name)
    if now.digest != saved.digest:
        raise ValueError(f'its file "{name}" is not what was written')
    return now


def describe_file(path: Path) -> IndexFile:
    """Return what a manifest says of a file of an index.

    Raises:
        OSError: It can't be read.
    """
    with path.open("rb") as file:
        mark = mark_of(os.fstat(file.fileno()))
        digest = file_digest(file, lambda: blake2b(digest_size=16))
    return IndexFile(mark, digest.hexdigest())


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).hexdigest().encode()
