"""Which characters are words of which script; compiled when they are first needed."""

import re
from functools import cache

_HAN = "\u4e00-\u9fd5"  # what jieba takes for Chinese; the libraries agree on these
_RARE = "\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u9fd6-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
LETTER = rf"[^\W_{_HAN}{_RARE}]"
"""A letter or digit that is no ideograph, as a regular expression."""

_ENDING = rf"(?:['’](?:s|t|d|m|re|ve|ll)(?!{LETTER}))?"
_WIDTH_STEP = ord("Ａ") - ord("A")


@cache
def han_run() -> re.Pattern[str]:
    """Match a run of common ideographs."""
    return re.compile(f"[{_HAN}]+")


@cache
def han_one() -> re.Pattern[str]:
    """Match one common ideograph."""
    return re.compile(f"[{_HAN}]")


@cache
def rare_one() -> re.Pattern[str]:
    """Match one of the rarer ideographs: the extensions, 〇 and 々."""
    return re.compile(f"[{_RARE}]")


@cache
def word() -> re.Pattern[str]:
    """Match a run of letters and digits, grouped, with an English ending after it."""
    return re.compile(f"({LETTER}(?:{LETTER}|[{_MARKS}])*){_ENDING}")


@cache
def _full_width() -> re.Pattern[str]:
    return re.compile("[０-９Ａ-Ｚａ-ｚ]")


def fold(text: str) -> str:
    """Lower-case, and make full-width letters and digits plain."""
    return _full_width().sub(lambda match: chr(ord(match[0]) - _WIDTH_STEP), text.lower())
