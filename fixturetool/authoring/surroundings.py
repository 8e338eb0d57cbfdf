"""What stands around an anchor in a source, and how common a word is among the sources."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fixturetool.authoring.reachability import Document
from fixturetool.corpus.normalize import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fixturetool.corpus.snapshot import Snapshot
    from fixturetool.corpus.sources import Source

_REACH = 300  # characters on each side: about a chunk
_MOST_PLACES = 5
_CHAPTER_BYTES = 15_000  # from this size on, a source is no single chunk's worth of text
_SAMPLE = 200
_LEAST_SOURCES = 20  # of fewer, none is told apart by a word
_BARRIER = "\n"


class Surroundings:
    """Sources as seen from an anchor."""

    def __init__(self, snapshot: Snapshot) -> None:
        """Look at the sources of a snapshot."""
        self._snapshot = snapshot
        self._shares: dict[str, float] = {}

    def document(self, source: Source, anchor: str) -> Document:
        """Return a source for reachability; a long one is seen from the anchor."""
        snapshot, path = self._snapshot, source.path
        if source.size < _CHAPTER_BYTES:
            return Document(path, snapshot.digest(path), lambda: snapshot.text(path))
        # How common a word is depends on all sources.
        digest = f"{snapshot.digest(path)} {snapshot.fingerprint} {normalize(anchor)}"
        return Document(path, digest, lambda: snapshot.text(path), lambda: self._near(path, anchor))

    def around(self, source: Source, anchor: str) -> Document:
        """Return a source with the text near the anchor, whatever its length."""
        snapshot, path = self._snapshot, source.path
        return Document(
            path,
            snapshot.digest(path),
            lambda: snapshot.text(path),
            lambda: self._near(path, anchor),
        )

    def share(self, token: str) -> float:
        """Return the share of the sources, in [0, 1], that hold a token; estimated on some."""
        if token not in self._shares:
            held = sum(token in text for text in self._sample.values())
            self._shares[token] = held / len(self._sample) if self._sample else 0.0
        return self._shares[token]

    @cached_property
    def _sample(self) -> Mapping[str, str]:
        """Path to lower-cased text of sources spread evenly over the corpus."""
        paths = self._snapshot.paths
        if len(paths) < _LEAST_SOURCES:
            return {}
        step = -(-len(paths) // _SAMPLE)
        return {path: self._snapshot.text(path).casefold() for path in paths[::step]}

    def _near(self, path: str, anchor: str) -> str:
        text, needle = self._snapshot.text(path), normalize(anchor)
        found: list[str] = []
        at = text.find(needle)
        while at >= 0 and len(found) < _MOST_PLACES:
            found.append(text[max(0, at - _REACH) : at + len(needle) + _REACH])
            at = text.find(needle, at + len(needle))
        return _BARRIER.join(found)
