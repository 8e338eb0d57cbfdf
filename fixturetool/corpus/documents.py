"""A source's text with what is known of its layout: pages, figures, and where on a page it is."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import astuple, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

FigureKind: TypeAlias = Literal[
    "diagram", "chart", "schematic", "photo", "table", "drawing", "other"
]
FIGURE_KINDS: tuple[FigureKind, ...] = get_args(FigureKind)


class Box(NamedTuple):
    """A rectangle on a page, as shares of its width and height from the top left corner.

    ``0 <= left <= right <= 1`` and ``0 <= top <= bottom <= 1``.
    """

    left: float
    top: float
    right: float
    bottom: float


WHOLE_PAGE = Box(0.0, 0.0, 1.0, 1.0)


class Line(NamedTuple):
    """A line of a page in a document's text.

    Attributes:
        start: 0-based offset of its first character in the document's text.
        box: Where it stands on the page.
    """

    start: int
    box: Box


@dataclass(frozen=True, slots=True)
class Figure:
    """What is known of a figure.

    Attributes:
        name: As it is printed, such as ``Figure 5-6``; ``""`` for one without a caption.
        caption: The printed caption, its name included; ``""`` where there is none.
        kind: What sort of figure it is, ``other`` where nobody said.
        summary: What it shows, ``""`` where nobody said.
        labels: Words in it.
        components: Its parts.
        connections: What its parts have to do with one another.
        values: Values that can be read off it.
        references: What it refers to.
    """

    name: str
    caption: str
    kind: FigureKind = "other"
    summary: str = ""
    labels: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    connections: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a document's text that no chunk crosses.

    Attributes:
        start: 0-based offset of its first character.
        end: 0-based offset after its last character.
        page: Its 1-based page.
        lines: Its lines in order; for a figure, what is printed of it, or its whole page.
        figure: What it describes, None for plain text.
    """

    start: int
    end: int
    page: int
    lines: tuple[Line, ...]
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a source.

    Attributes:
        text: The text; offsets count its characters.
        parts: Its parts in order, none for text that has no pages.
    """

    text: str
    parts: tuple[Part, ...] = ()

    @property
    def digest(self) -> str:
        """The hash of the text and its parts, hex."""
        body = blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=16)
        for part in self.parts:
            body.update(json.dumps(astuple(part)).encode())
        return body.hexdigest()

    def part_at(self, offset: int) -> Part | None:
        """Return the part that holds the character at an offset, None where there are no parts."""
        at = bisect_right(self.parts, offset, key=_start_of) - 1
        return self.parts[at] if at >= 0 else None

    def box_of(self, start: int, end: int) -> Box | None:
        """Return what the text from ``start`` to ``end`` covers on its page.

        Returns:
            None where the source has no pages.
        """
        part = self.part_at(start)
        if part is None:
            return None
        if part.figure is not None:
            return join_boxes(line.box for line in part.lines)
        first = max(bisect_right(part.lines, start, key=_start_of) - 1, 0)
        return join_boxes(line.box for line in part.lines[first:] if line.start < end)


def join_boxes(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around some boxes, the whole page where there are none."""
    each = tuple(boxes)
    if not each:
        return WHOLE_PAGE
    lefts, tops, rights, bottoms = zip(*each, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _start_of(one: Part | Line) -> int:
    return one.start
