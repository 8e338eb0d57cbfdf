"""Short pieces of an anchor that are likely to have survived in the text it came from."""

import re
import unicodedata
from collections.abc import Iterator

from fixturetool.authoring.folding import is_invisible

_MOST = 16
_LONG_HAN = 9
_LONG_WORD = 6
_RUNS = re.compile(r"(?P<word>[^\W\d_\u2e80-\U0003ffff]+)|(?P<digits>\d+)|(?P<han>[^\W_]+)")


def fragments(anchor: str) -> dict[str, int]:
    """Cut an anchor into pieces to look for.

    Han text is cut into pieces of two or three characters, words of other scripts are kept or,
    when long, cut as well. Words come in the usual spellings (lower, upper, title case), and
    the anchor in its Unicode forms, so that a piece is found in spite of such a difference.

    Args:
        anchor: The normalised anchor.

    Returns:
        Each piece with its 0-based offset in the anchor, at most 16 or so, evenly spread; empty
        only for an anchor without letters and digits.
    """
    visible = "".join(" " if is_invisible(character) else character for character in anchor)
    found: dict[str, int] = {}
    for form in ("NFKC", "NFD"):
        for piece, offset in _pieces(unicodedata.normalize(form, visible)):
            found.setdefault(piece, offset)
    return dict(_spread(list(found.items())) or _short(visible))


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    length = sum(map(str.isalpha, text))
    size, step = (2, 1) if length < _LONG_HAN else (3, 1 + length // 16)
    for run in _RUNS.finditer(text):
        if run["han"]:
            yield from _cut(run["han"], run.start(), size, step)
        elif run["word"] and len(run["word"]) >= 3:
            yield from _word(run["word"], run.start())


def _cut(run: str, offset: int, size: int, step: int) -> Iterator[tuple[str, int]]:
    if 1 < len(run) <= size:
        yield run, offset
    for start in range(0, len(run) - size + 1, step):
        yield run[start : start + size], offset + start


def _word(word: str, offset: int) -> Iterator[tuple[str, int]]:
    for spelling in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())):
        yield spelling, offset
    if len(word) >= _LONG_WORD:
        yield from _cut(word, offset, 4, 2)


def _short(text: str) -> list[tuple[str, int]]:
    """Fall back on whatever letters and digits there are."""
    return [(run[0], run.start()) for run in _RUNS.finditer(text)][:_MOST]


def _spread(pieces: list[tuple[str, int]]) -> list[tuple[str, int]]:
    step = -(-len(pieces) // _MOST) or 1
    return pieces[::step]
