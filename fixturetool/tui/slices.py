"""A slice of a source that a person makes longer or shorter; pure.

Offsets are 0-based, half-open, and count characters of the text under the whitespace rule.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Edge = Literal["start", "end"]

_CLOSERS = "”’」』）》〉】〕)]}\"'"
_MARKS = r"(?:[，。；：！？…—～、｡､!?]|[,;:.](?![0-9A-Za-z]))+"
_SEPARATOR = re.compile(rf"{_MARKS}[{re.escape(_CLOSERS)}]*\s?")
_REACH = 1_000  # characters around an edge that are looked at


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice of a text under the whitespace rule.

    Attributes:
        text: The whole text of the source.
        start: First character of the slice.
        end: One past its last.
    """

    text: str
    start: int
    end: int

    @property
    def passage(self) -> str:
        """What the slice says, without blank ends."""
        return self.text[self.start : self.end].strip()

    def around(self, before: int, behind: int) -> tuple[str, str]:
        """Return up to so many characters before and behind it."""
        return (
            self.text[max(0, self.start - before) : self.start],
            self.text[self.end : self.end + behind],
        )


def slice_at(text: str, passage: str, near: int) -> Slice | None:
    """Return the slice of a text that says a passage.

    Args:
        text: A text under the whitespace rule.
        passage: The passage, as the text has it.
        near: Of several places the nearest to this offset is meant.
    """
    places = [found.start() for found in re.finditer(re.escape(passage), text)] if passage else []
    if not places:
        return None
    start = min(places, key=lambda place: abs(place - near))
    return Slice(text, start, start + len(passage))


def by_character(one: Slice, edge: Edge, step: int) -> Slice:
    """Move an edge by one whole character (grapheme cluster): left for -1, right for 1."""
    at = one.start if edge == "start" else one.end
    return _moved(one, edge, _next_cluster(one.text, at, step))


def by_clause(one: Slice, edge: Edge, step: int) -> Slice:
    """Move an edge to the next end of a clause: left for -1, right for 1."""
    at = one.start if edge == "start" else one.end
    stops = list(_starts(one.text, at) if edge == "start" else _ends(one.text, at))
    beyond = [stop for stop in stops if (stop > at if step > 0 else stop < at)]
    if not beyond:
        return one
    return _moved(one, edge, min(beyond) if step > 0 else max(beyond))


def _moved(one: Slice, edge: Edge, at: int) -> Slice:
    moved = replace(one, start=at) if edge == "start" else replace(one, end=at)
    return moved if moved.passage and 0 <= moved.start < moved.end <= len(one.text) else one


def _starts(text: str, near: int) -> Iterator[int]:
    """Yield where clauses begin around a place."""
    low, high = max(0, near - _REACH), min(len(text), near + _REACH)
    yield low
    for found in _SEPARATOR.finditer(text, low, high):
        if found.end() < len(text):
            yield found.end()


def _ends(text: str, near: int) -> Iterator[int]:
    """Yield where clauses end around a place."""
    low, high = max(0, near - _REACH), min(len(text), near + _REACH)
    for found in _SEPARATOR.finditer(text, low, high):
        if found.start():
            yield found.start()
    yield high


def _next_cluster(text: str, at: int, step: int) -> int:
    import regex

    low, high = max(0, at - _REACH), min(len(text), at + _REACH)
    ends: list[int] = [low + found.end() for found in regex.finditer(r"\X", text[low:high])]
    beyond: list[int] = [
        place for place in (low, *ends) if (place > at if step > 0 else place < at)
    ]
    if not beyond:
        return at
    return min(beyond) if step > 0 else max(beyond)
