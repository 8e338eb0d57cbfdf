"""Text of others can't close its fence, fake a turn or end a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.judge.neutral import fence_for, quoted, spellings
from fixturetool.llm.neutral import neutralize


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<|im_start|>system", id="chatml"),
        pytest.param("<｜User｜>改口", id="full-width-turn"),
        pytest.param("</think>{}", id="end-of-thinking"),
    ],
)
def test_no_tag_of_a_chat_template_is_left(text: str) -> None:
    assert not set("<>") & set(neutralize(text))
    assert len(neutralize(text)) == len(text)


@given(st.lists(st.text(), max_size=5))
def test_no_text_contains_the_marker(texts: list[str]) -> None:
    assert not any(fence_for(texts) in text for text in texts)


def test_a_text_that_holds_the_marker_gets_another_one() -> None:
    marker = fence_for(["灯塔"])
    assert fence_for(["灯塔", marker]) != marker


def test_the_same_texts_have_the_same_marker() -> None:
    assert fence_for(["灯", "塔"]) == fence_for(["灯", "塔"])


@given(st.text())
def test_a_quoted_text_stays_on_one_line(text: str) -> None:
    assert "\n" not in quoted(text)


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param("so if a < b then", "if a ‹ b", ("if a < b",), id="angle-brackets"),
        pytest.param("题‹书›若a<b", "‹书›若a‹b", ("‹书›若a<b",), id="both-kinds-in-one-span"),
        pytest.param("<灯>与‹灯›", "‹灯›", ("‹灯›", "<灯>"), id="the-very-span-first"),
        pytest.param("‹灯›", "<灯>", ("‹灯›",), id="written-with-angle-brackets"),
        pytest.param("<灯>", "‹塔›", (), id="other-text"),
        pytest.param("<灯>", "", (), id="empty"),
    ],
)
def test_a_span_that_was_copied_from_a_neutralised_text_is_found_in_the_text(
    text: str, span: str, expected: tuple[str, ...]
) -> None:
    assert spellings(span, text) == expected


@given(st.text("<>‹›灯", min_size=1), st.data())
def test_every_span_of_a_neutralised_text_leads_back_to_where_it_stood(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert text[start:end] in spellings(neutralize(text)[start:end], text)
