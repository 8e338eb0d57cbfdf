"""Cut a source's text into chunks of a few hundred characters, where a reader would pause.

A line break within a sentence is no good place: Chinese text is often wrapped in mid-word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fixturetool.corpus.documents import Document

CHUNKER_VERSION = 1
CHUNK_CHARACTERS = 300

_CLOSERS = "”’」』）)\\]】》〉\"'"
_SENTENCE_END = rf"(?:[。！？!?…]|\.(?=\s))[。！？!?….{_CLOSERS}]*"
# The best place first. A pause counts from that share of a chunk on.
_PAUSES = (
    (re.compile(rf"{_SENTENCE_END}[^\S\n]*\n\s*|\n[^\S\n]*\n\s*"), 2),
    (re.compile(rf"{_SENTENCE_END}\s*"), 4),
    (re.compile(r"\n\s*"), 4),
    (re.compile(rf"[，,、；;：:—][，,、；;：:—{_CLOSERS}]*\s*"), 4),
    (re.compile(r"\s+"), 4),
)
# White space after a pause belongs to no chunk, so it may pass the limit.
_LOOK_AHEAD = 8
_JOINER = "\u200d"
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A slice of a source's original text, without white space at its ends.

    Attributes:
        start: 0-based offset of its first character.
        end: 0-based offset after its last character.
        first_line: 1-based line of its first character; lines end with a line feed.
        last_line: 1-based line of its last character.
        page: The 1-based page that it is on, None where the source has no pages.
        kind: ``figure`` for what is known of a figure, ``""`` for plain text.
    """

    start: int
    end: int
    first_line: int
    last_line: int
    page: int | None = None
    kind: str = ""


def cut_document(document: Document) -> list[Chunk]:
    """Cut a document into chunks, none of which leaves its page; a figure is one chunk."""
    if not document.parts:
        return cut_chunks(document.text)
    chunks: list[Chunk] = []
    line, counted = 0, 0
    for part in document.parts:
        line += document.text.count("\n", counted, part.start)
        counted = part.start
        kind = "figure" if part.figure else ""
        chunks += (
            replace(
                chunk,
                start=chunk.start + part.start,
                end=chunk.end + part.start,
                first_line=chunk.first_line + line,
                last_line=chunk.last_line + line,
                page=part.page,
                kind=kind,
            )
            for chunk in cut_chunks(
                document.text[part.start : part.end],
                part.end - part.start if part.figure else CHUNK_CHARACTERS,
            )
        )
    return chunks


def cut_chunks(text: str, size: int = CHUNK_CHARACTERS) -> list[Chunk]:
    """Cut a text into chunks that hold everything but white space, in order.

    Args:
        text: The original text.
        size: The most characters of a chunk; the last one may have a quarter more, and so may
            one in which no place for a cut is found.
    """
    chunks: list[Chunk] = []
    position = counted = 0
    line = 1
    while position < len(text):
        stop = _next_stop(text, position, size)
        piece = text[position:stop]
        start = position + len(piece) - len(piece.lstrip())
        end = position + len(piece.rstrip())
        position = stop
        if start < end:
            first = line + text.count("\n", counted, start)
            line, counted = first + text.count("\n", start, end), end
            chunks.append(Chunk(start, end, first, line))
    return chunks


def _next_stop(text: str, position: int, size: int) -> int:
    """Return where the piece that begins at a position ends."""
    if len(text) - position <= size + size // 4:
        return len(text)
    limit = position + size
    for pattern, share in _PAUSES:
        earliest = position + size // share
        if stop := _last_pause(pattern, text, earliest, limit):
            return stop
    return _hard_stop(text, position, limit)


def _last_pause(pattern: re.Pattern[str], text: str, earliest: int, limit: int) -> int:
    """Return the last place after a pause that lies within the span, 0 for none."""
    pauses = list(pattern.finditer(text, earliest, limit + _LOOK_AHEAD))
    for pause in reversed(pauses):
        ends = pause.start() + len(pause[0].rstrip())
        if ends <= limit and _is_boundary(text, pause.end()):
            return pause.end()
    return 0


def _hard_stop(text: str, position: int, limit: int) -> int:
    """Return the last place at or before the limit that parts no character from its marks."""
    for stop in range(limit, position, -1):
        if _is_boundary(text, stop):
            return stop
    return next((stop for stop in range(limit, len(text)) if _is_boundary(text, stop)), len(text))


def _is_boundary(text: str, offset: int) -> bool:
    if offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    is_mark = unicodedata.category(after)[0] == "M" or _SKIN_TONES[0] <= after <= _SKIN_TONES[1]
    is_joined = _JOINER in {before, after} or (before == "\r" and after == "\n")
    return not (is_mark or is_joined)
