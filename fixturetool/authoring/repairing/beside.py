"""What stands right beside a text in its source and makes it say something else."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.letters import is_latin, is_word
from fixturetool.authoring.repairing.lexicon import is_number, negates

if TYPE_CHECKING:
    from collections.abc import Iterator

_ASKS = "？?吗嘛么麼乎耶"
_WITHIN_NUMBERS = frozenset(".．,，:：/·-－–~～")


def bound_beside(before: str, text: str, after: str) -> Iterator[str]:
    """Say how a text is bound to what its source has around it.

    What stood around the anchor is not known, so that a text of the same words may still have come
    under a negation, or have become part of a greater number, a longer word or a question.

    Args:
        before: The characters right before the text, normalised.
        text: The normalised text.
        after: The characters right after it.

    Yields:
        A phrase for each way.
    """
    clause = _last_words(before)
    if negates(clause):
        yield f'right before it stands "{clause.strip()}"'
    for left, right in ((before, text), (text, after)):
        if _is_one_number(left, right):
            yield "it cuts a number of the source"
        elif is_latin(left[-1:]) and is_latin(right[:1]):
            yield "it cuts a word of the source"
    if after[:1] and after[0] in _ASKS:
        yield "it is part of a question"


def _last_words(text: str) -> str:
    """Return the ending of a text that no mark cuts."""
    return "".join(takewhile(lambda c: is_word(c) or c.isspace(), reversed(text)))[::-1]


def _is_one_number(left: str, right: str) -> bool:
    if left[-1:] in _WITHIN_NUMBERS:
        left = left[:-1]
    elif right[:1] in _WITHIN_NUMBERS:
        right = right[1:]
    return is_number(left[-1:]) and is_number(right[:1])
