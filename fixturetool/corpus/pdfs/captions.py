"""Which printed lines are captions of figures: ``Figure 5-6 …``, ``Fig. 3``, ``图3-2：``.

A line that merely begins with a reference ("Figure 5-6 shows …", 「图3所示」) is none, and neither
is an entry of a list of figures.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from fixturetool.corpus.pdfs.pages import Caption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.corpus.pdfs.pages import PrintedLine

_NUMBER = r"(?:[A-Z][-–—.]?)?\d+(?:[-–—‑−.．·]\d+)*[a-zA-Z]?"
_WORD = r"(?:Figures?|FIGURES?|Figs?\.?|FIGS?\.?|插?图|插?圖)"
_NAME = re.compile(rf"\s*(?P<word>{_WORD})\s*(?P<number>{_NUMBER})(?![\w%]|[-–—‑−.．·]\d)")
_NAME_BEFORE_HAN = re.compile(rf"\s*(?P<word>插?[图圖])\s*(?P<number>{_NUMBER})(?=[\u3400-\u9fff])")
_SEPARATOR = re.compile(r"\s*[.:：。、．—–-]\s*|\s+")
# How a sentence goes on after the name of a figure.
_ENGLISH_REFERENCE = re.compile(
    r"(?:\([^)]*\)\s*)?[,;)]|(?:\([a-z]\)\s*)?(?:and|or|to|is|are|was|were|has|have|had|can|may|"
    r"shows?|showed|illustrates?|depicts?|gives?|gave|presents?|plots?|compares?|contains?|"
    r"summari[sz]es?|describes?|provides?|indicates?|represents?|displays?|lists?|also|below|"
    r"above|in|on|of|for|from|with|as|that|which|where|but|by|at|does|did|must|should|will|"
    r"would|makes?|tells?|says?|helps?)\b(?!\s*$)"
)
_CHINESE_REFERENCE = re.compile(
    r"[所的是则則即，,为為]|中(?![央心国國间間层層部段线線转轉空期文继繼])|里(?!程)|裡|"
    r"[上下](?![游层層部升降水海行])|[内內](?![部外河层層燃])|[给給](?![水排])|"
    r"可以|可知|可见看|[和与與及、或至]\s*(?:[图圖]|\d)|同样|同樣|"
    r"(?:表示|显示|顯示|展示|说明|說明|描述|列出|反映|画出|绘出)(?![器屏书書图圖])"
)
_LIST_ENTRY = re.compile(r"(?:[.．·…_]\s*){3,}\s*[\divxlc]*\s*$|\s{2,}\d{1,4}\s*$|\t\s*\d+\s*$")
_LIST_TITLE = re.compile(
    r"\s*(?:list of (?:figures|illustrations)|contents|"
    r"插?[图圖](?:目录|目錄|表目录|一览)|目\s*[录錄])",
    re.IGNORECASE,
)
_LIST_NAMES = 3
_MOST_LINES = 4
_SENTENCE_END = re.compile(r"[.。！？!?]\s*$")
_LINE_GAP = 0.9


def find_captions(lines: Sequence[PrintedLine]) -> tuple[Caption, ...]:
    """Return the captions among the lines of a page, from top to bottom of the file."""
    names = {at: name for at, line in enumerate(lines) if (name := caption_name(line.text))}
    if _is_list(lines, set(names.values())):
        return ()
    captions: list[Caption] = []
    for at, name in names.items():
        after = _caption_end(lines, at, names)
        if captions and captions[-1].after == at and _are_one(captions[-1].name, name):
            captions[-1] = captions[-1]._replace(after=after)
        else:
            captions.append(Caption(name, at, after))
    return tuple(captions)


def caption_name(line: str) -> str:
    """Return the name of the figure that a line is the beginning of a caption of, or ``""``."""
    found = _NAME.match(line) or _NAME_BEFORE_HAN.match(line)
    if found is None or _LIST_ENTRY.search(line):
        return ""
    rest = line[found.end() :]
    gap = _SEPARATOR.match(rest)
    said = rest[gap.end() :] if gap else rest
    is_han = not found["word"][0].isascii()
    is_marked = gap is not None and not gap[0].isspace()
    if not is_marked and (_CHINESE_REFERENCE if is_han else _ENGLISH_REFERENCE).match(said):
        return ""
    return found[0].strip()


def figure_key(name: str) -> str:
    """Return what all spellings of a figure's name have in common, ``""`` for what is no name.

    ``Fig. 3–2``, ``FIGURE 3-2`` and ``图3-2`` are one.
    """
    found = _NAME.fullmatch(name.strip().rstrip(".:：。 ")) or _NAME_BEFORE_HAN.match(name)
    if found is None:
        return ""
    number = unicodedata.normalize("NFKC", found["number"])
    return re.sub(r"[-–—‑−·]", "-", number).casefold()


def _are_one(name: str, after: str) -> bool:
    """Tell whether two captions, one below the other, are of one figure in two languages."""
    return figure_key(name) == figure_key(after) and name[0].isascii() != after[0].isascii()


def _is_list(lines: Sequence[PrintedLine], names: set[str]) -> bool:
    """Tell whether a page is one of a list of figures."""
    entries = sum(1 for line in lines if _NAME.match(line.text) and _LIST_ENTRY.search(line.text))
    if entries >= _LIST_NAMES:
        return True
    return len(names) >= _LIST_NAMES and any(_LIST_TITLE.match(line.text) for line in lines)


def _caption_end(lines: Sequence[PrintedLine], first: int, names: dict[int, str]) -> int:
    """Return the position after the last line of a caption: those that stand close below."""
    at = first
    while at + 1 < min(len(lines), first + _MOST_LINES) and at + 1 not in names:
        if _SENTENCE_END.search(lines[at].text) or not _is_close(lines[at], lines[at + 1]):
            break
        at += 1
    return at + 1


def _is_close(line: PrintedLine, after: PrintedLine) -> bool:
    height = line.box.bottom - line.box.top
    gap = after.box.top - line.box.bottom
    is_as_tall = after.box.bottom - after.box.top <= height * 1.5
    return -0.5 * height <= gap <= height * _LINE_GAP and is_as_tall
