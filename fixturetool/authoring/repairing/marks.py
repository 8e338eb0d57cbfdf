"""Which marks between the same words are another form of the same mark, and which are not.

Marks are form where they are certain to be: another width or style of one mark, and one end of a
sentence for another. A comma that comes, goes or moves may tell who did what to whom, a semicolon
in its place may cut off the one who did it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.folding import DASHES, QUOTES, is_invisible
from fixturetool.authoring.repairing.letters import is_latin, is_word, plain, words_of
from fixturetool.authoring.repairing.lexicon import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ELLIPSIS = re.compile(r"[.。]{3,}|[…‥⋯]+")
_DASH = re.compile("—+|-{2,}")
_REPEATED = re.compile(r"([!?])\1+")
# A hyphen makes one word of two, which a dash sets apart.
_HYPHENS = frozenset("-‐‑﹣－")
# A point may as well stand behind an abbreviation, so that only the full stop is like it.
_SENTENCE_ENDS = frozenset("。;!")
_FULL_STOPS = frozenset(".。")
_SEPARATORS = frozenset(",、;.。!…-—")
_OPENING = frozenset("‘‚‛“„‟‹«〝「『﹁﹃")
_CLOSING = frozenset("’”›»〞〟」』﹂﹄")


def changed_marks(anchor: str, text: str) -> Iterator[str]:
    """Say which marks may change what is said by the same words in the same order.

    Args:
        anchor: The normalised anchor.
        text: The normalised text in its place, of the same words.

    Yields:
        A phrase for each, such as ``question: "" is "？" in the corpus``.
    """
    for gap in _gaps(anchor, text):
        if gap.old != gap.new:
            for kind, touches in _TOUCHES:
                if touches(gap):
                    yield f'{kind}: "{gap.old}" is "{gap.new}" in the corpus'
                    break


@dataclass(frozen=True, slots=True)
class _Gap:
    """What stands between two words, either ``""`` at an end: here and in the corpus.

    Attributes:
        old: Marks and white space of the anchor.
        new: Those of the corpus.
        before: The character before them.
        after: The character after them.
    """

    old: str
    new: str
    before: str
    after: str

    def differs_in(self, marks: frozenset[str]) -> bool:
        return [c in marks for c in self.old].count(True) != [c in marks for c in self.new].count(
            True
        )

    @property
    def is_edge(self) -> bool:
        return not (self.before and self.after)


def _touches_number(gap: _Gap) -> bool:
    """3.5 and 35, 2-3 and 23, -3 and 3, 5′ and 5″, 两、三 and 两三."""
    if is_number(gap.before) and is_number(gap.after):
        return True
    sides = set(gap.old) ^ set(gap.new)
    return (is_number(gap.after) and bool(sides & DASHES)) or (
        is_number(gap.before) and bool(sides & QUOTES)
    )


def _touches_word(gap: _Gap) -> bool:
    """Its and it's, re-sign and resign, the rapist and therapist."""
    return is_latin(gap.before) and is_latin(gap.after) and bool(gap.old) != bool(gap.new)


def _is_another(gap: _Gap) -> bool:
    """甲败乙 and 甲败，乙; 其，他走 and 其他，走; 张三，老板 and 张三、老板."""
    ours, theirs = _kinds(gap.old), _kinds(gap.new)
    if gap.is_edge:
        ours, theirs = (
            "".join(mark for mark in side if mark not in _SEPARATORS) for side in (ours, theirs)
        )
    return len(ours) != len(theirs) or not all(map(_alike, ours, theirs))


_TOUCHES: tuple[tuple[str, Callable[[_Gap], bool]], ...] = (
    ("question", lambda gap: gap.differs_in(frozenset("?？"))),
    ("number", _touches_number),
    ("words", _touches_word),
    ("quotation", lambda gap: gap.differs_in(QUOTES)),
    ("speaker", lambda gap: gap.differs_in(frozenset(":："))),
    ("punctuation", _is_another),
)


def _kinds(marks: str) -> str:
    """Return a character for each mark, with width, style of dashes and repetition unified."""
    unified = "".join(map(_unified, marks))
    return _REPEATED.sub(r"\1", _DASH.sub("—", _ELLIPSIS.sub("…", unified)))


def _unified(mark: str) -> str:
    if mark.isspace():
        return ""
    if mark in DASHES:
        return "-" if mark in _HYPHENS else "—"
    return "," if mark == "﹐" else plain(mark)


def _alike(ours: str, theirs: str) -> bool:
    """Tell whether two marks say the same: both end a sentence, or are quotes of one side."""
    if ours == theirs:
        return True
    pair = {ours, theirs}
    if pair <= QUOTES:
        return not (pair & _OPENING and pair & _CLOSING)
    return pair <= _FULL_STOPS or pair <= _SENTENCE_ENDS


def _gaps(anchor: str, text: str) -> Iterator[_Gap]:
    """Yield what stands between each two words on either side, with the words."""
    words = ["", *words_of(anchor), ""]
    for at, (old, new) in enumerate(zip(_split(anchor), _split(text), strict=True)):
        yield _Gap(old, new, words[at], words[at + 1])


def _split(text: str) -> list[str]:
    """Return what precedes each word character, and what follows the last."""
    gaps = [""]
    for character in unicodedata.normalize("NFC", text):
        if is_word(character):
            gaps.append("")
        elif not is_invisible(character):
            gaps[-1] += character
    return gaps
