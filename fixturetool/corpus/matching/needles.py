"""Anchors as the bytes that the scanner looks for, compiled once and kept."""

import contextlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.state import replace_file

if TYPE_CHECKING:
    from hyperscan import Database

# A needle is no longer than this, so that windows overlap by little.
LONGEST = 200
_KEPT = 8
_CHECKSUM_BYTES = 16


@dataclass(frozen=True, slots=True)
class Needles:
    """What is scanned for, and what each find may mean.

    Attributes:
        patterns: Distinct byte strings, sorted, each at most ``LONGEST`` bytes and free of NUL.
        anchors: For each pattern the normalised anchors that contain it.
        unscannable: Anchors without any byte to scan for; each text has to be looked at.
    """

    patterns: tuple[bytes, ...]
    anchors: tuple[tuple[str, ...], ...]
    unscannable: tuple[str, ...]


def cut_needles(anchors: Iterable[str]) -> Needles:
    """Choose a needle for each normalised anchor: itself, or a piece of it.

    An anchor with a lone surrogate, which no text holds, gets none.
    """
    by_pattern: dict[bytes, list[str]] = {}
    unscannable: list[str] = []
    for anchor in sorted(set(anchors)):
        # Hyperscan ends a literal at a NUL character.
        piece = max(anchor.split("\0"), key=len)
        if not is_encodable(anchor):
            continue
        if piece:
            by_pattern.setdefault(_cut(piece.encode()), []).append(anchor)
        else:
            unscannable.append(anchor)
    patterns = tuple(sorted(by_pattern))
    groups = tuple(tuple(by_pattern[pattern]) for pattern in patterns)
    return Needles(patterns, groups, tuple(unscannable))


def is_encodable(text: str) -> bool:
    """Tell whether UTF-8 can hold a text: it holds no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _cut(needle: bytes) -> bytes:
    # Decoding drops the character that the cut goes through.
    return needle[:LONGEST].decode(errors="ignore").encode()


def compile_needles(patterns: Sequence[bytes], cache_dir: Path) -> "Database":
    """Return the scanner's database of some literals, from the cache where it is there.

    Args:
        patterns: Distinct literals; a match reports the index of one.
        cache_dir: Where compiled databases are kept, the latest few; a damaged one is made anew,
            and a folder that can't be written costs only time.
    """
    import hyperscan

    name = blake2b(b"\0".join(patterns), digest_size=16).hexdigest()
    file = cache_dir / f"{name}.hyperscan"
    cached = _load(file)
    if cached is not None:
        return cached
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=list(patterns),
        ids=list(range(len(patterns))),
        elements=len(patterns),
        flags=[0] * len(patterns),
        literal=True,
    )
    with contextlib.suppress(OSError):
        _keep(file, hyperscan.dumpb(database))
    return database


def _load(file: Path) -> "Database | None":
    import hyperscan

    try:
        data = file.read_bytes()
    except OSError:
        return None
    dump = data[_CHECKSUM_BYTES:]
    if data[:_CHECKSUM_BYTES] != _checksum(dump):
        return None
    try:
        database = hyperscan.loadb(dump, mode=hyperscan.HS_MODE_BLOCK)
    except hyperscan.HyperscanError:
        # Compiled by another version or for another kind of processor.
        return None
    with contextlib.suppress(OSError):
        os.utime(file)
    return database


def _keep(file: Path, dump: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, _checksum(dump) + dump)
    kept = sorted(file.parent.glob("*.hyperscan"), key=lambda path: path.stat().st_mtime_ns)
    for old in kept[:-_KEPT]:
        old.unlink(missing_ok=True)


def _checksum(dump: bytes) -> bytes:
    return blake2b(dump, digest_size=_CHECKSUM_BYTES).digest()
