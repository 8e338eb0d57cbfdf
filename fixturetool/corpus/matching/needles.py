"""Anchors as the bytes that the scanner looks for, and what is to follow where it finds them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST_BYTES = 200  # of an anchor in UTF-8 that are scanned for: windows overlap by little


@dataclass(frozen=True, slots=True)
class Heads:
    """The part of each anchor that is compared byte by byte.

    Attributes:
        anchors: Normalised anchors, sorted.
        texts: For each of them a piece of at most ``LONGEST_BYTES`` in UTF-8, free of NUL.
        unscannable: Anchors without any byte to scan for; each text has to be looked at.
    """

    anchors: tuple[str, ...]
    texts: tuple[str, ...]
    unscannable: tuple[str, ...]

    def is_whole(self, number: int) -> bool:
        """Tell whether an anchor is its head, and nothing else has to be looked at."""
        return self.anchors[number] == self.texts[number]


@dataclass(frozen=True, slots=True)
class Needles:
    """What is scanned for, and what each find may mean.

    Attributes:
        patterns: Distinct byte strings, sorted, each the beginning of a head.
        readings: For each pattern the bytes that may follow it, and the number of the anchor
            whose head stands there if they do.
        anchors: How many anchors there are.
    """

    patterns: tuple[bytes, ...]
    readings: tuple[tuple[tuple[bytes, int], ...], ...]
    anchors: int


def cut_heads(anchors: Iterable[str]) -> Heads:
    """Choose a head for each normalised anchor: itself, or a piece of it.

    An anchor with a lone surrogate, which no text holds, gets none.
    """
    found: dict[str, str] = {}
    unscannable: list[str] = []
    for anchor in filter(_is_encodable, sorted(set(anchors))):
        # Hyperscan ends a literal at a NUL character.
        if piece := max(anchor.split("\0"), key=len):
            found[anchor] = _cut(piece)
        else:
            unscannable.append(anchor)
    return Heads(tuple(found), tuple(found.values()), tuple(unscannable))


def cut_needles(heads: Heads, ends: Sequence[int]) -> Needles:
    """Cut each head where it is told to.

    Args:
        heads: The heads.
        ends: How many characters of each are scanned for; the rest is compared at every find.
    """
    readings: dict[bytes, list[tuple[bytes, int]]] = {}
    for number, (head, end) in enumerate(zip(heads.texts, ends, strict=True)):
        needle, rest = head[:end].encode(), head[end:].encode()
        readings.setdefault(needle, []).append((rest, number))
    patterns = tuple(sorted(readings))
    return Needles(patterns, tuple(tuple(readings[p]) for p in patterns), len(heads.anchors))


def _is_encodable(text: str) -> bool:
    """Tell whether UTF-8 can hold a text: it holds no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _cut(piece: str) -> str:
    # Decoding drops the character that the cut goes through.
    return piece.encode()[:LONGEST_BYTES].decode(errors="ignore")
