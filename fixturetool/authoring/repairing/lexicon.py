"""What kind of fact a changed word is: number, negation, name, title, place, time, unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億两兩廿卅卌半壹贰叁肆伍陆柒捌玖拾佰仟双雙几数"
_NUMBER = re.compile(
    rf"[0-9０-９{_NUMERALS}]|\b(?:one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million"
    r"|half|dozen|first|second|third)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    "[不未没沒无無非莫勿别別否毋弗甭休已曾]|n't|\\b(?:not?|never|nor|neither|none|without|cannot)\\b",
    re.IGNORECASE,
)
_NEGATING = re.compile(
    "[不未没沒无無非莫勿别別否毋弗甭休岂豈匪罔]"
    "|n['’]t\\b|\\b(?:not?|never|nor|neither|none|nobody|nothing|nowhere|without|cannot|hardly"
    "|scarcely|barely)\\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    "[王帝皇后妃公侯伯爵爷爺君主将將帅帥相卿令官吏师師傅匠首长長掌大小老少副正]"
    "|\\b(?:king|queen|prince|princess|lord|lady|sir|captain|master|mr|mrs|dr|doctor|general)\\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    "[上下左右前后後内內外东東西南北里裡中高低]"
    "|\\b(?:above|below|left|right|before|after|inside|outside|north|south|east|west|up|down)\\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    "[年月日时時刻早晚昨今明晨夜春夏秋冬岁歲旬更]|\\b(?:year|month|day|hour|night|morning)s?\\b",
    re.IGNORECASE,
)
_UNIT = re.compile(
    "[文钱錢斤两兩尺寸丈里步级級升斗石担擔篙亩畝米克吨噸秒分厘元块塊%％‰°℃￥$€£]"
    "|\\b(?:km|cm|mm|kg|lb|ft|miles?|inch(?:es)?|pounds?|coppers?)\\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    "[我你您他她它]|\\b(?:he|she|it|him|her|his|hers|they|them|we|us|you|i)\\b", re.IGNORECASE
)
_KINDS = (
    ("number", _NUMBER),
    ("negation", _NEGATION),
    ("direction", _PLACE),
    ("title", _TITLE),
    ("time", _TIME),
    ("unit", _UNIT),
    ("person", _PERSON),
)


def kind_of(old: str, new: str, before: str, after: str, is_name: Callable[[str], bool]) -> str:
    """Name the kind of a change of words.

    Args:
        old: The characters that were there.
        new: Those that are there now.
        before: Up to three characters right before them.
        after: Up to three characters right after them.
        is_name: Tells whether characters are a proper noun.

    Returns:
        ``name``, one of the other kinds of facts, or ``words`` where none is recognised.
    """
    if old.casefold() == new.casefold():
        return "case"
    if any(is_name(word) for side in (old, new) for word in _around(side, before, after)):
        return "name"
    for kind, pattern in _KINDS:
        if pattern.search(old) or pattern.search(new):
            return kind
    if any(side[:1].isupper() for side in (old, new)):
        return "name"
    return "words"


def is_number(character: str) -> bool:
    """Tell whether a character, or "", is a digit or a numeral of any script."""
    return bool(character) and (character.isnumeric() or character in _NUMERALS)


def negates(words: str) -> bool:
    """Tell whether words hold a negation, which a mark beside them may bind otherwise."""
    return _NEGATING.search(words) is not None


def _around(side: str, before: str, after: str) -> list[str]:
    """Return every run of at most six characters that holds a changed one."""
    whole = before + side + after
    first, last = len(before), len(before) + len(side)
    return [
        whole[start:end]
        for start in range(len(whole))
        for end in range(start + 2, min(len(whole), start + 6) + 1)
        if start < last and end > first and side
    ]
