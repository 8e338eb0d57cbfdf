"""What an index was built from: its key, its files and its sources."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from fixturetool.state import replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MANIFEST_NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """A source in an index.

    Attributes:
        path: Its path under the language root.
        size: Its bytes on disk when it was listed.
        mtime_ns: Its modification time when it was listed.
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
    is_settled: bool
    digest: str
    offset: int
    length: int
    chunks: int
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of an index on disk.

    Attributes:
        key: What must agree for the index to be of use: a name and its value.
        files: The index's files, under its folder, with their sizes in bytes.
        entries: Its sources, sorted by path.
    """

    key: Mapping[str, str]
    files: Mapping[str, int]
    entries: tuple[Entry, ...]

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
    """Read the manifest of an index.

    Raises:
        OSError: There is none that can be read.
        ValueError: It is damaged, or a file of the index is missing or not as long as it was.
    """
    checksum, _, data = (folder / MANIFEST_NAME).read_bytes().partition(b"\n")
    if checksum != _digest(data):
        raise ValueError("its manifest is damaged")
    body = json.loads(data)
    for name, size in body["files"].items():
        if (folder / name).stat().st_size != size:
            raise ValueError(f'its file "{name}" is damaged')
    entries = tuple(Entry(*entry) for entry in body["entries"])
    return Manifest(body["key"], body["files"], entries)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).hexdigest().encode()
