"""Rule 8: a query is atomic, neither compound nor a survey."""

import json
from pathlib import Path

import pytest

from fixturetool.authoring.checking.queries import check_query
from fixturetool.authoring.review import review_query
from fixturetool.authoring.rules import Code
from fixturetool.settings import Settings
from fixturetool.settings.verify import VerifySettings, Waiver

ROOT = Path(__file__).parents[2]


def codes(query: str) -> list[Code]:
    return [one.code for one in check_query(query)]


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("岩王帝君是谁？他住在哪里？", id="two-questions"),
        pytest.param("刘备和关羽是怎么认识的，又是在哪里结义的？", id="two-clauses-that-ask"),
        pytest.param("岩王帝君是谁？他住在哪里", id="two-questions-the-last-without-mark"),
        pytest.param("谁杀了吕布以及为什么？", id="joined-without-a-comma"),
        pytest.param("谁是凶手，动机是什么？", id="who-and-what"),
        pytest.param("请问黛玉为何焚稿，什么时候焚的？", id="asked-politely"),
        pytest.param("他的问题是什么，谁解开的？", id="which-question"),
        pytest.param("诸葛亮是如何借箭的；借了多少？", id="semicolon"),
        pytest.param("Who is Rex and what did he do?", id="english-and"),
        pytest.param("Who killed him, and why?", id="english-why"),
        pytest.param("Where and when was he born?", id="english-two-words"),
        pytest.param("Is the lamp lit? Who lights it?", id="english-two-questions"),
    ],
)
def test_a_query_that_asks_several_things_is_compound(query: str) -> None:
    assert codes(query) == [Code.COMPOUND]


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("各地的节日有什么习俗？", id="each-place"),
        pytest.param("每个国家的首都是哪里？", id="every-country"),
        pytest.param("请概述三国的历史", id="summarise"),
        pytest.param("详细介绍一下潮账房", id="in-detail"),
        pytest.param("What are the customs in each region?", id="english-each-region"),
        pytest.param("Summarize the plot", id="english-summarise"),
        pytest.param("Tell me everything about the lamp", id="english-everything"),
    ],
)
def test_a_query_for_everything_is_a_survey(query: str) -> None:
    assert codes(query) == [Code.SURVEY]


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("顾准衡为什么提前闭闸，人们有哪些说法？", id="why-and-which-explanations"),
        pytest.param("息岛为什么越长越大，有哪些说法？", id="why-and-which-explanations-short"),
        pytest.param("没什么人知道的灯塔在哪里？", id="a-word-that-asks-nothing"),
        pytest.param("无论谁都能进的门，为什么锁着？", id="whoever"),
        pytest.param("刘备问如何破曹，诸葛亮说了什么？", id="what-somebody-asks"),
        pytest.param("总结来说，曹操为什么失败？", id="to-sum-up"),
        pytest.param("碑上“谁来？为何来？”几个字在哪里？", id="quoted-questions"),
        pytest.param("是沾亲，还是另有缘故？", id="one-question-with-or"),
        pytest.param("历任大账房各立过什么规矩？", id="an-enumeration"),
        pytest.param("桃园结义的三人分别是谁？", id="each-of-three"),
        pytest.param("How does Rong Buwen tune bells she cannot hear?", id="english-relative"),
        pytest.param("What did the man who came and went want?", id="english-and-of-verbs"),
        pytest.param("Did he go or stay?", id="english-or"),
        pytest.param("谁来过灯塔？请回答", id="a-request-behind-the-question"),
        pytest.param("", id="nothing"),
    ],
)
def test_one_question_is_left_alone(query: str) -> None:
    assert codes(query) == []


def test_no_shipped_query_is_blamed() -> None:
    queries = [
        fixture["query"]
        for path in (ROOT / "retrieval_fixtures").glob("*.json")
        for fixture in json.loads(path.read_text("utf-8"))["fixtures"]
    ]
    assert len(queries) > 60
    assert [query for query in queries if codes(query)] == []


def test_the_parts_that_ask_are_named() -> None:
    [found] = check_query("谁是凶手，动机是什么？")
    assert found.place == ("query",)
    assert found.message == (
        'query "谁是凶手，动机是什么？" asks several things: "谁是凶手", "动机是什么"'
    )


TWO = "谁是凶手，动机是什么？"


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        pytest.param(VerifySettings(), ["FT211"], id="usual"),
        pytest.param(VerifySettings(ignore=("FT211",)), [], id="ignored"),
        pytest.param(VerifySettings(select=("FT203",)), [], id="others-selected"),
        pytest.param(
            VerifySettings(waivers=(Waiver(("FT211",), "so be it", query=TWO),)), [], id="waived"
        ),
        pytest.param(
            VerifySettings(waivers=(Waiver(("FT211",), "so be it", files=("b.json",)),)),
            ["FT211"],
            id="waived-elsewhere",
        ),
    ],
)
def test_a_query_by_itself_is_held_against_the_rules_that_hold(
    rules: VerifySettings, found: list[str]
) -> None:
    reviewed = review_query("a.json", TWO, Settings(verify=rules))
    assert [one.code for one in reviewed] == found
