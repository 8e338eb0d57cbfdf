"""The way from a normalised text back to the original, in bytes of UTF-8.

``OffsetMap`` goes the same way in characters; here millions of matches are never decoded.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from fixturetool.corpus.normalize import is_cjk


def to_bytes(text: str) -> bytes:
    """Return a text in UTF-8, lone surrogates and all."""
    return text.encode(errors="surrogatepass")


def to_text(data: bytes) -> str:
    """Return the text of bytes in UTF-8, perhaps cut inside a character."""
    return data.decode(errors="replace")


class WayBack:
    """The way from a normalised text back to the original, in bytes of UTF-8.

    Args:
        text: The original text.
    """

    def __init__(self, text: str) -> None:
        # One entry a run without white space: where it begins on either side.
        self._normal = array("q")
        self._ends = array("q")
        self._original = array("q")
        normal = original = end = 0
        for word in re.finditer(r"\S+", text):
            original += len(to_bytes(text[end : word.start()]))
            if self._normal and not (is_cjk(text[word.start()]) or is_cjk(text[end - 1])):
                normal += 1
            self._normal.append(normal)
            self._original.append(original)
            size = len(to_bytes(word[0]))
            normal, original, end = normal + size, original + size, word.end()
            self._ends.append(normal)

    def starts(self, offsets: "array[int]") -> Iterator[int]:
        """Map the starts of matches, which ascend, run by run."""
        at = 0
        while at < len(offsets):
            run = bisect_right(self._normal, offsets[at]) - 1
            is_last = run + 1 == len(self._normal)
            upto = len(offsets) if is_last else bisect_left(offsets, self._normal[run + 1], at)
            shift = self._original[run] - self._normal[run]
            yield from [offset + shift for offset in offsets[at:upto]]
            at = upto

    def end(self, offset: int) -> int:
        """Map the end of a match that is not empty."""
        run = bisect_right(self._normal, offset - 1) - 1
        if offset > self._ends[run]:  # the one space that stands for white space
            return self._original[run + 1]
        return offset + self._original[run] - self._normal[run]
