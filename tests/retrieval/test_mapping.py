"""Request templates, and where things are in an answer."""

import pytest

from fixturetool.errors import RetrievalError, SettingsError
from fixturetool.retrieval.base import Hit, rewrite_of
from fixturetool.retrieval.mapping import AnswerReader
from fixturetool.retrieval.template import fill, holds
from fixturetool.settings.answer import AnswerSettings

VALUES: dict[str, str | int] = {
    "query": "找零日 {k}",
    "k": 4,
    "top_k": 20,
    "language": "CHS",
    "chunk_context": 1,
}


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        pytest.param("{query}", "找零日 {k}", id="values-are-not-filled-again"),
        pytest.param("{k}", 4, id="a-number-stays-a-number"),
        pytest.param("top {k} of {language}", "top 4 of CHS", id="within-a-text"),
        pytest.param("{other} {{k}}", "{other} {4}", id="other-braces-stay"),
        pytest.param({"a": ["{k}", {"{k}": "{chunk_context}"}]}, {"a": [4, {"{k}": 1}]}, id="deep"),
        pytest.param({"n": 3, "t": True, "x": None}, {"n": 3, "t": True, "x": None}, id="others"),
    ],
)
def test_a_template_is_filled(template: object, filled: object) -> None:
    assert fill(template, VALUES) == filled


@pytest.mark.parametrize(
    ("template", "is_held"),
    [
        pytest.param({"bool": {"must": [{"match": "{query}"}]}}, True, id="deep"),
        pytest.param({"{query}": 1}, False, id="a-key-is-no-place"),
        pytest.param({"q": "{qurey}"}, False, id="misspelt"),
    ],
)
def test_a_placeholder_is_looked_for_everywhere(template: object, is_held: bool) -> None:
    assert holds(template, "query") is is_held


def test_an_answer_is_read_by_its_expressions() -> None:
    reader = AnswerReader(
        AnswerSettings(
            hits="result.docs[?kind=='text']",
            path="meta.file",
            text="join(' ', parts)",
            score="rank.value",
            leg="",
            start_line="meta.lines[0]",
            end_line="meta.lines[1]",
            start_page="meta.page",
            end_page="meta.page",
        )
    )
    document = {
        "kind": "text",
        "meta": {"file": "a.txt", "lines": [3, 9], "page": 2},
        "parts": ["甲", "乙"],
        "rank": {"value": 1},
    }
    answer = {"result": {"docs": [{"kind": "ad"}, document]}}
    assert reader.read(answer) == [
        Hit("a.txt", 1.0, "甲 乙", start_line=3, end_line=9, start_page=2, end_page=2)
    ]


def test_a_list_of_hits_is_read_by_the_expression_of_the_whole() -> None:
    reader = AnswerReader(AnswerSettings(hits="@"))
    assert [hit.path for hit in reader.read([{"file_path": "a"}, {"file_path": "b"}])] == ["a", "b"]


def test_no_hits_is_an_answer() -> None:
    assert AnswerReader(AnswerSettings()).read({"matches": []}) == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        pytest.param(
            {"results": [], "took": 3},
            'no list at "matches": it is an object with "results", "took"',
            id="other-keys",
        ),
        pytest.param({"matches": {}}, 'no list at "matches"', id="no-list"),
        pytest.param([], 'no list at "matches": it is a list', id="list"),
        pytest.param("ok", "it is text", id="text"),
        pytest.param(None, "it is null", id="null"),
        pytest.param({}, "an object without keys", id="empty"),
        pytest.param({"matches": [{"path": "a"}]}, 'hit 1 has no path: .*"path"', id="no-path"),
        pytest.param({"matches": ["a.txt"]}, "hit 1 has no path: it is text", id="texts"),
        pytest.param(
            {"matches": [{"file_path": "a"}, {"file_path": 3}]},
            "the path of hit 2 is 3, which is not text",
            id="path-is-no-text",
        ),
        pytest.param(
            {"matches": [{"file_path": "a", "score": "0.5"}]},
            "the score of hit 1 is '0.5', which is not a number",
            id="score-is-no-number",
        ),
        pytest.param(
            {"matches": [{"file_path": "a", "score": 10**400}]},
            "the score of hit 1 is 10+, which is not a number",
            id="score-is-beyond-all-numbers",
        ),
        pytest.param(
            {"matches": [{"file_path": "a", "start_line": 1.5}]},
            "the start_line of hit 1 is 1.5, which is not a whole number",
            id="line-is-no-whole-number",
        ),
    ],
)
def test_what_can_not_be_read_is_named(answer: object, message: str) -> None:
    with pytest.raises(RetrievalError, match=message):
        AnswerReader(AnswerSettings()).read(answer)


@pytest.mark.parametrize(
    ("answer", "rewrite"),
    [
        pytest.param({"asked": {"text": "找零日 习俗"}}, "找零日 习俗", id="told"),
        pytest.param({"asked": {"text": None}}, "", id="null"),
        pytest.param({"asked": {"text": ""}}, "", id="empty"),
        pytest.param({}, "", id="missing"),
    ],
)
def test_an_answer_may_tell_what_was_searched(answer: dict[str, object], rewrite: str) -> None:
    hits = AnswerReader(AnswerSettings(rewrite="asked.text")).read(
        {**answer, "matches": [{"file_path": "a.txt", "score": 1}]}
    )
    assert rewrite_of(hits) == rewrite
    assert [hit.path for hit in hits] == ["a.txt"]


def test_a_rewrite_that_is_no_text_is_named() -> None:
    reader = AnswerReader(AnswerSettings(rewrite="queries"))
    with pytest.raises(RetrievalError, match=r"the rewrite is \['a', 'b'\], which is not text"):
        reader.read({"matches": [], "queries": ["a", "b"]})


def test_a_function_that_does_not_fit_the_answer_is_named() -> None:
    reader = AnswerReader(AnswerSettings(text="join(' ', content)"))
    with pytest.raises(RetrievalError, match=r"retriever\.http\.answer\.text can't be applied"):
        reader.read({"matches": [{"file_path": "a", "content": 3}]})


@pytest.mark.parametrize(
    ("expressions", "message"),
    [
        pytest.param(AnswerSettings(path="a["), 'answer.path "a\\[" is no JMESPath', id="broken"),
        pytest.param(AnswerSettings(score="no such"), "answer.score", id="two-words"),
        pytest.param(AnswerSettings(hits=""), "answer.hits must not be empty", id="no-list"),
        pytest.param(AnswerSettings(path=""), "answer.path must not be empty", id="no-path"),
        pytest.param(AnswerSettings(rewrite="a["), "answer.rewrite", id="rewrite"),
    ],
)
def test_expressions_are_checked_at_once(expressions: AnswerSettings, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        AnswerReader(expressions)
