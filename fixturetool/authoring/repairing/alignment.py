"""Where in a source the words of an anchor went, with whatever came between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.skeleton import Skeleton, skeleton

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEED = 2  # characters
_WINDOWS = 3
_PLACES = 400  # of one seed
_MOST_INSERTED = 60  # characters between two halves of an anchor
_MOST_BESIDE_ONE = 6  # where one of the halves is a single character
_LEAST_PART = 2
_SENTENCE_ENDS = "。！？!?"
_LEAST_KEPT = 0.3
_EDGE = 3  # characters beyond the anchor's own that a word at its edge may have more
# A character that came in weighs as much as this share of one that went missing.
_INSERTED_WEIGHT = 0.15


@dataclass(frozen=True, slots=True)
class Placement:
    """A stretch of a source in the place of an anchor.

    Attributes:
        start: 0-based start in the normalised source.
        end: 0-based end, exclusive.
        likeness: In [0, 1]; 1 means the same words in the same order and nothing between them.
    """

    start: int
    end: int
    likeness: float


def place(anchor: str, text: str, bones: Skeleton) -> tuple[Placement, ...]:
    """Find the stretches of a source that are most like an anchor.

    Args:
        anchor: The normalised anchor.
        text: The normalised source.
        bones: The source's skeleton.

    Returns:
        All places of the same words, in order; where there is none, the best other stretch.
    """
    needle = skeleton(anchor).text
    if not needle:
        return ()
    exact = list(_occurrences(needle, bones.text))
    if exact:
        return tuple(
            Placement(*_span(anchor, text, bones, at, at + len(needle)), 1.0) for at in exact
        )
    found = [
        (_likeness(needle, bones.text[start:end]), -start, end)
        for low, high in _windows(needle, bones.text)
        for start, end in _stretches(needle, bones.text, low, high)
    ]
    if not found:
        return ()
    likeness, start, end = max(found)
    if likeness < _LEAST_KEPT:
        return ()
    return (Placement(*_span(anchor, text, bones, -start, end), likeness),)


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _windows(needle: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which most different pairs of characters of the needle stand."""
    reach = len(needle) + _MOST_INSERTED
    cells = {
        (at // reach, seed)
        for seed in {needle[i : i + _SEED] for i in range(max(1, len(needle) - _SEED + 1))}
        for at, _ in zip(_occurrences(seed, text), range(_PLACES), strict=False)
    }
    votes = Counter(cell for cell, _ in cells)
    best = sorted(votes, key=lambda cell: (-votes[cell] - votes[cell + 1] / 2, cell))
    for cell in best[:_WINDOWS]:
        yield max(0, (cell - 1) * reach), min(len(text), (cell + 2) * reach)


def _stretches(needle: str, text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yield candidates in a window: one of about the needle's length, one with a gap."""
    window = text[low:high]
    for start, end in (*_compact(needle, window), *_gapped(needle, window)):
        yield low + start, low + end


def _compact(needle: str, window: str) -> Iterator[tuple[int, int]]:
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(needle, window)
    if found is not None and len(window) > len(needle):
        slack = len(needle) // 2 + 2
        yield _tight(needle, window, max(0, found.dest_start - slack), found.dest_end + slack)


def _gapped(needle: str, window: str) -> Iterator[tuple[int, int]]:
    """Yield the stretch from a beginning of the needle to an ending of it that comes later."""
    head = _longest(needle, window, 1)
    tail = _longest(needle, window, -1)
    if not min(head, tail):
        return
    most = _MOST_INSERTED if min(head, tail) >= _LEAST_PART else _MOST_BESIDE_ONE
    for start in _occurrences(needle[:head], window):
        for end in _occurrences(needle[-tail:], window):
            gap = end - start - head
            if -min(head, tail) < gap <= most and end >= start:
                yield start, end + tail


def _longest(needle: str, window: str, direction: int) -> int:
    """Return the length of the longest beginning (or, for -1, ending) that a window holds."""
    low, high = 0, len(needle)
    while low < high:
        middle = (low + high + 1) // 2
        part = needle[:middle] if direction > 0 else needle[-middle:]
        low, high = (middle, high) if part in window else (low, middle - 1)
    return low


def _tight(needle: str, window: str, start: int, end: int) -> tuple[int, int]:
    """Cut a generous stretch to what corresponds to the needle, its ends included."""
    from rapidfuzz.distance import Indel

    blocks = [b for b in Indel.opcodes(needle, window[start:end]) if b.tag == "equal"]
    # A few characters far from the others are there by chance.
    least = max(_LEAST_PART, len(needle) // 8)
    kept = [b for b in blocks if b.src_end - b.src_start >= least] or blocks
    if not kept:
        return start, min(end, len(window))
    first, last = kept[0], kept[-1]
    low = start + first.dest_start - first.src_start
    high = start + last.dest_end + len(needle) - last.src_end
    return max(0, low), min(len(window), high)


def _likeness(needle: str, stretch: str) -> float:
    from rapidfuzz.distance import LCSseq

    kept = LCSseq.similarity(needle, stretch)
    inserted = len(stretch) - kept
    return (kept - _INSERTED_WEIGHT * inserted) / len(needle)


def _span(anchor: str, text: str, bones: Skeleton, start: int, end: int) -> tuple[int, int]:
    """Turn a stretch of the skeleton into one of the text, with the marks the anchor ends on."""
    needle = skeleton(anchor)
    start, end = _within_sentence(needle.text, text, bones, start, end)
    low, high = bones.origins[start], bones.origins[end - 1] + 1
    low, high = _whole_words(anchor, text, low, high)
    own = needle.origins
    for _ in range(own[0]):
        if low and _is_mark(text[low - 1]):
            low -= 1
    for _ in range(len(anchor) - 1 - own[-1]):
        if high < len(text) and _is_mark(text[high]):
            high += 1
    return low, high


def _within_sentence(
    needle: str, text: str, bones: Skeleton, start: int, end: int
) -> tuple[int, int]:
    """Give back what was taken for another beginning or ending from a neighbouring sentence."""
    from rapidfuzz.distance import Indel

    blocks = Indel.opcodes(needle, bones.text[start:end])
    equal = [block for block in blocks if block.tag == "equal"]
    if not equal:
        return start, end
    first, last = start + equal[0].dest_start, start + equal[-1].dest_end
    while start < first and _ends_between(text, bones, start, first):
        start += 1
    while end > last and _ends_between(text, bones, last - 1, end - 1):
        end -= 1
    return start, end


def _ends_between(text: str, bones: Skeleton, start: int, end: int) -> bool:
    """Tell whether a sentence ends between two characters of a skeleton."""
    return any(mark in text[bones.origins[start] : bones.origins[end]] for mark in _SENTENCE_ENDS)


def _whole_words(anchor: str, text: str, low: int, high: int) -> tuple[int, int]:
    """Take in the rest of a word that the stretch cuts, where a word at the edge is another."""
    own = [character for character in anchor if character.isalnum()]
    if text[low] != own[0]:
        edge = low
        while edge and low - edge <= _EDGE and text[edge - 1].isalnum():
            edge -= 1
        low = edge if low - edge <= _EDGE else low
    if text[high - 1] != own[-1]:
        edge = high
        while edge < len(text) and edge - high <= _EDGE and text[edge].isalnum():
            edge += 1
        high = edge if edge - high <= _EDGE else high
    return low, high


def _is_mark(character: str) -> bool:
    return not character.isalnum() and not character.isspace()
