"""The clause around a place in a text, short enough to be an anchor.

A clause ends at punctuation. A slice keeps whole characters (grapheme clusters), Latin words,
and pairs of quotes and brackets; where several would do, the one that cuts best is taken.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fixturetool.corpus.normalize import OffsetMap, normalize
from fixturetool.corpus.searching.sentences import paragraph_around

if TYPE_CHECKING:
    from regex import Pattern

LEAST, MOST = 6, 40
"""Bounds of a slice in characters of the normalised text."""

_REACH = 40  # half of the characters looked at on either side: more than a slice takes
_OPENING, _CLOSING = "“‘「『（《〈【〔([{﹁﹃", "”’」』）》〉】〕)]}﹂﹄"
_PAIRS = dict(zip(_CLOSING, _OPENING, strict=True))
# Between digits and inside words an ASCII mark separates nothing ("3,000", "Lv.10").
_SEPARATOR = re.compile(r"[，。；：！？…—～、｡､!?]+|[,;:.](?![0-9A-Za-z])")
SENTENCE_END = re.compile(r"[。！？!?｡]|\.(?=\s)")
_NUMBER = re.compile(
    r"[（(]?[一二三四五六七八九十百0-9]{1,3}[）)]?[、.．]\s?"
)  # of a paragraph in a list
_WEAK = frozenset("、—…")
_ROUGH_CUT, _WEAK_CUT, _LATER_SENTENCE, _LATER_CLAUSE = 8.0, 2.0, 6.0, 2.0
_EASY_LENGTH = 12  # shorter anchors are seldom distinctive
_FEWEST_LETTERS = 2


class Slice(NamedTuple):
    """A slice of an original text.

    Attributes:
        start: Its first character, 0-based.
        end: One past its last.
        text: What it is under the whitespace rule.
        roughness: How badly it cuts: 0 for a clause as it stands.
    """

    start: int
    end: int
    text: str
    roughness: float


class _Cut(NamedTuple):
    """A place where a slice may begin or end, and what that costs."""

    place: int
    cost: float


def clause_around(text: str, start: int, end: int) -> Slice | None:
    """Return the best slice of 6 to 40 characters that holds a span.

    Args:
        text: The original text.
        start: First character of the span, 0-based.
        end: One past its last. Of a span too long for a slice, or one that no slice holds
            without tearing a pair of quotes or brackets, only the beginning counts.

    Returns:
        The slice, or None where the paragraph has none.
    """
    low, high = paragraph_around(text, start, end, _REACH)
    window = text[low:high]
    normal = normalize(window)
    first = start - low + _blanks(text[start:end])
    begin = len(normalize(window[: first + 1])) - 1
    upto = begin + len(normalize(text[start:end]))
    found = _best(normal, begin, upto)
    if found is None:
        return None
    left, right = OffsetMap(window).span(found[0], found[1])
    return Slice(low + left, low + right, normal[found[0] : found[1]], found[2])


def _best(text: str, start: int, end: int) -> tuple[int, int, float] | None:
    """Choose a span of a normalised text: its start, its end and what it costs."""
    if not 0 <= start < end:
        return None
    whole = _boundaries(text)
    starts, ends = _clause_starts(text), _clause_ends(text)
    for upto in _shrunk(start, min(end, start + MOST), whole):
        spans = list(_spans(text, start, upto, starts, ends, whole))
        if not spans:
            rough = _rough(text, whole)
            spans = list(_spans(text, start, upto, rough, rough, whole))
        if spans:
            return min(spans, key=_preference)
    return None


def _preference(span: tuple[int, int, float]) -> tuple[float, int, int]:
    start, end, roughness = span
    return roughness + abs(end - start - _EASY_LENGTH) / 8, start, end


def _spans(
    text: str,
    start: int,
    end: int,
    starts: Sequence[_Cut],
    ends: Sequence[_Cut],
    whole: frozenset[int],
) -> Iterator[tuple[int, int, float]]:
    """Yield the spans that are possible at all, with what they cost."""
    for left in starts:
        if not end - MOST <= left.place <= start or left.place not in whole:
            continue
        for right in ends:
            is_long = LEAST <= right.place - left.place <= MOST
            if not is_long or right.place < end or right.place not in whole:
                continue
            piece = text[left.place : right.place]
            if _is_passage(piece):
                joined = _joints(text, left.place, right.place) - _joints(text, start, end)
                yield left.place, right.place, left.cost + right.cost + joined


def _is_passage(piece: str) -> bool:
    letters = sum(map(str.isalnum, piece))
    return letters >= _FEWEST_LETTERS and piece == piece.strip() and is_balanced(piece)


def _joints(text: str, start: int, end: int) -> float:
    """Return what it costs that clauses and sentences are strung together."""
    inside = text[start:end].rstrip(_CLOSING + '"').rstrip("。！？!?.…")
    clauses = sum(1 for found in _SEPARATOR.finditer(inside) if found[0] not in _WEAK)
    sentences = sum(1 for _ in SENTENCE_END.finditer(inside))
    return clauses * _LATER_CLAUSE + sentences * _LATER_SENTENCE


def is_balanced(text: str) -> bool:
    """Tell whether quotes and brackets come in pairs; an apostrophe is no quote."""
    stack: list[str] = []
    for at, character in enumerate(text):
        if character in _OPENING:
            stack.append(character)
        elif character in _PAIRS:
            if stack and stack[-1] == _PAIRS[character]:
                stack.pop()
            elif not (character == "’" and text[at - 1 : at].isascii() and at):
                return False
    return not stack and text.count('"') % 2 == 0


def _clause_starts(text: str) -> list[_Cut]:
    """Return where clauses begin: behind punctuation, and on either side of an opening mark."""
    cuts = {0: 0.0}
    if numbered := _NUMBER.match(text):
        cuts = {0: _WEAK_CUT, numbered.end(): 0.0}
    for found in _SEPARATOR.finditer(text):
        place = found.end()
        cost = _WEAK_CUT if found[0] in _WEAK else 0.0
        cuts.setdefault(_skip(text, place, ' "'), cost)
        cuts.setdefault(_skip(text, place, " "), cost)
        while place < len(text) and text[place] in _CLOSING + '" ':
            place += 1
            cuts[place] = cost
    for place, character in enumerate(text):
        if character in _OPENING:
            cuts.setdefault(place, 0.5)
            cuts.setdefault(place + 1, 0.5)
    return [_Cut(place, cost) for place, cost in sorted(cuts.items()) if place < len(text)]


def _clause_ends(text: str) -> list[_Cut]:
    """Return where clauses end: before punctuation, and on either side of a closing mark."""
    cuts = {len(text): 0.0}
    for found in _SEPARATOR.finditer(text):
        cuts[found.start()] = _WEAK_CUT if found[0] in _WEAK else 0.0
    for place, character in enumerate(text):
        if character in _CLOSING:
            cuts.setdefault(place, 0.5)
            cuts.setdefault(place + 1, 0.5)
    return [
        _Cut(place, cost)
        for place, cost in sorted(cuts.items())
        if place and not _SEPARATOR.match(text, place - 1)
    ]


def _rough(text: str, whole: frozenset[int]) -> list[_Cut]:
    """Return every place between two words, for a clause that is too long for a slice."""
    fine = {cut.place for cut in (*_clause_starts(text), *_clause_ends(text))}
    return [
        _Cut(place, 0.0 if place in fine else _ROUGH_CUT)
        for place in sorted(whole)
        if not _tears_word(text, place)
    ]


def _shrunk(start: int, end: int, whole: frozenset[int]) -> Iterator[int]:
    """Yield ends of the span to hold: as it is, then half of it again and again."""
    while True:
        while end not in whole and end > start + 1:
            end -= 1
        yield end
        if end - start <= 1:
            return
        end = start + (end - start) // 2


def _tears_word(text: str, place: int) -> bool:
    pair = text[place - 1 : place + 1] if place else ""
    return len(pair) == 2 and pair.isascii() and pair.isalnum()


def _skip(text: str, place: int, blanks: str) -> int:
    while place < len(text) and text[place] in blanks:
        place += 1
    return place


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())


def _boundaries(text: str) -> frozenset[int]:
    """Return the places between grapheme clusters, both ends of the text included."""
    if text.isascii():
        return frozenset(range(len(text) + 1))
    return frozenset((0, *(found.end() for found in _grapheme().finditer(text))))


@cache
def _grapheme() -> "Pattern[str]":
    import regex

    return regex.compile(r"\X")
