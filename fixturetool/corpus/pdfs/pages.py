"""What is printed on the pages of a PDF."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from fixturetool.corpus.documents import Box

PageState: TypeAlias = Literal["text", "image", "blank", "garbled", "broken"]
"""What a page has to offer: text; images or drawings and hardly a word; nothing; text whose
characters have no meaning; or it can't be opened."""

HYPHEN_BREAK = "\ufffe"
"""What PDFium puts in place of a hyphen at the end of a line and the break after it."""


class PrintedLine(NamedTuple):
    """A line as it is printed.

    Attributes:
        text: Its text, never blank; it may hold a ``HYPHEN_BREAK``.
        box: Where it stands.
    """

    text: str
    box: Box


class Caption(NamedTuple):
    """A caption of a figure.

    Attributes:
        name: The figure's name as it is printed, such as ``Fig. 3``.
        first: The 0-based position of its first line among those of the page.
        after: The position after its last line.
    """

    name: str
    first: int
    after: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page.

    Attributes:
        state: What it has to offer.
        lines: Its lines in the order of the file; those of a garbled page are left out.
        captions: The captions among them, in order.
    """

    state: PageState
    lines: tuple[PrintedLine, ...] = ()
    captions: tuple[Caption, ...] = ()
