"""Documents cut and packed so that they fit a model's window; nothing is left out. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fixturetool.judge.claims import Document
from fixturetool.llm.usage import estimate_tokens

OVERLAP = 400
"""Characters that two neighbouring parts of a document share: no shorter span is cut by both."""

_LEAST = 3 * OVERLAP
_FRAME_TOKENS = 100  # what is written around a part: marker, name, line ends


@dataclass(frozen=True, slots=True)
class Part:
    """A document or a slice of one.

    Attributes:
        source: The name by which the prompt calls the document, such as ``S1``.
        path: The document's source.
        number: The 1-based number of the slice.
        count: Into how many slices the document was cut.
        text: The slice.
    """

    source: str
    path: str
    number: int
    count: int
    text: str


Window = tuple[Part, ...]


def pack(documents: Sequence[Document], room_tokens: int) -> tuple[Window, ...]:
    """Pack documents into windows, in their order.

    Every span of up to ``OVERLAP`` characters of a document stands whole in one window.

    Args:
        documents: The documents.
        room_tokens: What a window may take, by ``estimate_tokens``. Where that is less than a
            few overlaps, a window is larger than asked for.
    """
    windows: list[Window] = []
    window: list[Part] = []
    left = room_tokens
    for part in _parts(documents, room_tokens - _FRAME_TOKENS):
        cost = estimate_tokens(part.text) + _FRAME_TOKENS
        if window and cost > left:
            windows.append(tuple(window))
            window, left = [], room_tokens
        window.append(part)
        left -= cost
    return (*windows, tuple(window)) if window else tuple(windows)


def _parts(documents: Sequence[Document], room_tokens: int) -> Iterator[Part]:
    for position, document in enumerate(documents, start=1):
        slices = _slices(document.text, room_tokens)
        for number, text in enumerate(slices, start=1):
            yield Part(f"S{position}", document.path, number, len(slices), text)


def _slices(text: str, room_tokens: int) -> list[str]:
    if estimate_tokens(text) <= room_tokens:
        return [text]
    # A token holds two letters of ASCII, or one character beyond it: as estimate_tokens has it.
    size = max(_LEAST, room_tokens * (2 if text.isascii() else 1))
    step = size - OVERLAP
    return [text[at : at + size] for at in range(0, max(1, len(text) - OVERLAP), step)]
