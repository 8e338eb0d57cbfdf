"""What differs between an anchor and the text in its place: mere form, words, or facts.

Form is what no claim hangs on: width, white space, the style of quotes and dashes, which mark ends
a sentence, characters that can't be seen. All else may change what is said, so that only form is
ever repaired without a person. What kind of fact a change touches is told to help that person look.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.letters import is_latin, is_word, plain, words_of
from fixturetool.authoring.repairing.lexicon import kind_of
from fixturetool.authoring.repairing.marks import changed_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EQUAL = "equal"
_TOKEN = re.compile(
    r"[^\W\d_\u2e80-\U0003ffff]+(?:['’][^\W\d_\u2e80-\U0003ffff]+)*|\d+|.", re.DOTALL
)
_BESIDE = 3  # tokens on each side that may be parts of one name


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
    """Say what else than form differs; never empty where the words are not the same.

    Args:
        anchor: The normalised anchor.
        text: The normalised text in its place.
        is_name: Tells whether characters are a proper noun.

    Returns:
        One phrase for each change, such as ``number: "三" is "五" in the corpus``.
    """
    if words_of(anchor) != words_of(text):
        return tuple(dict.fromkeys(_word_changes(anchor, text, is_name)))
    return tuple(dict.fromkeys(changed_marks(anchor, text)))


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
    unified = "".join(map(plain, unicodedata.normalize("NFC", text)))
    return [token for token in _TOKEN.findall(unified) if is_word(token[0])]


def _joined(tokens: list[str]) -> str:
    """Put tokens together again, Latin words apart."""
    text = ""
    for token in tokens:
        text += f" {token}" if text and is_latin(text[-1]) and is_latin(token[0]) else token
    return text


def _told(old: str, new: str) -> str:
    if not old:
        return f'the corpus has "{new}" more'
    return f'"{old}" is "{new}" in the corpus' if new else f'the corpus has no "{old}"'
