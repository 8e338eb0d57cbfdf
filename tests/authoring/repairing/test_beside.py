"""What a source has right beside the same words, and how it makes them say something else."""

import pytest

from fixturetool.authoring.repairing.beside import bound_beside


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        pytest.param("", "守灯人，添油", "", id="nothing"),
        pytest.param("众人说：“", "守灯人，添油", "。”散了", id="marks"),
        pytest.param("老蔺看见", "守灯人，添油", "三次", id="words"),
        pytest.param("他不肯去，", "守灯人，添油", "", id="a-negation-in-another-clause"),
        pytest.param("共三人，", "五人添油，", "", id="a-number-in-another-clause"),
        pytest.param("十", "人添油，", "", id="a-number-before-words"),
        pytest.param("So ", "he left; ", "then came back", id="english"),
    ],
)
def test_words_stand_by_themselves(before: str, text: str, after: str) -> None:
    assert list(bound_beside(before, text, after)) == []


@pytest.mark.parametrize(
    ("before", "text", "after", "told"),
    [
        pytest.param("说：不", "准他进，门", "", 'right before it stands "不"', id="negation"),
        pytest.param(
            "并不是", "他杀，了", "", 'right before it stands "并不是"', id="of-two-words"
        ),
        pytest.param("It is not ", "his; own", "", 'right before it stands "It is not"', id="not"),
        pytest.param("那日十", "三人，来", "", "it cuts a number of the source", id="thirteen"),
        pytest.param("那日1", "3人，来", "", "it cuts a number of the source", id="figures"),
        pytest.param("长2.", "5尺，宽", "", "it cuts a number of the source", id="decimals"),
        pytest.param("", "共，一百", "三人", "it cuts a number of the source", id="more-of-it"),
        pytest.param("", "共，5", ".5尺", "it cuts a number of the source", id="decimals-more"),
        pytest.param("the", "rapist, is", "", "it cuts a word of the source", id="word-begun"),
        pytest.param("", "he left, a", "gain", "it cuts a word of the source", id="word-ended"),
        pytest.param("", "是他，杀了人", "吗？", "it is part of a question", id="particle"),
        pytest.param("", "是他，杀了人", "？", "it is part of a question", id="question-mark"),
    ],
)
def test_words_are_bound_to_what_stands_beside_them(
    before: str, text: str, after: str, told: str
) -> None:
    assert list(bound_beside(before, text, after)) == [told]
