"""What differs between an anchor and the text in its place: mere form, words, or facts.

Form is what no claim hangs on: how a sentence is punctuated, the style of its quotes, width,
characters that can't be seen. All else may change what is said, so that only form is ever mended
without a person. What kind of fact a change touches is told to help that person look.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fixturetool.authoring.folding import DASHES, QUOTES, is_invisible
from fixturetool.authoring.repairing.lexicon import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EQUAL = "equal"
_SENTENCE_MARKS = frozenset(",，、﹐､;；:：.。．｡!！…‥⋯")
_FULL_STOPS = frozenset(".。．｡!！")
_MARKS = _SENTENCE_MARKS | DASHES | QUOTES
_DOTS = frozenset("·・‧•∙⋅･")
_TOKEN = re.compile(
    r"[^\W\d_\u2e80-\U0003ffff]+(?:['’][^\W\d_\u2e80-\U0003ffff]+)*|\d+|.", re.DOTALL
)
_BESIDE = 3  # tokens on each side that may be parts of one name
_NEGATIONS = frozenset("不未没沒无無非莫勿别別否毋弗甭休")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: ``equal``, ``insert``, ``delete`` or ``replace``.
        old: The anchor's characters, ``""`` for an insertion.
        new: The corpus's characters, ``""`` for a deletion.
    """

    kind: str
    old: str
    new: str


def changes(anchor: str, text: str) -> tuple[Change, ...]:
    """Return the way from an anchor to a text, character by character, what is equal included."""
    found: list[Change] = []
    at = 0
    for old, new in _differing(list(anchor), list(text)):
        same = anchor[at : old.start]
        kind = "replace" if anchor[old] and text[new] else "delete" if anchor[old] else "insert"
        found += [Change(EQUAL, same, same)] * bool(same) + [Change(kind, anchor[old], text[new])]
        at = old.stop
    rest = anchor[at:]
    return (*found, *[Change(EQUAL, rest, rest)] * bool(rest))


def changed_facts(
    anchor: str, text: str, is_name: Callable[[str], bool] = lambda _: False
) -> tuple[str, ...]:
    """Say what else than form differs; empty exactly when the words are the same.

    Args:
        anchor: The normalised anchor.
        text: The normalised text in its place.
        is_name: Tells whether characters are a proper noun.

    Returns:
        One phrase for each change, such as ``number: "三" is "五" in the corpus``.
    """
    if _words(anchor) != _words(text):
        return tuple(dict.fromkeys(_word_changes(anchor, text, is_name)))
    return tuple(dict.fromkeys(_mark_changes(anchor, text)))


def _words(text: str) -> str:
    """Return all but white space, marks and what can't be seen; only width is unified."""
    return "".join(map(_plain, filter(_is_word, unicodedata.normalize("NFC", text))))


def _is_word(character: str) -> bool:
    """Tell whether a character is a letter, a digit or a sign that stands for words."""
    if character.isspace() or is_invisible(character):
        return False
    return character not in _MARKS and character not in "?？"


def _plain(character: str) -> str:
    if unicodedata.decomposition(character).startswith(("<wide>", "<narrow>")):
        return unicodedata.normalize("NFKC", character)
    # Dots in names have several shapes.
    return "·" if character in _DOTS else character


def _word_changes(anchor: str, text: str, is_name: Callable[[str], bool]) -> Iterator[str]:
    here, there = _tokens(anchor), _tokens(text)
    for old, new in _differing(here, there):
        before = here[max(0, old.start - _BESIDE) : old.start]
        after = here[old.stop : old.stop + _BESIDE]
        was, is_ = _joined(here[old]), _joined(there[new])
        kind = kind_of(was, is_, "".join(before), "".join(after), is_name)
        yield f"{kind}: {_told(was, is_)}"


def _differing(here: list[str], there: list[str]) -> Iterator[tuple[slice, slice]]:
    """Yield the longest stretches of two sequences of which nothing is equal."""
    from rapidfuzz.distance import Levenshtein

    equal = [block for block in Levenshtein.opcodes(here, there) if block.tag == EQUAL]
    edges = [
        (0, 0),
        *(edge for b in equal for edge in ((b.src_start, b.dest_start), (b.src_end, b.dest_end))),
        (len(here), len(there)),
    ]
    for (ours, theirs), (our_end, their_end) in zip(edges[::2], edges[1::2], strict=True):
        if ours < our_end or theirs < their_end:
            yield slice(ours, our_end), slice(theirs, their_end)


def _tokens(text: str) -> list[str]:
    """Cut a text into words, figures and single ideographs and signs, without marks."""
    plain = "".join(map(_plain, unicodedata.normalize("NFC", text)))
    return [token for token in _TOKEN.findall(plain) if _is_word(token[0])]


def _joined(tokens: list[str]) -> str:
    """Put tokens together again, Latin words apart."""
    text = ""
    for token in tokens:
        text += f" {token}" if text and _is_latin(text[-1]) and _is_latin(token[0]) else token
    return text


def _told(old: str, new: str) -> str:
    if not old:
        return f'the corpus has "{new}" more'
    return f'"{old}" is "{new}" in the corpus' if new else f'the corpus has no "{old}"'


def _mark_changes(anchor: str, text: str) -> Iterator[str]:
    """Say which marks between the same words may change what is said."""
    for gap in _gaps(anchor, text):
        if gap.old != gap.new:
            for kind, touches in _TOUCHES:
                if touches(gap):
                    yield f'{kind}: "{gap.old}" is "{gap.new}" in the corpus'
                    break


class _Gap(NamedTuple):
    """What stands between two words, either ``""`` at an end: here and in the corpus."""

    old: str
    new: str
    before: str
    after: str

    def differs_in(self, marks: frozenset[str]) -> bool:
        return [c in marks for c in self.old].count(True) != [c in marks for c in self.new].count(
            True
        )

    @property
    def came_or_went(self) -> bool:
        return bool(self.old.strip()) != bool(self.new.strip())


def _touches_number(gap: _Gap) -> bool:
    """3.5 and 35, 2-3 and 23, -3 and 3, 5′ and 5″."""
    if gap.before.isnumeric() and gap.after.isnumeric():
        return True
    sides = set(gap.old) ^ set(gap.new)
    return (gap.after.isnumeric() and bool(sides & DASHES)) or (
        gap.before.isnumeric() and bool(sides & QUOTES)
    )


def _touches_word(gap: _Gap) -> bool:
    """Its and it's, re-sign and resign, the rapist and therapist."""
    return _is_latin(gap.before) and _is_latin(gap.after) and bool(gap.old) != bool(gap.new)


def _touches_negation(gap: _Gap) -> bool:
    """不，可以 and 不可以."""
    return bool({gap.before, gap.after} & _NEGATIONS) and gap.came_or_went


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
)


def _gaps(anchor: str, text: str) -> Iterator[_Gap]:
    """Yield what stands between each two words on either side, with the words."""
    ours, theirs = _split(anchor), _split(text)
    words = ["", *_words(anchor), ""]
    for position, (old, new) in enumerate(zip(ours, theirs, strict=True)):
        yield _Gap(old, new, words[position], words[position + 1])


def _split(text: str) -> list[str]:
    """Return what precedes each word character, and what follows the last."""
    gaps = [""]
    for character in unicodedata.normalize("NFC", text):
        if _is_word(character):
            gaps.append("")
        elif not is_invisible(character):
            gaps[-1] += character
    return gaps


def _is_latin(character: str) -> bool:
    return bool(character) and character.isalnum() and ord(character) < 0x2E80
