"""A form of text for comparison, blind to differences that are hard to see.

It never decides whether an anchor matches; it only finds out why one does not.
"""

import unicodedata
from dataclasses import dataclass

QUOTES = frozenset("\"'`´‘’‚‛“”„‟‹›«»′″〝〞〟「」『』﹁﹂﹃﹄＂＇｀｢｣")
DASHES = frozenset("-‐‑‒–—―−⸺⸻﹘﹣－")
_SAME = (
    {ord(quote): '"' for quote in QUOTES}
    | {ord(dash): "-" for dash in DASHES}
    | {ord(stop): "." for stop in "。．｡"}
    | {ord(comma): "," for comma in "、，､"}
    | {ord(dot): "·" for dot in "·・‧•∙⋅･"}
)
# Not of the format category, but as invisible: joiners, fillers, variation selectors.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


def is_invisible(character: str) -> bool:
    """Tell whether a character leaves no mark on paper and is no white space either."""
    code = ord(character)
    return (
        (unicodedata.category(character) in {"Cf", "Cc"} and not character.isspace())
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
        or 0x180B <= code <= 0x180F
        or character in _FILLERS
    )


def _folded(code: int) -> str:
    character = chr(code)
    if character.isspace() or is_invisible(character):
        return ""
    plain = unicodedata.normalize("NFKD", character).translate(_SAME)
    return "".join(plain.casefold().split())


class _Folds(dict[int, str]):
    def __missing__(self, code: int) -> str:
        self[code] = folded = _SAME.get(code) or _folded(code)
        return folded


_FOLDS = _Folds()


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text and the way back.

    Attributes:
        text: The folded text.
        origins: For each character of it, the 0-based index of its character in the original.
    """

    text: str
    origins: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Turn a non-empty half-open span of the folded text into one of the original."""
        return self.origins[start], self.origins[end - 1] + 1


def fold(text: str) -> str:
    """Drop white space and invisible characters; unify width, case, quotes, dashes and form."""
    return text.translate(_FOLDS)


def fold_traced(text: str) -> Folded:
    """Fold text and remember where each character came from."""
    parts = [_FOLDS[ord(character)] for character in text]
    origins = tuple(index for index, part in enumerate(parts) for _ in part)
    return Folded("".join(parts), origins)
