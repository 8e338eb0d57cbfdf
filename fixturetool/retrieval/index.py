"""The embedded index on disk: built where needed, and no further than needed.

An index is whole in a folder of its own before a pointer names it, so a killed build leaves
the old one. Where the corpus changed at all the index is written anew, from kept blocks for
the sources that did not change: it then ranks exactly as a fresh one.
"""

from __future__ import annotations

import re
import secrets
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from fixturetool.corpus.sources import Trouble
from fixturetool.retrieval.indexing.blocks import DamagedBlockError
from fixturetool.retrieval.indexing.chunks import CHUNK_CHARACTERS, CHUNKER_VERSION
from fixturetool.retrieval.indexing.engine import engine_version
from fixturetool.retrieval.indexing.generation import Blocks, write_generation
from fixturetool.retrieval.indexing.manifest import Entry, Manifest, load_manifest, save_manifest
from fixturetool.retrieval.indexing.plan import Plan, make_plan
from fixturetool.state import locked, prepare_state, replace_file, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress

FORMAT_VERSION = 1
_POINTER = "current"
_FOLDER_NAME = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    Attributes:
        language: The fixture language.
        read: Sources that were read and cut, new or changed.
        kept: Sources that the index held already.
        removed: Sources that it held and that are gone.
        chunks: Chunks that it holds now.
        rebuilt_because: Why an index that was there could not be used, or "".
        troubles: Sources that can't be read and are not in the index.
    """

    language: str
    read: int
    kept: int
    removed: int
    chunks: int
    rebuilt_because: str
    troubles: tuple[Trouble, ...]


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """How an index stands.

    Attributes:
        language: The fixture language.
        is_built: Whether there is one that can be used.
        sources: Sources that it holds.
        chunks: Chunks that it holds.
        bytes_on_disk: Its size.
        added: Sources of the corpus that it doesn't know.
        changed: Sources with another text than it knows.
        removed: Sources that it holds and that are gone.
        rebuilt_because: Why the next build can't use the one that is there, or "".
    """

    language: str
    is_built: bool
    sources: int
    chunks: int
    bytes_on_disk: int
    added: int
    changed: int
    removed: int
    rebuilt_because: str

    @property
    def is_current(self) -> bool:
        """Whether a build would have nothing to do."""
        return self.is_built and not (self.added or self.changed or self.removed)


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


def build_index(
    corpus: Corpus, tokenizer: Tokenizer, state_dir: Path, progress: Progress
) -> BuildReport:
    """Bring the index of a corpus up to date, waiting for a build of another process.

    Raises:
        StateError: It can't be written.
    """
    with hold_index(state_dir, corpus.language) as home:
        return refresh(home, corpus, tokenizer, progress)[0]


def index_status(corpus: Corpus, tokenizer: Tokenizer, state_dir: Path) -> IndexStatus:
    """Tell how the index of a corpus stands; nothing is written."""
    found = find_index(_home(state_dir, corpus.language), index_key(corpus, tokenizer))
    plan = make_plan(corpus, found.entries)
    sizes = found.manifest.files.values() if found.manifest else ()
    return IndexStatus(
        language=corpus.language,
        is_built=found.manifest is not None,
        sources=sum(not entry.trouble for entry in found.entries),
        chunks=sum(entry.chunks for entry in found.entries),
        bytes_on_disk=sum(sizes),
        added=plan.added,
        changed=plan.changed,
        removed=plan.removed,
        rebuilt_because=found.unusable_because,
    )


def clear_index(state_dir: Path, languages: Collection[str] = ()) -> tuple[str, ...]:
    """Delete indexes.

    Args:
        state_dir: Where derived files are kept.
        languages: Fixture languages; empty for every index there is.

    Returns:
        The names of the deleted folders under ``index/``, sorted.

    Raises:
        StateError: One can't be deleted.
    """
    homes = [_home(state_dir, language) for language in languages]
    if not languages and (state_dir / "index").is_dir():
        homes = [entry for entry in (state_dir / "index").iterdir() if entry.is_dir()]
    cleared = [home.name for home in sorted(homes) if home.is_dir()]
    for name in cleared:
        home = state_dir / "index" / name
        with locked(_lock_of(home)), told_as_state_error(home):
            (home / _POINTER).unlink(missing_ok=True)
            shutil.rmtree(home)
    return tuple(cleared)


@contextmanager
def hold_index(state_dir: Path, language: str) -> Iterator[Path]:
    """Hold the folder of a language's index against other processes and threads."""
    home = _home(state_dir, language)
    prepare_state(state_dir)
    with told_as_state_error(home):
        home.parent.mkdir(parents=True, exist_ok=True)
    with locked(_lock_of(home)):
        yield home


