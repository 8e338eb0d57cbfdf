"""Replies of models: exact names, no positions, and only JSON true accepts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.judge.parse import (
    CONTRADICTORY,
    Proposal,
    Verdict,
    parse_opinion,
    parse_proposals,
)

ASKED = ["a", "b", "c"]


def spans(*entries: object) -> dict[str, object]:
    return {"spans": list(entries)}


def span(facet: object, text: object, why: object = "") -> dict[str, object]:
    return {"facet": facet, "span": text, "why": why}


def verdict(facet: object, attested: object, reason: str = "") -> dict[str, object]:
    return {"facet": facet, "attested": attested, "reason": reason}


def verdicts(*entries: object) -> dict[str, object]:
    return {"verdicts": list(entries)}


def test_a_span_is_taken_with_its_reason_on_one_line() -> None:
    found = parse_proposals(spans(span("a", "烧过鱼油", "写明\n了")), ASKED)
    assert found == {"a": Proposal("烧过鱼油", "写明 了")}


def test_null_means_that_nothing_was_found() -> None:
    assert parse_proposals(spans(span("a", None)), ASKED) == {"a": Proposal(None, "")}


def test_facets_are_told_by_name_and_never_by_position() -> None:
    found = parse_proposals(spans(span("c", "三"), span("a", "一")), ASKED)
    assert found == {"a": Proposal("一", ""), "c": Proposal("三", "")}


@pytest.mark.parametrize(
    "facet",
    [
        pytest.param("A", id="other-case"),
        pytest.param(" a", id="space"),
        pytest.param("d", id="never-asked"),
        pytest.param(0, id="position"),
        pytest.param(None, id="null"),
        pytest.param(["a"], id="list"),
    ],
)
def test_a_name_that_was_not_asked_for_counts_for_nothing(facet: object) -> None:
    assert parse_proposals(spans(span(facet, "烧过鱼油")), ASKED) == {}
    assert parse_opinion(verdicts(verdict(facet, True)), "a").verdict is Verdict.UNSCORED


def test_the_same_answer_twice_is_one() -> None:
    twice = spans(span("a", "烧过鱼油"), span("a", "烧过鱼油"))
    assert parse_proposals(twice, ASKED) == {"a": Proposal("烧过鱼油", "")}


def test_two_answers_about_one_facet_support_nothing() -> None:
    both = spans(span("a", "烧过鱼油"), span("a", None))
    assert parse_proposals(both, ASKED) == {"a": CONTRADICTORY}


@pytest.mark.parametrize(
    "text",
    [pytest.param(7, id="number"), pytest.param(["灯"], id="list"), pytest.param({}, id="object")],
)
def test_a_span_that_is_no_text_leaves_the_facet_unscored(text: object) -> None:
    assert parse_proposals(spans(span("a", text)), ASKED) == {}


def test_a_missing_span_leaves_the_facet_unscored() -> None:
    assert parse_proposals(spans({"facet": "a"}), ASKED) == {}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({}, id="empty"),
        pytest.param({"spans": "a"}, id="text"),
        pytest.param({"spans": None}, id="null"),
        pytest.param({"spans": ["a", 1, None]}, id="no-objects"),
    ],
)
def test_a_reply_of_another_shape_scores_nothing(value: dict[str, object]) -> None:
    assert parse_proposals(value, ASKED) == {}


def test_only_json_true_accepts() -> None:
    assert parse_opinion(verdicts(verdict("a", True)), "a").verdict is Verdict.ATTESTED


def test_a_single_answer_needs_no_list_around_it() -> None:
    assert parse_opinion(verdict("a", True), "a").verdict is Verdict.ATTESTED


@pytest.mark.parametrize(
    "attested",
    [
        pytest.param("true", id="word"),
        pytest.param("不支持", id="chinese-no"),
        pytest.param("支持", id="chinese-yes"),
        pytest.param(0, id="zero"),
        pytest.param(1, id="one"),
        pytest.param(None, id="null"),
        pytest.param([True], id="list"),
        pytest.param({}, id="object"),
    ],
)
def test_what_looks_like_true_accepts_nothing(attested: object) -> None:
    assert parse_opinion(verdicts(verdict("a", attested)), "a").verdict is Verdict.UNSCORED


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({}, id="empty"),
        pytest.param({"attested": True}, id="no-facet"),
        pytest.param({"verdicts": {"a": True}}, id="map"),
        pytest.param({"verdicts": [True]}, id="bare-true"),
        pytest.param({"verdicts": [], "facet": "a", "attested": True}, id="beside-the-list"),
    ],
)
def test_true_without_its_facet_accepts_nothing(value: dict[str, object]) -> None:
    assert parse_opinion(value, "a").verdict is Verdict.UNSCORED


@pytest.mark.parametrize(
    "values",
    [
        pytest.param((True, False), id="true-then-false"),
        pytest.param((False, True), id="false-then-true"),
        pytest.param((True, "true"), id="true-then-word"),
    ],
)
def test_opposite_verdicts_are_no_support(values: tuple[object, object]) -> None:
    reply = verdicts(*(verdict("a", value) for value in values))
    assert parse_opinion(reply, "a").verdict is Verdict.NOT_ATTESTED


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["facet", "attested", "verdicts", "spans", "span"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["spans", "verdicts", "facet", "attested"]), _JSON))
def test_no_reply_breaks_the_parser(value: dict[str, object]) -> None:
    assert set(parse_proposals(value, ASKED)) <= set(ASKED)
    assert parse_opinion(value, "a").verdict in set(Verdict)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("灯" * 500, "灯" * 500, id="500"),
        pytest.param("灯" * 501, "灯" * 499 + "…", id="501"),
    ],
)
def test_of_a_reason_500_characters_are_kept(said: str, kept: str) -> None:
    find = {"spans": [{"facet": "oil", "span": None, "why": said}]}
    assert parse_proposals(find, ["oil"])["oil"].why == kept
    verify = {"verdicts": [{"facet": "oil", "attested": False, "reason": said}]}
    assert parse_opinion(verify, "oil").reason == kept
