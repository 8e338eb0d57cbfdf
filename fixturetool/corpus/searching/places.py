"""From the byte offsets of ripgrep to places in a source's original text.

Where a place is, is told in bytes of the text in UTF-8 until it is shown: a search may find
millions of places and show a few.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from heapq import merge
from typing import NamedTuple

from fixturetool.corpus.searching.hits import Hit, Sentence
from fixturetool.corpus.searching.rg_output import Spans
from fixturetool.corpus.searching.sentences import Sentences
from fixturetool.corpus.searching.way_back import WayBack, to_bytes, to_text

_MARK = "\ufeff".encode()
NO_SPANS = Spans("", array("q"), array("q"))


class Place(NamedTuple):
    """A 0-based half-open span of an original text, in characters or in bytes of its UTF-8.

    Attributes:
        start: Where it begins.
        end: One past its last character or byte.
        rewrapped: Whether only the whitespace rule makes it a match.
    """

    start: int
    end: int
    rewrapped: bool


class Places:
    """What was found in one source, to be counted as a whole and shown in part.

    Args:
        text: The original text.
        lines: Matches in the bytes of the file; none count unless the file is UTF-8.
        documents: Matches in the UTF-8 of the normalised text.
        data: The bytes of the file, perhaps with a byte order mark; wanted with ``lines``.
        longest: The greatest length in characters of a match of a document; None for any.

    Attributes:
        total: How many places there are: the matches in lines, and those of the document that
            touch none of them and are not too long.
        left_out: How many were left out as too long.
    """

    def __init__(
        self,
        text: str,
        lines: Spans,
        documents: Spans,
        *,
        data: bytes = b"",
        longest: int | None = None,
    ) -> None:
        self._encoded = to_bytes(text)
        self._lines = _in_text(lines, data, self._encoded)
        self._added: list[tuple[int, int]] = []
        self.left_out = 0
        self._add(WayBack(text), documents, longest)
        self.total = len(self._lines.starts) + len(self._added)

    def _add(self, way_back: WayBack, documents: Spans, longest: int | None) -> None:
        # Most matches of a document are those of a line again, told cheaply by where they begin.
        known = set(self._lines.starts)
        for at, start in enumerate(way_back.starts(documents.starts)):
            if start in known:
                continue
            end = way_back.end(documents.ends[at])
            if self._touches_line(start, end):
                continue
            if longest is None or len(to_text(self._encoded[start:end])) <= longest:
                self._added.append((start, end))
            else:
                self.left_out += 1

    def _touches_line(self, start: int, end: int) -> bool:
        after = bisect_right(self._lines.ends, start)
        return after < len(self._lines.starts) and self._lines.starts[after] < end

    def __iter__(self) -> Iterator[Place]:
        """Yield the places in text order, in characters, each worked out when it is asked for."""
        byte = character = 0
        lines = ((start, end, False) for start, end in self._lines.pairs())
        added = ((start, end, True) for start, end in self._added)
        for start, end, rewrapped in merge(lines, added):
            character += len(to_text(self._encoded[byte:start]))
            length = len(to_text(self._encoded[start:end]))
            byte = start
            yield Place(character, character + length, rewrapped)


def _in_text(lines: Spans, data: bytes, encoded: bytes) -> Spans:
    """Place matches in the bytes of a file in those of its text; there are none in another code."""
    mark = len(data) - len(encoded)
    if not lines.starts or not data.endswith(encoded) or mark not in {0, len(_MARK)}:
        return NO_SPANS
    if not mark:
        return lines
    # A match may take in the mark, which is no character of the text.
    shifted = ((max(start - mark, 0), end - mark) for start, end in lines.pairs())
    kept = [pair for pair in shifted if pair[0] < pair[1]]
    starts, ends = (array("q", (pair[side] for pair in kept)) for side in (0, 1))
    return Spans(lines.path, starts, ends)


def describe(text: str, places: Iterable[Place]) -> Iterator[Hit]:
    """Give each place, in text order, its line, column, text and sentence."""
    line, counted = 1, 0
    sentences = Sentences(text)
    for place in places:
        line += text.count("\n", counted, place.start)
        counted = place.start
        around = sentences.around(place.start, place.end)
        yield Hit(
            line=line,
            column=place.start - text.rfind("\n", 0, place.start),
            start=place.start,
            end=place.end,
            text=text[place.start : place.end],
            rewrapped=place.rewrapped,
            sentence=Sentence(
                around.start, around.end, text[around.start : around.end], around.cut
            ),
        )
