"""The texts of a page, each stored once, and cut where the page would become too large."""

import json
from collections.abc import Sequence

from fixturetool.reporting.terminal import visible

_LENGTHS = (100_000, 20_000, 8_000, 4_000, 2_500, 1_600, 1_000, 700, 450, 300, 200, 120, 60, 0)
# What could end the element that holds the texts, or be read as one.
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


class TextStore:
    """Gathers texts and gives each a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def put(self, text: str) -> int:
        """Return the 0-based number of a text, the same for an equal one."""
        return self._numbers.setdefault(text, len(self._numbers))

    def encoded(self, room: int) -> str:
        """Return the texts as JSON that can stand in an HTML element.

        Args:
            room: Bytes that they may take; longer texts are cut at one length, which is chosen so
                that all fit, and end with ``…``.
        """
        sizes = [(text, len(text)) for text in self._numbers]
        for length in _LENGTHS:
            document = _document([_cut(text, length) for text, _ in sizes])
            if len(document.encode()) <= room or not length:
                return document
        raise AssertionError("the last length fits whatever there is")

    def __len__(self) -> int:
        return len(self._numbers)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rstrip() + "…"


def _document(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def shown(text: str) -> str:
    """Make what could steer the page visible, line by line; line breaks stay."""
    return "\n".join(map(visible, text.splitlines())).strip("\n")
