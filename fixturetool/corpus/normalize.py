"""THE whitespace rule, and the way back to the original text.

White space is what :meth:`str.isspace` says. Runs of it are deleted where they touch a CJK
character and become one space elsewhere; the ends are stripped. Nothing else is folded.
"""

import re
from array import array
from bisect import bisect_right
from functools import cache

# Characters of Chinese and Japanese text, which puts no space between words. The dashes,
# ellipses, curly quotes and middle dots are shared with Latin text and count as CJK.
_CJK = (
    "\u2e80-\u2fff"  # radicals, ideographic description
    "\u3001-\u303f"  # CJK punctuation; U+3000 is white space
    "\u3040-\u312f"  # hiragana, katakana, bopomofo
    "\u3190-\u9fff"  # kanbun, bopomofo extended, strokes, enclosed CJK, Han
    "\uf900-\ufaff"  # compatibility ideographs
    "\ufe10-\ufe1f\ufe30-\ufe6f"  # vertical and small forms
    "\uff01-\uff9f\uffe0-\uffe6"  # full-width and half-width forms but for hangul
    "\U00016fe0-\U00016fff\U0001aff0-\U0001b16f"  # ideographic symbols, kana supplements
    "\U0001f200-\U0001f2ff\U00020000-\U0003ffff"  # enclosed supplement, Han extensions
    "\u2010-\u2015\u2018-\u201f\u2024-\u2027\u2e3a\u2e3b\u00b7"  # dashes, quotes, ellipses, dots
)


def normalize(text: str) -> str:
    r"""Apply the whitespace rule; idempotent, and free of line breaks.

    >>> normalize("摩拉克\n　　斯是 Rex  Lapis")
    '摩拉克斯是Rex Lapis'
    """
    spaced = " ".join(text.split())
    return _deleted_space().sub("", spaced) if " " in spaced else spaced


@cache
def _deleted_space() -> re.Pattern[str]:
    # Compiled when it is first needed: most Chinese anchors hold no space.
    return re.compile(f" (?:(?=[{_CJK}])|(?<=[{_CJK}] ))")


def is_cjk(character: str) -> bool:
    """Tell whether white space beside this one character is deleted."""
    return _cjk().match(character) is not None


@cache
def _cjk() -> re.Pattern[str]:
    return re.compile(f"[{_CJK}]")


def original_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Map one span of ``normalize(text)`` back to ``text``: see :meth:`OffsetMap.span`."""
    return OffsetMap(text).span(start, end)


class OffsetMap:
    """The way from a normalised text back to the original, for any number of spans.

    Args:
        text: The original text.
    """

    def __init__(self, text: str) -> None:
        # One entry a run without white space: where it begins on either side.
        self._normal = array("q")
        self._original = array("q")
        self._ends = array("q")
        position = 0
        for word in re.finditer(r"\S+", text):
            start, end = word.span()
            if self._ends and not (is_cjk(text[start]) or is_cjk(text[self._ends[-1] - 1])):
                position += 1
            self._normal.append(position)
            self._original.append(start)
            self._ends.append(end)
            position += end - start
        self._length = position

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map a span of the normalised text back to the original.

        Args:
            start: 0-based character offset in the normalised text.
            end: The offset after the last character, at least ``start``.

        Returns:
            The 0-based half-open span of the original. It has no white space at its ends unless
            the given one has, and normalises to the same text if the given one has none there.

        Raises:
            IndexError: The span doesn't lie in the normalised text.
        """
        if not 0 <= start <= end <= self._length:
            raise IndexError(f"span {start}:{end} of a text of {self._length} characters")
        if start == end:
            edge = self._edge(start)
            return edge, edge
        return self._character(start)[0], self._character(end - 1)[1]

    def _character(self, position: int) -> tuple[int, int]:
        """Return the original span of one normalised character."""
        run = bisect_right(self._normal, position) - 1
        start = self._original[run] + position - self._normal[run]
        if start < self._ends[run]:
            return start, start + 1
        # The one space that stands for white space between two runs.
        return start, self._original[run + 1]

    def _edge(self, position: int) -> int:
        if position < self._length:
            return self._character(position)[0]
        return self._ends[-1] if self._ends else 0
