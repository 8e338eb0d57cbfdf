"""Why an anchor is not in the corpus, and what there is in its stead."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from fixturetool.authoring.fragments import fragments
from fixturetool.authoring.nearest import Likeness, most_alike

# Below this likeness (0 to 100) a text is not worth showing.
_SIMILAR = 60.0
_CANDIDATES = 8
_VOTES = 50_000
_SHORTEST_PART = 4

Find = Callable[[Collection[str]], Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The text of the corpus that resembles a missing anchor most.

    Attributes:
        path: Its source.
        start: 0-based start in the normalised source.
        end: 0-based end, exclusive.
        text: The normalised slice.
        similarity: 0 to 100.
    """

    path: str
    start: int
    end: int
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Parts:
    """An anchor put together from two slices.

    Attributes:
        first: The source that holds the beginning.
        second: The source that holds the rest; the same one when the slices are apart in it.
        head: The beginning.
        tail: The rest.
    """

    first: str
    second: str
    head: str
    tail: str


@dataclass(frozen=True, slots=True)
class Absence:
    """What is known about a missing anchor.

    Attributes:
        nearest: The text that resembles it, or None when nothing does.
        parts: The two slices that it was put together from, or None.
    """

    nearest: Nearest | None
    parts: Parts | None = None


def explain_missing(
    anchors: Sequence[str], documents: int, find: Find, read: Callable[[str], str]
) -> dict[str, Absence]:
    """Look for what resembles anchors that are not in the corpus.

    Costs one pass over the corpus for all anchors together, then a few alignments an anchor.

    Args:
        anchors: The normalised anchors.
        documents: How many sources the corpus has.
        find: Tells for each of many strings which sources hold it, sorted.
        read: Returns the normalised text of a source.

    Returns:
        For each anchor what is known.
    """
    pieces = {anchor: fragments(anchor) for anchor in anchors}
    found = _likely(pieces, documents, find)
    return {anchor: _explain(anchor, cut, found[anchor], read) for anchor, cut in pieces.items()}


def likely_sources(
    anchors: Sequence[str], documents: int, find: Find
) -> dict[str, tuple[str, ...]]:
    """Choose for each anchor the few sources that hold most of its pieces.

    Costs one pass over the corpus for all anchors together.

    Args:
        anchors: The normalised anchors.
        documents: How many sources the corpus has.
        find: Tells for each of many strings which sources hold it, sorted.

    Returns:
        For each anchor the paths, the likeliest first.
    """
    pieces = {anchor: fragments(anchor) for anchor in anchors}
    return {anchor: tuple(paths) for anchor, paths in _likely(pieces, documents, find).items()}


def _likely(
    pieces: Mapping[str, Mapping[str, int]], documents: int, find: Find
) -> dict[str, list[str]]:
    wanted = {piece for cut in pieces.values() for piece in cut}
    holders = find(wanted) if wanted else {}
    return {anchor: _candidates(cut, holders, documents) for anchor, cut in pieces.items()}


def _candidates(
    pieces: Mapping[str, int], holders: Mapping[str, tuple[str, ...]], documents: int
) -> list[str]:
    """Choose the sources that hold most of an anchor's long and rare pieces."""
    weights: defaultdict[str, float] = defaultdict(float)
    spent = 0
    # Asked for once each: a common piece has as many holders as there are sources.
    found = ((holders[piece], len(piece)) for piece in pieces)
    for paths, length in sorted(found, key=lambda one: (len(one[0]), -one[1])):
        if spent and spent + len(paths) > _VOTES:
            break
        spent += len(paths)
        weight = length * math.log1p(documents / max(1, len(paths)))
        for path in paths:
            weights[path] += weight
    return sorted(weights, key=lambda path: (-weights[path], path))[:_CANDIDATES]


def _explain(
    anchor: str, pieces: Mapping[str, int], paths: Sequence[str], read: Callable[[str], str]
) -> Absence:
    texts = {path: read(path) for path in paths}
    alike = {path: most_alike(anchor, text, pieces) for path, text in texts.items()}
    nearest = _best(alike, texts)
    if nearest is not None and nearest.similarity >= 80:
        return Absence(nearest)
    return Absence(nearest, _parts(anchor, texts))


def _best(alike: Mapping[str, Likeness | None], texts: Mapping[str, str]) -> Nearest | None:
    found = [
        Nearest(path, one.start, one.end, texts[path][one.start : one.end], one.similarity)
        for path, one in alike.items()
        if one is not None and one.similarity >= _SIMILAR
    ]
    return min(found, key=lambda one: (-one.similarity, one.path), default=None)


def _parts(anchor: str, texts: Mapping[str, str]) -> Parts | None:
    """Find two slices of which the anchor is made, of one source rather than of two."""
    heads = {path: _held(text, anchor, 1) for path, text in texts.items()}
    tails = {path: _held(text, anchor, -1) for path, text in texts.items()}
    pairs = [
        (first != second, first, second)
        for first, head in heads.items()
        for second, tail in tails.items()
        if min(head, tail) >= _SHORTEST_PART and head + tail >= len(anchor)
    ]
    if not pairs:
        return None
    _, first, second = min(pairs)
    cut = min(heads[first], len(anchor) - _SHORTEST_PART)
    return Parts(first, second, anchor[:cut].strip(), anchor[cut:].strip())


def _held(text: str, anchor: str, direction: int) -> int:
    """Return the length of the longest beginning (or, for -1, ending) that a text holds."""
    low, high = 0, len(anchor)
    while low < high:
        middle = (low + high + 1) // 2
        part = anchor[:middle] if direction > 0 else anchor[-middle:]
        low, high = (middle, high) if part in text else (low, middle - 1)
    return low
