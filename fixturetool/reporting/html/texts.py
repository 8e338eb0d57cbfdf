"""The texts of a page, each stored once, and cut where the page would become too large."""

import json
import zlib
from base64 import b64encode

from fixturetool.reporting.terminal import visible

_LENGTHS = (100_000, 20_000, 8_000, 4_000, 2_500, 1_600, 1_000, 700, 450, 300, 200, 120, 60, 0)
# Text is not packed to less than a quarter of its bytes, and base64 makes three of them four.
_BEST = 1 / 3


class TextStore:
    """Gathers texts and gives each a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def put(self, text: str) -> int:
        """Return the 0-based number of a text, the same for an equal one."""
        return self._numbers.setdefault(text, len(self._numbers))

    def encoded(self, room: int) -> str:
        """Return the texts as base64 of a JSON list, packed in the zlib format.

        Browsers unpack it by themselves (``DecompressionStream("deflate")``), and base64 can stand
        anywhere in a page.

        Args:
            room: Bytes that they may take; longer texts are cut at one length, which is chosen so
                that all fit, and end with ``…``.
        """
        for length in _LENGTHS:
            plain = self._document(length)
            if len(plain) * _BEST <= room or not length:
                packed = b64encode(zlib.compress(plain, 9)).decode()
                if len(packed) <= room or not length:
                    return packed
        raise AssertionError("the last length takes whatever there is")

    def _document(self, length: int) -> bytes:
        texts = [_cut(text, length) for text in self._numbers]
        return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rstrip() + "…"


def shown(text: str) -> str:
    """Make what could steer the page visible, line by line; line breaks stay."""
    return "\n".join(map(visible, text.splitlines())).strip("\n")
