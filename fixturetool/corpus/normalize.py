"""THE whitespace rule, and the way back to the original text.

White space is what :meth:`str.isspace` says. Runs of it are deleted where they touch a CJK
character and become one space elsewhere; the ends are stripped. Nothing else is folded.
"""

import re

# Characters of Chinese and Japanese text, which puts no space between words. The dashes,
# ellipses, curly quotes and middle dots are shared with Latin text and count as CJK.
_CJK = (
    "\u2e80-\u2fff"  # radicals, ideographic description
    "\u3001-\u303f"  # CJK punctuation; U+3000 is white space
    "\u3040-\u312f"  # hiragana, katakana, bopomofo
    "\u3190-\u9fff"  # kanbun, bopomofo extended, strokes, enclosed CJK, Han
    "\uf900-\ufaff"  # compatibility ideographs
    "\ufe10-\ufe1f\ufe30-\ufe6f"  # vertical and small forms
    "\uff01-\uff9f\uffe0-\uffe6"  # full-width and half-width forms but for hangul
    "\U00016fe0-\U00016fff\U0001aff0-\U0001b16f"  # ideographic symbols, kana supplements
    "\U0001f200-\U0001f2ff\U00020000-\U0003ffff"  # enclosed supplement, Han extensions
    "\u2010-\u2015\u2018-\u201f\u2024-\u2027\u2e3a\u2e3b\u00b7"  # dashes, quotes, ellipses, dots
)
_DELETED_SPACE = re.compile(f" (?:(?=[{_CJK}])|(?<=[{_CJK}] ))")
_WORD = re.compile(r"\S+")
_CJK_CHARACTER = re.compile(f"[{_CJK}]")


def normalize(text: str) -> str:
    """Apply the whitespace rule; idempotent, and free of line breaks.

    >>> normalize("摩拉克\\n　　斯是 Rex  Lapis")
    '摩拉克斯是Rex Lapis'
    """
    return _DELETED_SPACE.sub("", " ".join(text.split()))


def is_cjk(character: str) -> bool:
    """Tell whether white space beside this one character is deleted."""
    return _CJK_CHARACTER.match(character) is not None
