"""What of a text is a word and what a mark, for telling form from fact."""

import unicodedata

from fixturetool.authoring.folding import DASHES, QUOTES, is_invisible

_SENTENCE_MARKS = frozenset(",，、﹐､;；:：.。．｡!！…‥⋯")
_MARKS = _SENTENCE_MARKS | DASHES | QUOTES
_DOTS = frozenset("·・‧•∙⋅･")


def is_word(character: str) -> bool:
    """Tell whether a character is a letter, a digit or a sign that stands for words."""
    if character.isspace() or is_invisible(character):
        return False
    return character not in _MARKS and character not in "?？"


def plain(character: str) -> str:
    """Return a character with its width and, where it is a dot within names, its shape unified."""
    if unicodedata.decomposition(character).startswith(("<wide>", "<narrow>")):
        return unicodedata.normalize("NFKC", character)
    return "·" if character in _DOTS else character


def words_of(text: str) -> str:
    """Return all but white space, marks and what can't be seen; only width is unified."""
    return "".join(map(plain, filter(is_word, unicodedata.normalize("NFC", text))))


def is_latin(character: str) -> bool:
    """Tell whether a character, or "", is a letter or digit of a script with spaces."""
    return bool(character) and character.isalnum() and ord(character) < 0x2E80
