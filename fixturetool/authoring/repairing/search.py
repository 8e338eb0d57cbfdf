"""Looks for the text in the place of an anchor in the corpus of one language."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fixturetool.authoring.repairing.alignment import Placement, place
from fixturetool.authoring.repairing.labels import Labels
from fixturetool.authoring.repairing.skeleton import Skeleton, skeleton
from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.normalize import normalize, original_span
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import load_corpus

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from fixturetool.corpus.sources import Trouble
    from fixturetool.fixtures.model import Passage
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

_LINE_END = re.compile(r"\r\n?|\n")
# Likenesses that differ by less don't tell two places apart.
_MARGIN = 0.03
_MOST_LABELLED = 3
_AROUND = 16  # characters


class Place(NamedTuple):
    """A place of the corpus that is like an anchor.

    Attributes:
        likeness: In [0, 1]; 1 means the same words.
        path: The source.
        official: Whether the source is official.
        labelled: Whether the label names the source; None where it names no source at all.
        placement: The stretch of the normalised source.
        text: The normalised text there.
        before: Some normalised text right before it.
        after: Some right after it.
    """

    likeness: float
    path: str
    official: bool
    labelled: bool | None
    placement: Placement
    text: str
    before: str
    after: str


class Finder:
    """The corpus of one language, being searched for what took the place of anchors."""

    def __init__(
        self,
        language: str,
        passages: Sequence[Passage],
        settings: Settings,
        progress: Progress,
    ) -> None:
        """Find out which anchors are gone, and which sources are worth a look for each.

        Raises:
            CorpusError: The language has no corpus.
            StateError: The snapshot can't be written.
        """
        folder = settings.folder_of(language)
        self._corpus = load_corpus(settings.paths.corpus, language, folder, settings.corpus)
        self._snapshot = open_snapshot(self._corpus, settings.paths.state, progress)
        self._cache = settings.paths.state / "cache"
        self._progress = progress
        self._nouns = settings.corpus.proper_nouns
        self._bones: dict[str, tuple[str, Skeleton]] = {}
        anchors = dict.fromkeys(passage.passage for passage in passages)
        held = self._find(tuple(anchors))
        self._gone = {anchor: normalize(anchor) for anchor in anchors if not held[anchor]}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Files that can't be read, or are only partly usable."""
        return self._snapshot.troubles

    def is_gone(self, anchor: str) -> bool:
        """Tell whether no source holds an anchor."""
        return anchor in self._gone

    def places(self, passage: Passage) -> tuple[Place, ...]:
        """Return the places most like an anchor that is gone, the best first.

        Those after the first are as like it and say something else.
        """
        anchor = self._gone[passage.passage]
        found = sorted(self._places(anchor, passage), key=lambda one: _order(one, passage))
        if not found:
            return ()
        best = found[0]
        rivals = {
            one.text: one
            for one in reversed(found)
            if one.text != best.text and one.likeness > best.likeness - _MARGIN
        }
        return (best, *reversed(rivals.values()))

    def holders(self, texts: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Return for each of some normalised texts the sources that hold it, in one pass."""
        return self._find(sorted(texts)) if texts else {}

    def as_written(self, found: Place) -> tuple[str, int]:
        """Return the text of a place as its source spells it on one line, and its 1-based line."""
        original = self._corpus.read(found.path)
        if not normalize(original).startswith(found.text, found.placement.start):
            return found.text, 1  # the file changed since the snapshot was taken
        start, end = original_span(original, found.placement.start, found.placement.end)
        written = original[start:end]
        line = 1 + sum(1 for _ in _LINE_END.finditer(original, 0, start))
        return (found.text if _LINE_END.search(written) else written), line

    def is_name(self, word: str) -> bool:
        """Tell whether the corpus's user dictionary has a word."""
        return word in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        from fixturetool.corpus.words.proper_nouns import find_proper_nouns, load_proper_nouns

        file = find_proper_nouns(self._corpus.root, self._nouns, may_be_missing=True)
        return frozenset(noun.word for noun in load_proper_nouns(file).nouns)

    def lost(self, label: str) -> str:
        """Return the source that a label names where no source is called so, else ``""``."""
        return self._named.lost(label)

    @cached_property
    def _named(self) -> Labels:
        return Labels(source.path for source in self._corpus.sources)  # unreadable ones too

    @cached_property
    def _labels(self) -> Labels:
        return Labels(self._snapshot.paths)

    @cached_property
    def _likely(self) -> Mapping[str, tuple[str, ...]]:
        from fixturetool.authoring.missing import likely_sources

        anchors = tuple(dict.fromkeys(self._gone.values()))
        return likely_sources(anchors, len(self._snapshot.paths), self._find)

    def _find(self, anchors: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return find_anchors(self._snapshot, anchors, self._cache, self._progress)

    def _places(self, anchor: str, passage: Passage) -> Iterator[Place]:
        named = self._labels.named(passage.label)[:_MOST_LABELLED]
        for path in dict.fromkeys((*self._likely[anchor], *named)):
            text, bones = self._read(path)
            source = self._corpus.find(path)
            for one in place(anchor, text, bones):
                yield Place(
                    one.likeness,
                    path,
                    source is not None and source.official,
                    self._labels.names(passage.label, path),
                    one,
                    text[one.start : one.end],
                    text[max(0, one.start - _AROUND) : one.start],
                    text[one.end : one.end + _AROUND],
                )

    def _read(self, path: str) -> tuple[str, Skeleton]:
        if path not in self._bones:
            text = self._snapshot.text(path)
            self._bones[path] = text, skeleton(text)
        return self._bones[path]


def _order(found: Place, passage: Passage) -> tuple[float, bool, bool, float, str, int]:
    """Put the likeliest first; of places about as like the anchor, the one that the label names."""
    return (
        -round(found.likeness / _MARGIN),
        not found.labelled,
        found.official != passage.official,
        -found.likeness,
        found.path,
        found.placement.start,
    )
