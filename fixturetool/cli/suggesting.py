"""Which command is meant by a word that is none."""

from collections.abc import Sequence
from difflib import get_close_matches

_MISTYPED = (
    0.8  # likeness by difflib: "serach" and "search" have 0.83, "evaluate" and "validate" 0.75
)
_BEGINNING = 4  # letters: "ser" of "serach" is also how "serve" begins


def meant_command(word: str, names: Sequence[str]) -> str | None:
    """Return the command that a word most likely means, or None.

    A command with a letter or two mistyped comes first, then one that holds as long a beginning
    of the word as any (``evaluate``: ``eval-retrieval``), then whichever is like it at all.

    Args:
        word: What was typed.
        names: The commands; of equals the first is meant.
    """
    word = word.lower()
    mistyped = get_close_matches(word, names, n=1, cutoff=_MISTYPED)
    found = mistyped or _holding_beginning(word, names) or get_close_matches(word, names, n=1)
    return found[0] if found else None


def _holding_beginning(word: str, names: Sequence[str]) -> list[str]:
    for length in range(len(word), _BEGINNING - 1, -1):
        if holding := [name for name in names if word[:length] in name]:
            return holding
    return []
