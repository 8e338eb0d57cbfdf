"""The scanner's database of some anchors, compiled once and kept."""

import contextlib
import os
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.corpus.matching.needles import Heads, Needles, cut_needles
from fixturetool.corpus.matching.rarity import rare_ends
from fixturetool.state import replace_file

if TYPE_CHECKING:
    from hyperscan import Database

_KEPT = 8
_CHECKSUM_BYTES = 16
# Part of a database's name: raise it when needles are cut in another way.
_VERSION = b"2"


@dataclass(frozen=True, slots=True)
class Compiled:
    """Needles, and the database whose matches report the index of a pattern."""

    needles: Needles
    database: "Database"


def compile_heads(heads: Heads, cache_dir: Path) -> Compiled:
    """Cut heads to needles and compile them, or take both from the cache where it has them.

    Args:
        heads: At least one.
        cache_dir: Where compiled databases are kept, the latest few; a damaged one is made anew,
            and a folder that can't be written costs only time.
    """
    name = blake2b("\0".join(heads.texts).encode(), digest_size=16, salt=_VERSION).hexdigest()
    file = cache_dir / f"{name}.hyperscan"
    if cached := _load(file, heads):
        return cached
    ends = rare_ends(heads.texts)
    needles = cut_needles(heads, ends)
    database = _compile(needles.patterns)
    with contextlib.suppress(OSError):
        _keep(file, ends, database)
    return Compiled(needles, database)


def _compile(patterns: Sequence[bytes]) -> "Database":
    import hyperscan

    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=list(patterns),
        ids=list(range(len(patterns))),
        elements=len(patterns),
        flags=[0] * len(patterns),
        literal=True,
    )
    return database


def _load(file: Path, heads: Heads) -> Compiled | None:
    import hyperscan

    try:
        data = file.read_bytes()
    except OSError:
        return None
    body = data[_CHECKSUM_BYTES:]
    if data[:_CHECKSUM_BYTES] != _checksum(body):
        return None
    ends = array("H")
    size = len(heads.texts) * ends.itemsize
    try:
        ends.frombytes(body[:size])
        database = hyperscan.loadb(body[size:], mode=hyperscan.HS_MODE_BLOCK)
        needles = cut_needles(heads, ends)
    except (ValueError, hyperscan.HyperscanError):
        # Compiled by another version or for another kind of processor.
        return None
    with contextlib.suppress(OSError):
        os.utime(file)
    return Compiled(needles, database)


def _keep(file: Path, ends: Sequence[int], database: "Database") -> None:
    import hyperscan

    file.parent.mkdir(parents=True, exist_ok=True)
    body = array("H", ends).tobytes() + hyperscan.dumpb(database)
    replace_file(file, _checksum(body) + body)
    kept = sorted(file.parent.glob("*.hyperscan"), key=lambda path: path.stat().st_mtime_ns)
    for old in kept[:-_KEPT]:
        old.unlink(missing_ok=True)


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECKSUM_BYTES).digest()
