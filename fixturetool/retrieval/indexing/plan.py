"""Which sources of a corpus an index already holds as they are."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.listing.stamp import is_settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fixturetool.corpus.sources import Corpus, Source
    from fixturetool.retrieval.indexing.manifest import Entry


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done.

    Attributes:
        kept: Path to the index's entry, brought up to date, of sources that need no cutting.
        added: How many sources the index doesn't know.
        changed: How many have another text than the index knows.
        removed: How many are no sources any longer.
    """

    kept: Mapping[str, Entry]
    added: int
    changed: int
    removed: int

    @property
    def is_current(self) -> bool:
        """Whether the index holds the corpus as it is."""
        return not (self.added or self.changed or self.removed)


def make_plan(corpus: Corpus, entries: Iterable[Entry]) -> Plan:
    """Compare a corpus with what an index holds of it.

    A file is read only where its size and time leave open whether its text changed.
    """
    old = {entry.path: entry for entry in entries}
    known = [(source, old[source.path]) for source in corpus.sources if source.path in old]
    kept: dict[str, Entry] = {}
    for source, entry in known:
        current = _still_valid(corpus, source, entry)
        if current is not None:
            kept[source.path] = current
    return Plan(
        kept=kept,
        added=len(corpus.sources) - len(known),
        changed=len(known) - len(kept),
        removed=len(old) - len(known),
    )


def reason_of(path: str, error: UnreadableError) -> str:
    """Return why a source can't be read, without its path, which stands beside it."""
    return str(error).removeprefix(f'"{path}" ').removeprefix("is ")


def _still_valid(corpus: Corpus, source: Source, entry: Entry) -> Entry | None:
    """Return the entry with the file's present size and time, None where the text changed."""
    is_same_size = source.size == entry.size
    is_same_time = (source.mtime_ns, source.stamp) == (entry.mtime_ns, entry.stamp)
    if is_same_size and is_same_time and entry.is_settled:
        return entry
    if not is_same_size and not entry.trouble:
        return None
    settled = is_settled(source.mtime_ns, time.time_ns())
    try:
        digest, trouble = corpus.document(source.path).digest, ""
    except UnreadableError as error:
        digest, trouble = "", reason_of(source.path, error)
    if digest != entry.digest:
        return None
    # What can't be read is tried again each time: permissions change no modification time.
    return replace(
        entry,
        size=source.size,
        mtime_ns=source.mtime_ns,
        stamp=source.stamp,
        is_settled=settled and not trouble,
        trouble=trouble,
    )
