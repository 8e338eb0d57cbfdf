"""The rules of one query: one intent, no compound question, no survey.

Heuristics on words, for Chinese and English, that would rather miss a bad query than blame a
good one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from fixturetool.authoring.checking.violation import Violation
from fixturetool.authoring.rules import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

# What is quoted is spoken of, not asked.
_QUOTED = '[「『“‘《][^」』”’》]*[」』”’》]|"[^"]*"|\\([^()]*\\)|（[^（）]*）'
_CLAUSE_END = r"[，,；;。：:、?？]+|(?=以及|并且|而且|同时|还有)"

_ASKS = "什么|甚么|为何|为啥|怎么|怎样|怎么样|如何|谁|哪|多少|何时|何地|何处|何人|多久|多大|多远"
# 没什么, 无论谁, 谁都, 什么也, 他问如何: these ask for nothing.
_ASKS_NOT = (
    "(?:没有?|不|无论|不管|任凭|不论)[^，,；;]{0,3}(?:什么|谁|哪|怎么|多少)"
    "|(?:什么|谁|哪[里儿个些]?|怎么)[^，,；;]{0,4}[也都]"
    f"|(?<=[^请学访疑])(?:问(?!题)|请教|打听)[^，,；;]{{0,8}}(?:{_ASKS})"
)
# 为什么……，有哪些说法: the second clause asks for the answers to the first.
_ANSWERS = (
    "有(?:过|着)?(?:哪些|哪几种|什么|几种|多少种?)(?:不同的?)?"
    "(?:说法|看法|解释|传说|传言|记载|版本|答案|讲法|观点|意见|理由|猜测|讲究)"
)
_ENGLISH_TWO = (
    r"^\W*(?:(?:in|at|on|of|from|to|for|by|with)\s+)?"
    r"(?:who|whom|whose|what|when|where|why|how|which|do|does|did|is|are|was|were|can|could|will)\b"
    r".*(?:\band|\bor|\bas well as|;)\s+(?:also\s+|then\s+)?(?:(?:in|at|on|of|from|for|by)\s+)?"
    r"(?:who|what|when|where|why|how|which(?!\s+is|\s+was))\b(?!\s+or\b|\s+not\b)"
)
_PLACES = "国家?|地区?|省|州|市|县|城市?|区域|地方|朝代?|章节?|回目?|角色|人物|势力|部门|学科|派别?"
_CHINESE_SURVEY = (
    f"各个?(?:{_PLACES})(?![^，。？?]{{0,2}}之间)|(?:每一?|所有的?|全部的?)[个座位]?(?:{_PLACES})"
    "|逐[一个条]|一一(?:列举|介绍|说明)"
    "|^(?:请|试|帮我)?(?:你)?(?:总结|概括|概述|综述|简述|(?:全面|系统|详细)[地的]?(?:介绍|分析|说明|梳理))"
    "(?!来说|来讲|起来|而言)"
    "|(?:来龙去脉|方方面面|全部内容|一切信息|所有信息)"
)
_ENGLISH_SURVEY = (
    r"\b(?:in|for|from|of|across)\s+(?:each|every|all(?:\s+of)?(?:\s+the)?)\s+(?:\w+\s+)?"
    r"(?:regions?|countr(?:y|ies)|cit(?:y|ies)|provinces?|states?|areas?|chapters?|characters?"
    r"|departments?|districts?)\b"
    r"|^\W*(?:please\s+)?(?:summari[sz]e|outline|survey|compare and contrast)\b"
    r"|\boverview of\b|\beverything\s+(?:there is\s+)?(?:to know\s+)?about\b"
)


# Looked for first, as most queries have none of them and patterns take a while to compile.
_SIGNS_OF_TWO = ("什么", "甚么", "谁", "哪", "怎", "何", "多少", "多久", "多大", "多远", "为啥")
_SIGNS_OF_TWO_ENGLISH = (" and ", " or ", " as well as ", ";")
_SIGNS_OF_SURVEY = (
    *(f"各{place}" for place in "个国地省州市县城区朝章回角人势部学派"),
    *(f"每{one}" for one in "一个座位"),
    *("所有", "全部", "逐", "一一", "一切", "总结", "概括", "概述", "综述", "简述", "介绍", "分析"),
    *("说明", "梳理", "来龙去脉", "方方面面"),
    *(" each ", " every ", " all ", "summari", "outline", "survey", "compare", "overview"),
    "everything",
)
_QUOTES = frozenset('「『“‘《"(（')


def check_query(query: str) -> Iterator[Violation]:
    """Hold a query against the rule that it is atomic."""
    if _may_be_compound(query) and (parts := _compound(_bare(query))):
        yield Violation(
            Code.COMPOUND,
            ("query",),
            f'query "{query}" asks several things: {parts}',
            "make a fixture of each question, with the facets that belong to it",
        )
    if survey := _survey(query):
        yield Violation(
            Code.SURVEY,
            ("query",),
            f'query "{query}" asks for a survey: "{survey}"',
            "ask for one thing that a passage can answer",
        )


def _bare(query: str) -> str:
    return query if _QUOTES.isdisjoint(query) else _compiled(_QUOTED).sub("", query)


def _may_be_compound(query: str) -> bool:
    lowered = query.casefold()
    return (
        lowered.count("?") + lowered.count("？") > 1
        or any(sign in lowered for sign in _SIGNS_OF_TWO_ENGLISH)
        or sum(lowered.count(sign) for sign in _SIGNS_OF_TWO) > 1
    )


def _survey(query: str) -> str:
    """Return the words that ask for a survey, or ``""``."""
    lowered = query.casefold()
    if not any(sign in lowered for sign in _SIGNS_OF_SURVEY):
        return ""
    found = _compiled(f"{_CHINESE_SURVEY}|{_ENGLISH_SURVEY}").search(_bare(query))
    return found[0].strip() if found else ""


def _compound(query: str) -> str:
    """Return the parts that ask, quoted, or ``""`` where the query is one question."""
    questions = [one.strip() for one in query.replace("?", "？").split("？") if one.strip()]
    if len(questions) > 1 and query.rstrip().endswith(("?", "？")):
        return _quoted(questions)
    is_english = any(sign in query.casefold() for sign in _SIGNS_OF_TWO_ENGLISH)
    if is_english and _compiled(_ENGLISH_TWO).search(query):
        return _quoted(_compiled(r"(?:[,;]?\s+)(?:and|or|as well as)\s+|;\s+").split(query))
    asking = [clause for clause in _compiled(_CLAUSE_END).split(query) if _asks(clause)]
    return _quoted(asking) if len(asking) > 1 else ""


def _asks(clause: str) -> bool:
    if _compiled(_ANSWERS).search(clause):
        return False
    return _compiled(_ASKS).search(_compiled(_ASKS_NOT).sub("", clause)) is not None


def _quoted(parts: list[str]) -> str:
    return ", ".join(f'"{part.strip(" ?？")}"' for part in parts)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
