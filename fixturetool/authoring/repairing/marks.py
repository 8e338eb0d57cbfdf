"""Which marks between the same words say something themselves."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.folding import DASHES, QUOTES, is_invisible
from fixturetool.authoring.repairing.letters import SENTENCE_MARKS, is_latin, is_word, words_of
from fixturetool.authoring.repairing.lexicon import is_number, negates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FULL_STOPS = frozenset(".。．｡!！")
_ENUMERATION = frozenset("、､")


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
        clause: The words around them, up to where both texts have a mark.
        regrouped: Whether a mark that came and one that went are in this clause.
    """

    old: str
    new: str
    before: str
    after: str
    clause: str
    regrouped: bool

    def differs_in(self, marks: frozenset[str]) -> bool:
        return [c in marks for c in self.old].count(True) != [c in marks for c in self.new].count(
            True
        )

    @property
    def came_or_went(self) -> bool:
        return bool(self.old.strip()) != bool(self.new.strip())

    @property
    def is_inside(self) -> bool:
        return bool(self.before and self.after)


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


def _touches_negation(gap: _Gap) -> bool:
    """不，可以 and 不可以; 无鸡，鸭也可 and 无鸡鸭也可; no, one came and no one came."""
    return gap.is_inside and gap.came_or_went and negates(gap.clause)


def _regroups(gap: _Gap) -> bool:
    """甲，乙的儿子来了 and 甲乙的儿子，来了; 张三、李四 and 张三李四."""
    if not (gap.is_inside and gap.came_or_went):
        return False
    return gap.regrouped or bool(_ENUMERATION & {*gap.old, *gap.new})


def _ends_sentence(gap: _Gap) -> bool:
    return not gap.old.strip() and bool(set(gap.new) & _FULL_STOPS)


_TOUCHES: tuple[tuple[str, Callable[[_Gap], bool]], ...] = (
    ("question", lambda gap: gap.differs_in(frozenset("?？"))),
    ("number", _touches_number),
    ("words", _touches_word),
    ("quotation", lambda gap: gap.differs_in(QUOTES)),
    ("speaker", lambda gap: gap.differs_in(frozenset(":："))),
    ("negation", _touches_negation),
    ("sentence", _ends_sentence),
    ("grouping", _regroups),
)


def _gaps(anchor: str, text: str) -> Iterator[_Gap]:
    """Yield what stands between each two words on either side, with the words."""
    ours, theirs = _split(anchor), _split(text)
    words = ["", *words_of(anchor), ""]
    for at, (old, new) in enumerate(zip(ours, theirs, strict=True)):
        first, last = _clause(at, ours, theirs)
        around = "".join(words[i] + ours[i] for i in range(first + 1, last)) + words[last]
        within = range(first + 1, last)
        came = any(theirs[i].strip() and not ours[i].strip() for i in within)
        went = any(ours[i].strip() and not theirs[i].strip() for i in within)
        yield _Gap(old, new, words[at], words[at + 1], around, came and went)


def _clause(at: int, ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int]:
    """Return the gaps next to one in which both texts have a mark of a sentence, or the ends."""

    def ends(gap: int) -> bool:
        return bool(SENTENCE_MARKS & {*ours[gap]} and SENTENCE_MARKS & {*theirs[gap]})

    last = len(ours) - 1
    first = next(filter(ends, range(at - 1, 0, -1)), 0)
    return first, next(filter(ends, range(at + 1, last)), last)


def _split(text: str) -> list[str]:
    """Return what precedes each word character, and what follows the last."""
    gaps = [""]
    for character in unicodedata.normalize("NFC", text):
        if is_word(character):
            gaps.append("")
        elif not is_invisible(character):
            gaps[-1] += character
    return gaps
