"""From the byte offsets of ripgrep to places in a source's original text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fixturetool.corpus.normalize import OffsetMap
from fixturetool.corpus.searching.hits import Hit, Sentence
from fixturetool.corpus.searching.sentences import Sentences


class Place(NamedTuple):
    """A 0-based half-open character span of an original text.

    Attributes:
        start: Its first character.
        end: One past its last.
        rewrapped: Whether only the whitespace rule makes it a match.
    """

    start: int
    end: int
    rewrapped: bool


def to_characters(data: bytes, offsets: Iterable[int]) -> Iterator[int]:
    """Turn ascending byte offsets in UTF-8 text into character offsets."""
    byte = character = 0
    for offset in offsets:
        character += len(data[byte:offset].decode(errors="replace"))
        byte = offset
        yield character


def from_normalised(text: str, normalised: str, offsets: Sequence[int]) -> list[Place]:
    """Place matches of the normalised text in the original.

    Args:
        text: The original text.
        normalised: The text that the whitespace rule makes of it.
        offsets: Ascending byte offsets in ``normalised``: start, end, start, end, ...
    """
    way_back = OffsetMap(text)
    ends = to_characters(normalised.encode(), offsets)
    spans = (way_back.span(start, end) for start, end in zip(ends, ends, strict=True))
    return [Place(start, end, rewrapped=True) for start, end in spans]


def from_file(data: bytes, text: str, offsets: Sequence[int]) -> list[Place]:
    """Place matches of a file's bytes in its text; there are none unless the file is UTF-8.

    Args:
        data: The bytes of the file, perhaps with a byte order mark.
        text: The text of the file.
        offsets: Ascending byte offsets in ``data``: start, end, start, end, ...
    """
    encoded = text.encode(errors="surrogatepass")
    mark = len(data) - len(encoded)
    if not data.endswith(encoded) or mark not in {0, len("\ufeff".encode())}:
        return []
    # A match may take in the mark, which is no character of the text.
    ends = to_characters(encoded, (max(offset - mark, 0) for offset in offsets))
    pairs = zip(ends, ends, strict=True)
    return [Place(start, end, rewrapped=False) for start, end in pairs if start < end]


def merge(
    lines: Sequence[Place], documents: Sequence[Place], longest: int
) -> tuple[list[Place], int]:
    """Add to the matches in lines those in whole documents that touch none of them.

    Args:
        lines: Matches found line by line, in text order.
        documents: Matches found across lines, in text order.
        longest: The greatest length in characters of a match across lines.

    Returns:
        The places in text order, and how many were left out as too long.
    """
    merged, left_out, at = list(lines), 0, 0
    for place in documents:
        while at < len(lines) and lines[at].end <= place.start:
            at += 1
        if at < len(lines) and lines[at].start < place.end:
            continue
        if place.end - place.start > longest:
            left_out += 1
        else:
            merged.append(place)
    return sorted(merged), left_out


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
