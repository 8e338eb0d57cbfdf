"""The stretch of one text that resembles an anchor most."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fixturetool.authoring.folding import fold, fold_traced

_WINDOWS = 3
_OCCURRENCES = 200
_OTHER_END = 2


@dataclass(frozen=True, slots=True)
class Likeness:
    """A stretch of a text compared with an anchor.

    Attributes:
        start: 0-based start in the text.
        end: 0-based end, exclusive.
        similarity: 0 to 100; 100 means equal but for what folding drops.
    """

    start: int
    end: int
    similarity: float


def most_alike(anchor: str, text: str, pieces: Mapping[str, int]) -> Likeness | None:
    """Find the stretch of a text that resembles an anchor most.

    Only the places where several pieces of the anchor meet are aligned, so that the work does
    not grow with the text.

    Args:
        anchor: The normalised anchor.
        text: The normalised text.
        pieces: Pieces of the anchor with their offsets, as ``fragments`` cuts them.

    Returns:
        The first of the best stretches, or None when no piece occurs.
    """
    found = (_align(fold(anchor), text, *window) for window in _windows(anchor, text, pieces))
    ranked = [likeness for likeness in found if likeness is not None]
    return max(ranked, key=lambda one: (one.similarity, -one.start), default=None)


def _windows(anchor: str, text: str, pieces: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which most different pieces stand as in the anchor."""
    reach = len(anchor) + 8
    places = {
        (max(0, place - offset) // reach, piece)
        for piece, offset in pieces.items()
        for place in _occurrences(piece, text)
    }
    votes: Counter[int] = Counter()
    for cell, _ in places:
        votes[cell] += 1
    best = sorted(votes, key=lambda cell: (-votes[cell] - votes[cell + 1], cell))
    for cell in best[:_WINDOWS]:
        yield max(0, (cell - 1) * reach), (cell + 3) * reach


def _occurrences(piece: str, text: str) -> Iterator[int]:
    for count, match in enumerate(re.finditer(re.escape(piece), text)):
        if count == _OCCURRENCES:
            return
        yield match.start()


def _align(needle: str, text: str, start: int, end: int) -> Likeness | None:
    from rapidfuzz import fuzz

    window = fold_traced(text[start:end])
    whole = window.text.find(needle)
    if whole >= 0:
        first, last = window.span(whole, whole + len(needle))
        return Likeness(start + first, start + last, 100.0)
    if not window.text:
        return None
    low, high = 0, len(window.text)
    alignment = fuzz.partial_ratio_alignment(needle, window.text)
    # Of a window shorter than the needle, the whole is taken: rapidfuzz would cut the needle.
    if alignment is not None and high > len(needle):
        low, high = _stretched(needle, window.text, alignment.dest_start, alignment.dest_end)
    first, last = window.span(low, high)
    return Likeness(start + first, start + last, fuzz.ratio(needle, window.text[low:high]))


def _stretched(needle: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Move the ends of an alignment, which is as long as the needle, to where they fit best."""
    from rapidfuzz import fuzz

    slack = 3 + len(needle) // 4
    for _ in range(2):
        ends = range(max(start + 1, end - slack), min(len(text), end + slack) + 1)
        end = max(ends, key=lambda last: (fuzz.ratio(needle, text[start:last]), -last))
        starts = range(max(0, start - slack), min(end - 1, start + slack) + 1)
        start = max(starts, key=lambda first: (fuzz.ratio(needle, text[first:end]), first))
    return _with_other_ends(needle, text, start, end)


def _with_other_ends(needle: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the text in the place of a few last or first characters that differ."""
    from rapidfuzz.distance import Indel

    operations = Indel.opcodes(needle, text[start:end])
    first, last = operations[0], operations[-1]
    before = first.src_end - first.src_start if first.tag == "delete" else 0
    after = last.src_end - last.src_start if last.tag == "delete" else 0
    low = start - before if before <= _OTHER_END else start
    high = end + after if after <= _OTHER_END else end
    return max(0, low), min(len(text), high)
