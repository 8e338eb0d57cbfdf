"""Pieces of an anchor that are likely to stand in the text that it was meant to be."""

import re
import unicodedata
from collections.abc import Iterator

from fixturetool.authoring.folding import is_invisible
from fixturetool.corpus.normalize import normalize

_MOST_SHORT = 7
_LONG_HAN = 9
_LONG_WORD = 6
_LEAST_PART = 4
_RUNS = re.compile(r"(?P<word>[^\W\d_\u2e80-\U0003ffff]+)|(?P<digits>\d+)|(?P<han>[^\W_]+)")
_FULL_WIDTH = str.maketrans(",!?:;().", "，！？：；（）。")
_STRAIGHT_PAIR = re.compile("\"([^\"]*)\"|'([^']*)'")
_TO_CORNERS = str.maketrans("“”‘’", "「」『』")
_TO_CURLY = str.maketrans("「」『』", "“”‘’")

Piece = tuple[str, int]


def fragments(anchor: str) -> dict[str, int]:
    """Choose what to look for in the place of an anchor that is missing.

    Beside the anchor in other likely spellings these are its halves and thirds, of which one
    survives a change at a single place, and short pieces, of which some survive more.

    Args:
        anchor: The normalised anchor.

    Returns:
        Up to about 25 normalised pieces, each with its 0-based offset in the anchor, which is
        near rather than exact; empty only for an anchor without letters and digits.
    """
    visible = "".join(character for character in anchor if not is_invisible(character))
    found: dict[str, int] = {}
    for piece, offset in (*_short_pieces(anchor), *_parts(visible), *_spellings(visible)):
        if (normal := normalize(piece)) and any(map(str.isalnum, normal)):
            found.setdefault(normal, offset)
    return found


def _spellings(text: str) -> Iterator[Piece]:
    """Yield the whole text as another keyboard, font or editor would have it."""
    chinese = _STRAIGHT_PAIR.sub(_curly, text.translate(_FULL_WIDTH))
    for spelling in (text, chinese, text.lower(), text.upper(), text.title()):
        yield spelling, 0
    for form in ("NFC", "NFD", "NFKC"):
        yield unicodedata.normalize(form, text), 0
    yield chinese.translate(_TO_CORNERS), 0
    yield chinese.translate(_TO_CURLY), 0


def _curly(pair: re.Match[str]) -> str:
    return f"“{pair[1]}”" if pair[1] is not None else f"‘{pair[2]}’"


def _parts(text: str) -> Iterator[Piece]:
    for count in (2, 3):
        size = len(text) // count
        if size >= _LEAST_PART:
            for part in range(count):
                start = part * size
                end = len(text) if part == count - 1 else start + size
                yield text[start:end], start


def _short_pieces(anchor: str) -> list[Piece]:
    # Nothing is known of the text beside an invisible character, so pieces don't cross it.
    apart = "".join(" " if is_invisible(character) else character for character in anchor)
    forms = (unicodedata.normalize(form, apart) for form in ("NFKC", "NFD"))
    pieces = dict.fromkeys(piece for form in forms for piece in _cut_up(form))
    return _spread(list(pieces) or [(run[0], run.start()) for run in _RUNS.finditer(apart)])


def _cut_up(text: str) -> Iterator[Piece]:
    """Cut Han text into pieces of two or three characters; keep words, cut long ones as well."""
    length = sum(map(str.isalpha, text))
    size, step = (2, 1) if length < _LONG_HAN else (3, 1 + length // 16)
    for run in _RUNS.finditer(text):
        if run["han"]:
            yield from _cut(run["han"], run.start(), size, step)
        elif run["word"] and len(run["word"]) >= 3:
            yield from _word(run["word"], run.start())


def _cut(run: str, offset: int, size: int, step: int) -> Iterator[Piece]:
    if 1 < len(run) <= size:
        yield run, offset
    for start in range(0, len(run) - size + 1, step):
        yield run[start : start + size], offset + start


def _word(word: str, offset: int) -> Iterator[Piece]:
    for spelling in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())):
        yield spelling, offset
    if len(word) >= _LONG_WORD:
        yield from _cut(word, offset, 4, 2)


def _spread(pieces: list[Piece]) -> list[Piece]:
    step = -(-len(pieces) // _MOST_SHORT) or 1
    return pieces[::step][:_MOST_SHORT]
