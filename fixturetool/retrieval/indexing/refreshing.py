"""Bringing an index up to date, no further than needed."""

from __future__ import annotations

import secrets
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.corpus.sources import Trouble
from fixturetool.retrieval.indexing.blocks import DamagedBlockError
from fixturetool.retrieval.indexing.generation import Blocks, write_generation
from fixturetool.retrieval.indexing.location import (
    VECTORS_NAME,
    Found,
    find_index,
    index_key,
    publish_index,
)
from fixturetool.retrieval.indexing.manifest import Entry, Manifest, save_manifest
from fixturetool.retrieval.indexing.plan import Plan, make_plan
from fixturetool.state import told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress


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


def refresh(
    home: Path, corpus: Corpus, tokenizer: Tokenizer, progress: Progress
) -> tuple[BuildReport, Path, Manifest]:
    """Bring an index up to date that the caller holds; return its folder and manifest too."""
    corpus.prepare(progress)
    key = index_key(corpus, tokenizer)
    found = find_index(home, key)
    try:
        plan, folder, manifest = _refresh(home, found, corpus, tokenizer, key, progress)
    except DamagedBlockError as error:
        found = Found(None, None, f"its blocks are damaged: {error}")
        plan, folder, manifest = _refresh(home, found, corpus, tokenizer, key, progress)
    return _report(corpus, found, plan, manifest), folder, manifest


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
        publish_index(home, folder)
        _sweep(home, folder)
    return plan, folder, manifest


def _touch(folder: Path, manifest: Manifest, plan: Plan) -> Manifest:
    """Note new times of sources whose text is the same, and of the index's own files."""
    entries = tuple(plan.kept[entry.path] for entry in manifest.entries)
    if entries == manifest.entries and manifest.is_saved:
        return manifest
    touched = replace(manifest, entries=entries, is_saved=True)
    with told_as_state_error(folder):
        save_manifest(folder, touched)
    return touched


def _sweep(home: Path, keep: Path | None) -> None:
    """Delete what killed builds and former indexes left."""
    home.mkdir(exist_ok=True)
    for entry in sorted(home.iterdir()):
        if entry.is_dir() and entry != keep and entry.name != VECTORS_NAME:
            shutil.rmtree(entry)


def find_troubles(entries: Iterable[Entry]) -> tuple[Trouble, ...]:
    """Return the sources among an index's entries that can't be read."""
    return tuple(Trouble(entry.path, entry.trouble) for entry in entries if entry.trouble)


def _report(corpus: Corpus, found: Found, plan: Plan, manifest: Manifest) -> BuildReport:
    troubles = find_troubles(manifest.entries)
    kept = sum(not entry.trouble for entry in plan.kept.values())
    return BuildReport(
        language=corpus.language,
        read=len(manifest.entries) - len(troubles) - kept,
        kept=kept,
        removed=plan.removed,
        chunks=manifest.chunks,
        rebuilt_because=found.unusable_because,
        troubles=troubles,
    )
