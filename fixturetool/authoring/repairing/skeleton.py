"""The words of a text without all that lies between them, and the way back."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Letters, ideographs and digits of a text, folded for finding; never for deciding.

    Attributes:
        text: They, with width, case and compatibility forms unified.
        origins: For each of them, the 0-based index of its character in the original.
    """

    text: str
    origins: tuple[int, ...]


class _Bones(dict[int, str]):
    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = unicodedata.normalize("NFKC", character).casefold()
        self[code] = bone = "".join(filter(str.isalnum, plain))
        return bone


_BONES = _Bones()


def skeleton(text: str) -> Skeleton:
    """Return the skeleton of a text."""
    parts = [_BONES[ord(character)] for character in text]
    origins = tuple(index for index, part in enumerate(parts) for _ in part)
    return Skeleton("".join(parts), origins)
