"""Folding is blind to what is hard to see, and finds its way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.authoring.folding import fold, fold_traced, is_invisible


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("摩拉\u200b克斯", "摩拉克斯", id="zero-width-space"),
        pytest.param("摩拉\ufeff克斯", "摩拉\u2060克斯", id="byte-order-mark-word-joiner"),
        pytest.param("soft\u00adhyphen", "softhyphen", id="soft-hyphen"),
        pytest.param("葛\U000e0101", "葛", id="variation-selector"),
        pytest.param("好,对!", "好，对！", id="half-width-punctuation"),
        pytest.param("ＡＢＣ１２", "abc12", id="full-width-latin"),
        pytest.param("ｶﾞｲﾄﾞ", "ガイド", id="half-width-kana"),
        pytest.param('"岩神"', "“岩神”", id="curly-quotes"),
        pytest.param("'岩神'", "「岩神」", id="corner-brackets"),
        pytest.param("a-b", "a—b", id="dashes"),
        pytest.param("cafe\u0301", "café", id="decomposed"),
        pytest.param("the rapist", "therapist", id="space-between-latin"),
        pytest.param("STRASSE", "straße", id="case"),
        pytest.param("神\uf92c", "神郎", id="compatibility-ideograph"),
    ],
)
def test_hidden_differences_fold_away(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("三人", "二人", id="number"),
        pytest.param("国", "國", id="traditional"),
        pytest.param("好，对", "好对", id="punctuation-left-out"),
    ],
)
def test_words_do_not_fold_away(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_a_line_break_is_white_space_and_not_invisible() -> None:
    assert not is_invisible("\n")


def test_a_folded_span_leads_back_to_the_original_characters() -> None:
    text = "话\u200b说 Ａ①②"
    folded = fold_traced(text)
    assert folded.text == "话说a12"
    start, end = folded.span(1, 3)
    assert text[start:end] == "说 Ａ"


@given(st.text())
def test_tracing_folds_as_folding_does(text: str) -> None:
    assert fold_traced(text).text == fold(text)


@given(st.text())
def test_every_folded_character_has_an_origin(text: str) -> None:
    folded = fold_traced(text)
    assert len(folded.origins) == len(folded.text)
    assert list(folded.origins) == sorted(folded.origins)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
