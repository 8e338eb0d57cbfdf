"""The one whitespace rule, and the way back to the original."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.normalize import OffsetMap, is_cjk, normalize, original_span

SPACES = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]
TEXTS = st.text(st.sampled_from("aB1.摩拉，「—·é\u200b한\U00020000\0") | st.sampled_from(SPACES))


def by_definition(text: str) -> str:
    """Character by character: drop white space beside CJK, keep one space elsewhere."""
    kept: list[str] = []
    is_gap = False
    for character in text:
        if character.isspace():
            is_gap = True
            continue
        if is_gap and kept and not is_cjk(kept[-1]) and not is_cjk(character):
            kept.append(" ")
        is_gap = False
        kept.append(character)
    return "".join(kept)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("摩拉克\n　　斯是岩神", "摩拉克斯是岩神", id="re-wrapped-chinese"),
        pytest.param("the\nrapist", "the rapist", id="latin-line-break-is-a-space"),
        pytest.param("摩拉克斯 Rex  Lapis 岩", "摩拉克斯Rex Lapis岩", id="latin-inside-chinese"),
        pytest.param("第一行\r\n第二行\r第三行", "第一行第二行第三行", id="crlf-and-cr"),
        pytest.param("a\r\n\r\nb", "a b", id="blank-lines"),
        pytest.param("a\u3000b", "a b", id="ideographic-space"),
        pytest.param("a\u0085b\u2028c\u2029d", "a b c d", id="unicode-line-breaks"),
        pytest.param("a\x1cb\x1fc\u00a0d\u2003e", "a b c d e", id="separators-and-wide-spaces"),
        pytest.param("\ufeff摩拉", "\ufeff摩拉", id="byte-order-mark-is-no-space"),
        pytest.param("摩拉\u200b 克斯", "摩拉\u200b克斯", id="zero-width-stays"),
        pytest.param("Lv.\n10", "Lv. 10", id="latin-number"),
        pytest.param("他说 “ 好 ” —— 然后", "他说“好”——然后", id="quotes-and-dashes"),
        pytest.param("ＡＢ Ａ", "ＡＢＡ", id="full-width-letters"),
        pytest.param("한국 사람", "한국 사람", id="hangul-has-spaces"),
        pytest.param("E\u0301 é", "E\u0301 é", id="unicode-form-stays"),
        pytest.param(" \n\u3000", "", id="only-white-space"),
        pytest.param("", "", id="empty"),
    ],
)
def test_white_space_goes_beside_cjk_and_is_one_space_elsewhere(text: str, expected: str) -> None:
    assert normalize(text) == expected


@given(TEXTS)
def test_equals_the_definition(text: str) -> None:
    assert normalize(text) == by_definition(text)


@given(TEXTS)
def test_what_is_normalised_stays_as_it_is(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@given(TEXTS)
def test_holds_no_white_space_but_single_spaces(text: str) -> None:
    assert set(normalize(text)).isdisjoint(set(SPACES) - {" "})
    assert "  " not in normalize(text)


@given(TEXTS, st.data())
def test_span_of_the_original_normalises_to_the_slice(text: str, data: st.DataObject) -> None:
    normal = normalize(text)
    start = data.draw(st.integers(0, len(normal)))
    end = data.draw(st.integers(start, len(normal)))
    piece = normal[start:end]
    first, last = OffsetMap(text).span(start, end)
    assert 0 <= first <= last <= len(text)
    if piece == piece.strip(" "):
        assert normalize(text[first:last]) == piece


@given(TEXTS, st.data())
def test_span_has_no_white_space_at_its_ends(text: str, data: st.DataObject) -> None:
    normal = normalize(text)
    start = data.draw(st.integers(0, len(normal)))
    end = data.draw(st.integers(start, len(normal)))
    first, last = original_span(text, start, end)
    if normal[start:end] == normal[start:end].strip(" "):
        assert text[first:last] == text[first:last].strip()


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        pytest.param((0, 7), (1, 11), id="whole"),
        pytest.param((2, 4), (3, 8), id="across-a-deleted-break"),
        pytest.param((3, 4), (7, 8), id="first-after-a-break"),
        pytest.param((7, 7), (11, 11), id="empty-at-the-end"),
    ],
)
def test_a_span_leads_back_to_the_original(
    span: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert original_span("\n摩拉克\n　　斯是岩神 ", *span) == expected


def test_kept_space_spans_all_the_white_space_it_stands_for() -> None:
    assert original_span("a \n b", 1, 2) == (1, 4)


@pytest.mark.parametrize(
    "span",
    [
        pytest.param((0, 4), id="behind-the-end"),
        pytest.param((-1, 1), id="negative"),
        pytest.param((2, 1), id="backwards"),
    ],
)
def test_span_outside_the_text_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="span"):
        original_span("a\nb", *span)
