"""Chunks end where a reader would pause, and know where they are."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.retrieval.indexing.chunks import Chunk, cut_chunks


def texts_of(text: str, size: int) -> list[str]:
    return [text[chunk.start : chunk.end] for chunk in cut_chunks(text, size)]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \n\u3000\n", [], id="white-space"),
        pytest.param("短文。", ["短文。"], id="shorter-than-a-chunk"),
        pytest.param(
            "一二三四五六七。甲乙丙丁戊己庚。",
            ["一二三四五六七。", "甲乙丙丁戊己庚。"],
            id="sentence",
        ),
        pytest.param(
            "他说：“走。”一二三四五六七八",
            ["他说：“走。”", "一二三四五六七八"],
            id="after-the-quote",
        ),
        pytest.param("It ended. Then it began.", ["It ended.", "Then it", "began."], id="latin"),
        pytest.param(
            "一二三四五，六七八九十一二三", ["一二三四五，", "六七八九十一二三"], id="comma"
        ),
        pytest.param("one two three four", ["one two", "three four"], id="space"),
        pytest.param(
            "一二三四五六七八九十一二三四", ["一二三四五六七八九十", "一二三四"], id="hard"
        ),
    ],
)
def test_text_is_cut_at(text: str, chunks: list[str]) -> None:
    assert texts_of(text, 10) == chunks


def test_a_paragraph_end_is_better_than_a_later_sentence_end() -> None:
    assert texts_of("一二三四五。\n甲乙。丙丁戊己庚辛。", 10)[0] == "一二三四五。"


def test_a_line_break_in_mid_sentence_is_no_place_where_a_sentence_ends_before() -> None:
    text = "一二三四五。摩拉\n　　克斯是岩神，也是最早的魔神"
    assert texts_of(text, 12)[0] == "一二三四五。"


@pytest.mark.parametrize(
    "cluster",
    [
        pytest.param("e\u0301", id="combining-accent"),
        pytest.param("葛\U000e0100", id="variation-selector"),
        pytest.param("👩\u200d🚀", id="joined-emoji"),
        pytest.param("👍\U0001f3fd", id="skin-tone"),
        pytest.param("か\u3099", id="voicing-mark"),
    ],
)
@pytest.mark.parametrize("before", [7, 8, 9, 10])
def test_a_hard_cut_keeps_a_character_with_its_marks(cluster: str, before: int) -> None:
    text = "x" * before + cluster + "y" * 20
    assert any(cluster in chunk for chunk in texts_of(text, 10))


def test_a_base_with_endless_marks_stays_whole() -> None:
    text = "a" + "\u0301" * 50
    assert texts_of(text, 10) == [text]


def test_a_chunk_knows_its_lines() -> None:
    chunks = cut_chunks("第一行，\n一二三四五六。\n\n甲乙丙丁戊己庚辛。", 14)
    assert chunks == [Chunk(0, 12, 1, 2), Chunk(14, 23, 4, 4)]


def test_windows_line_ends_count_once() -> None:
    assert cut_chunks("一\r\n二\r\n三", 10) == [Chunk(0, 7, 1, 3)]


PIECES = st.sampled_from(
    ["一", "二三", "。", "，", "”", "\n", "\r\n", " ", "\u3000", "ab", ". ", "\u0301"]
)
TEXTS = st.lists(PIECES, max_size=120).map("".join)
SIZES = st.integers(min_value=4, max_value=40)


@given(TEXTS, SIZES)
def test_chunks_leave_out_nothing_but_white_space(text: str, size: int) -> None:
    chunks = cut_chunks(text, size)
    bounds = [0, *(bound for chunk in chunks for bound in (chunk.start, chunk.end)), len(text)]
    gaps = [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    assert not "".join(gaps).strip()


@given(TEXTS, SIZES)
def test_chunks_are_in_order_without_white_space_at_their_ends(text: str, size: int) -> None:
    chunks = cut_chunks(text, size)
    assert all(one.end <= other.start for one, other in pairwise(chunks))
    assert all(piece and piece == piece.strip() for piece in texts_of(text, size))


@given(TEXTS, SIZES)
def test_lines_are_counted_as_an_editor_does(text: str, size: int) -> None:
    for chunk in cut_chunks(text, size):
        assert chunk.first_line == text.count("\n", 0, chunk.start) + 1
        assert chunk.last_line == text.count("\n", 0, chunk.end) + 1


@given(TEXTS, SIZES)
def test_no_chunk_begins_with_a_mark(text: str, size: int) -> None:
    chunks = cut_chunks(text, size)
    inner = [text[chunk.start] for chunk in chunks if text[: chunk.start].strip()]
    attached = [unicodedata.category(first)[0] == "M" for first in inner]
    spaced = [text[chunk.start - 1].isspace() for chunk in chunks if text[: chunk.start].strip()]
    assert all(space or not mark for mark, space in zip(attached, spaced, strict=True))


@given(st.text(alphabet="一二。，\n ", max_size=200), SIZES)
def test_chunks_are_no_longer_than_asked_by_more_than_a_quarter(text: str, size: int) -> None:
    assert all(len(piece) <= size + size // 4 for piece in texts_of(text, size))


def test_long_text_without_any_pause_is_cut_in_linear_time() -> None:
    assert [len(piece) for piece in texts_of("一" * 1_000_000, 1000)] == [1000] * 1000
