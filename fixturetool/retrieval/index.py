"""The embedded index on disk: built where needed, and no further than needed.

An index is whole in a folder of its own before a pointer names it, so a killed build leaves
the old one. Where the corpus changed at all the index is written anew, from kept blocks for
the sources that did not change: it then ranks exactly as a fresh one.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.retrieval.hybrid.place import vectors_lock
from fixturetool.retrieval.indexing.location import (
    VECTORS_NAME,
    find_index,
    forget_index,
    hold_index,
    index_home,
    index_key,
    lock_of,
)
from fixturetool.retrieval.indexing.plan import make_plan
from fixturetool.retrieval.indexing.refreshing import BuildReport, find_troubles, refresh
from fixturetool.state import locked, told_as_state_error

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from fixturetool.corpus.sources import Corpus, Trouble
    from fixturetool.corpus.tokens import Tokenizer
    from fixturetool.progress import Progress

__all__ = ["BuildReport", "IndexStatus", "build_index", "clear_index", "index_status"]


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
        troubles: Sources that can't be read and are not in the index.
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
    troubles: tuple[Trouble, ...]

    @property
    def is_current(self) -> bool:
        """Whether a build would have nothing to do."""
        return self.is_built and not (self.added or self.changed or self.removed)


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
    found = find_index(index_home(state_dir, corpus.language), index_key(corpus, tokenizer))
    plan = make_plan(corpus, found.entries)
    files = found.manifest.files.values() if found.manifest else ()
    return IndexStatus(
        language=corpus.language,
        is_built=found.manifest is not None,
        sources=sum(not entry.trouble for entry in found.entries),
        chunks=sum(entry.chunks for entry in found.entries),
        bytes_on_disk=sum(file.mark.size for file in files),
        added=plan.added,
        changed=plan.changed,
        removed=plan.removed,
        rebuilt_because=found.unusable_because,
        troubles=find_troubles(found.entries),
    )


def clear_index(
    state_dir: Path, languages: Collection[str] = (), *, keep_vectors: bool = False
) -> tuple[str, ...]:
    """Delete indexes.

    Args:
        state_dir: Where derived files are kept.
        languages: Fixture languages; empty for every index there is.
        keep_vectors: Whether vectors, which were paid for, stay.

    Returns:
        The names of the deleted folders under ``index/``, sorted.

    Raises:
        StateError: One can't be deleted.
    """
    homes = [index_home(state_dir, language) for language in languages]
    if not languages and (state_dir / "index").is_dir():
        homes = [entry for entry in (state_dir / "index").iterdir() if entry.is_dir()]
    cleared = [home.name for home in sorted(homes) if home.is_dir()]
    for name in cleared:
        home = state_dir / "index" / name
        with locked(lock_of(home)), locked(vectors_lock(home)), told_as_state_error(home):
            forget_index(home)
            for entry in home.iterdir():
                if not (keep_vectors and entry.name == VECTORS_NAME):
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            if not keep_vectors:
                home.rmdir()
    return tuple(cleared)
