"""Where the index of a language is on disk, and whether it is of use."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from fixturetool.retrieval.indexing.chunks import CHUNK_CHARACTERS, CHUNKER_VERSION
from fixturetool.retrieval.indexing.engine import FIELDS, engine_version
from fixturetool.retrieval.indexing.manifest import FORMAT_VERSION, Entry, Manifest, load_manifest
from fixturetool.state import locked, prepare_state, replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer

VECTORS_NAME = "vectors"
"""The folder, beside the indexes of a language, of what outlives them: it was paid for."""

_POINTER = "current"
_FOLDER_NAME = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Found:
    """An index that may be on disk.

    Attributes:
        folder: Its folder, or None.
        manifest: What it says of itself, or None where it can't be used.
        unusable_because: Why not, "" where there is none at all.
    """

    folder: Path | None
    manifest: Manifest | None
    unusable_because: str

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its sources, none where it can't be used."""
        return self.manifest.entries if self.manifest else ()


def index_home(state_dir: Path, language: str) -> Path:
    """Return the folder of a language's index."""
    return state_dir / "index" / quote(language, safe="").replace(".", "%2E")


def lock_of(home: Path) -> Path:
    """Return the lock file beside the folder of an index."""
    return home.with_name(f"{home.name}.lock")


@contextmanager
def hold_index(state_dir: Path, language: str) -> Iterator[Path]:
    """Hold the folder of a language's index against other processes and threads."""
    home = index_home(state_dir, language)
    prepare_state(state_dir)
    with told_as_state_error(home):
        home.parent.mkdir(parents=True, exist_ok=True)
    with locked(lock_of(home)):
        yield home


def publish_index(home: Path, folder: Path) -> None:
    """Make an index that is whole the one that is used, in a folder that the caller holds."""
    replace_file(home / _POINTER, folder.name.encode())


def forget_index(home: Path) -> None:
    """Drop the index in a folder that the caller holds, so that the next refresh makes one."""
    with told_as_state_error(home):
        (home / _POINTER).unlink(missing_ok=True)


def index_key(corpus: Corpus, tokenizer: Tokenizer) -> dict[str, str]:
    """Return what must agree for an index to be of use for a corpus and a tokenizer."""
    return {
        "format": str(FORMAT_VERSION),
        "engine": engine_version(),
        "fields": ", ".join(FIELDS),
        "tokenizer": tokenizer.identity,
        "chunks": f"{CHUNKER_VERSION}, {CHUNK_CHARACTERS} characters",
        "corpus": str(corpus.root.resolve()),
        "encodings": corpus.reading,
    }


def find_index(home: Path, key: Mapping[str, str]) -> Found:
    """Look for a usable index in the folder of a language."""
    try:
        name = (home / _POINTER).read_text("utf-8")
    except FileNotFoundError:
        return Found(None, None, "")
    except (OSError, ValueError) as error:
        return Found(None, None, f"its pointer can't be read: {error}")
    if not _FOLDER_NAME.fullmatch(name):
        return Found(None, None, "its pointer is damaged")
    try:
        manifest = load_manifest(home / name)
    except (OSError, ValueError) as error:
        return Found(None, None, f"it is damaged: {error}")
    reason = _difference(manifest.key, key)
    return Found(home / name, None if reason else manifest, reason)


def _difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    changes = [f'{name} was "{old.get(name, "")}", is "{new[name]}"' for name in new]
    return "; ".join(c for c, name in zip(changes, new, strict=True) if old.get(name) != new[name])