def refresh(
    home: Path, corpus: Corpus, tokenizer: Tokenizer, progress: Progress
) -> tuple[BuildReport, Path, Manifest]:
    """Bring an index up to date that the caller holds; return its folder and manifest too."""
    key = index_key(corpus, tokenizer)
    found = find_index(home, key)
    try:
        plan, folder, manifest = _refresh(home, found, corpus, tokenizer, key, progress)
    except DamagedBlockError as error:
        found = Found(None, None, f"its blocks are damaged: {error}")
        plan, folder, manifest = _refresh(home, found, corpus, tokenizer, key, progress)
    return _report(corpus, found, plan, manifest), folder, manifest


def forget_index(home: Path) -> None:
    """Drop the index in a folder that the caller holds, so that the next refresh makes one."""
    with told_as_state_error(home):
        (home / _POINTER).unlink(missing_ok=True)


def index_key(corpus: Corpus, tokenizer: Tokenizer) -> dict[str, str]:
    """Return what must agree for an index to be of use for a corpus and a tokenizer."""
    return {
        "format": str(FORMAT_VERSION),
        "engine": engine_version(),
        "tokenizer": tokenizer.identity,
        "chunks": f"{CHUNKER_VERSION}, {CHUNK_CHARACTERS} characters",
        "corpus": str(corpus.root.resolve()),
        "encodings": ", ".join(corpus.encodings),
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


def _refresh(
    home: Path,
    found: Found,
    corpus: Corpus,
    tokenizer: Tokenizer,
    key: Mapping[str, str],
    progress: Progress,
) -> tuple[Plan, Path, Manifest]:
    plan = make_plan(corpus, found.entries)
    if found.folder and found.manifest and plan.is_current:
        return plan, found.folder, _touch(found.folder, found.manifest, plan)
    with told_as_state_error(home):
        _sweep(home, found.folder)
        folder = home / secrets.token_hex(8)
        old = Blocks(found.folder) if found.folder and plan.kept else None
        try:
            manifest = write_generation(folder, corpus, tokenizer, key, plan.kept, old, progress)
        finally:
            if old:
                old.close()
        replace_file(home / _POINTER, folder.name.encode())
        _sweep(home, folder)
    return plan, folder, manifest


def _touch(folder: Path, manifest: Manifest, plan: Plan) -> Manifest:
    """Note new modification times of files whose text is the same."""
    entries = tuple(plan.kept[entry.path] for entry in manifest.entries)
    if entries == manifest.entries:
        return manifest
    touched = replace(manifest, entries=entries)
    with told_as_state_error(folder):
        save_manifest(folder, touched)
    return touched


def _sweep(home: Path, keep: Path | None) -> None:
    """Delete what killed builds and former indexes left."""
    home.mkdir(exist_ok=True)
    for entry in sorted(home.iterdir()):
        if entry.is_dir() and entry != keep:
            shutil.rmtree(entry)


def _report(corpus: Corpus, found: Found, plan: Plan, manifest: Manifest) -> BuildReport:
    troubles = [Trouble(entry.path, entry.trouble) for entry in manifest.entries if entry.trouble]
    kept = sum(not entry.trouble for entry in plan.kept.values())
    return BuildReport(
        language=corpus.language,
        read=len(manifest.entries) - len(troubles) - kept,
        kept=kept,
        removed=plan.removed,
        chunks=manifest.chunks,
        rebuilt_because=found.unusable_because,
        troubles=tuple(troubles),
    )


def _home(state_dir: Path, language: str) -> Path:
    return state_dir / "index" / quote(language, safe="").replace(".", "%2E")


def _lock_of(home: Path) -> Path:
    return home.with_name(f"{home.name}.lock")
