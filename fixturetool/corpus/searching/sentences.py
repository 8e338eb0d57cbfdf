"""The sentence around a place in a text, Chinese or English."""

import re
import unicodedata
from typing import NamedTuple

MAX_LENGTH = 200
FULL_LINE = 40  # columns from which a line without a sentence end counts as wrapped, not ended

_CLOSING = "」』”’》〉）】〕〗\"')]"
_MARKS = "。！？｡!?…."
_CLOSED = re.escape(_CLOSING)
# A full stop ends a sentence before white space or a closing mark only ("3.14" and "Lv.10" go
# on), and neither after an initial nor after a title.
_TITLES = "".join(rf"(?<!\b{title})" for title in ("Mr", "Mrs", "Ms", "Dr", "St", "No", "[A-Z]"))
_END = re.compile(rf"(?:[。！？｡!?…]|{_TITLES}\.(?=[\s{_CLOSED}.…]|\Z))+[{_CLOSED}]*")


class Around(NamedTuple):
    """The sentence, or several, that a span lies in: a 0-based half-open character span.

    Attributes:
        start: Its first character.
        end: One past its last.
        cut: Whether it was shortened to the greatest length.
    """

    start: int
    end: int
    cut: bool


class Sentences:
    """The sentences of one text; spans in one sentence, asked for in a row, share the work."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last: Around | None = None

    def around(self, start: int, end: int) -> Around:
        """Return what ``sentence_around`` does for a span of the text."""
        last = self._last
        if last and last.start <= start and end <= last.end:
            return last
        found = sentence_around(self._text, start, end)
        span = self._text[start:end]
        # A span over the edge of its sentence stretches it, be it by a quote that opens the next.
        ends = _END.finditer(self._text, found.start, found.end)
        is_one = all(one.end() == found.end and not one[0].endswith('"') for one in ends)
        is_inside = is_one and not (found.cut or "\n" in span or span != span.strip())
        self._last = found if is_inside else None
        return found


def sentence_around(text: str, start: int, end: int, longest: int = MAX_LENGTH) -> Around:
    """Return the sentence around ``text[start:end]``, which is wholly inside it.

    A sentence ends with ``。！？…!?`` or with a full stop before white space; closing quotes and
    brackets after that belong to it. It doesn't leave its paragraph but where the span does. A
    paragraph ends with its line, unless the line looks wrapped: ``FULL_LINE`` columns or wider,
    without a sentence end, and followed by a line that is neither blank nor indented.

    Args:
        text: The whole text.
        start: First character of the span, 0-based.
        end: One past its last character.
        longest: The greatest length in characters; a longer sentence is cut on both sides of
            the span, and a span that is longer itself stands alone.
    """
    low, high = paragraph_around(text, start, end, longest)
    ends = [_end_of(text, found, low) for found in _END.finditer(text, low, high)]
    left = max((place for place in ends if place <= start), default=low)
    right = min((place for place in ends if place >= end), default=high)
    left += len(text[left:start]) - len(text[left:start].lstrip())
    right -= len(text[end:right]) - len(text[end:right].rstrip())
    return _bounded(left, right, start, end, longest)


def _end_of(text: str, found: re.Match[str], low: int) -> int:
    """Return where a sentence ends: not behind a straight quote that opens the next one."""
    end = found.end()
    opens = text[end - 1] == '"' and text.count('"', low, end) % 2 == 1
    return end - 1 if opens else end


def _bounded(left: int, right: int, start: int, end: int, longest: int) -> Around:
    spare = max(longest - (end - start), 0)
    if (start - left) + (right - end) <= spare:
        return Around(left, right, cut=False)
    before = min(start - left, max(spare // 2, spare - (right - end)))
    after = min(right - end, spare - before)
    return Around(start - before, end + after, cut=True)


def paragraph_around(text: str, start: int, end: int, reach: int) -> tuple[int, int]:
    """Return the paragraph around a span, at most twice ``reach`` on either side.

    Args:
        text: The whole text.
        start: First character of the span, 0-based.
        end: One past its last character.
        reach: A number of characters.

    Returns:
        The 0-based half-open span of the paragraph, perhaps shortened.
    """
    floor, ceiling = max(0, start - 2 * reach), min(len(text), end + 2 * reach)
    low = text.rfind("\n", floor, start)
    while low > floor and _is_wrap(text, low):
        low = text.rfind("\n", floor, low)
    high = text.find("\n", end, ceiling)
    while high >= 0 and _is_wrap(text, high):
        high = text.find("\n", high + 1, ceiling)
    return (floor if low < 0 else low + 1), (ceiling if high < 0 else high)


def _is_wrap(text: str, line_break: int) -> bool:
    """Tell whether the paragraph goes on after the line break at that place."""
    line = text[text.rfind("\n", 0, line_break) + 1 : line_break].rstrip()
    following = text[line_break + 1 : line_break + 2]
    if not following or following.isspace() or _columns(line) < FULL_LINE:
        return False
    return line.rstrip(_CLOSING)[-1:] not in _MARKS


def _columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line[:FULL_LINE])
