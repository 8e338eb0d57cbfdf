"""Texts that don't fit one window: several that overlap and cover everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.judge.claims import Document
from fixturetool.judge.windows import OVERLAP, pack
from fixturetool.llm.usage import estimate_tokens


def document(text: str, path: str = "book/1.txt", rank: int = 1) -> Document:
    return Document(path, official=True, rank=rank, text=text)


def test_what_fits_is_one_window_with_whole_texts() -> None:
    [window] = pack([document("灯塔"), document("海")], 10_000)
    assert [(part.source, part.text, part.count) for part in window] == [
        ("S1", "灯塔", 1),
        ("S2", "海", 1),
    ]


def test_texts_that_fit_alone_but_not_together_are_put_apart() -> None:
    windows = pack([document("灯" * 2000), document("塔" * 2000)], 3000)
    assert [[part.text[0] for part in window] for window in windows] == [["灯"], ["塔"]]


def test_a_text_without_end_is_cut_and_every_slice_is_numbered() -> None:
    windows = pack([document("".join(map(chr, range(0x4E00, 0x4E00 + 5000))))], 2000)
    parts = [part for window in windows for part in window]
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert {part.count for part in parts} == {len(parts)}


@given(
    st.lists(st.integers(0, 9000), min_size=1, max_size=4),
    st.integers(1500, 9000),
    st.sampled_from(["灯", "a"]),
)
def test_every_span_up_to_the_overlap_stands_whole_in_one_window(
    lengths: list[int], room: int, letter: str
) -> None:
    documents = [
        document("".join(chr(ord(letter) + at % 20) for at in range(length)), f"{number}")
        for number, length in enumerate(lengths)
    ]
    parts = [part for window in pack(documents, room) for part in window]
    for one in documents:
        slices = [part.text for part in parts if part.path == one.path]
        joined = slices[0]
        for text in slices[1:]:
            assert joined[-OVERLAP:] == text[:OVERLAP]
            joined += text[OVERLAP:]
        assert joined == one.text


@given(st.lists(st.integers(1, 9000), min_size=1, max_size=4), st.integers(2000, 9000))
def test_no_window_takes_more_than_its_room(lengths: list[int], room: int) -> None:
    documents = [document("灯" * length, f"{number}") for number, length in enumerate(lengths)]
    for window in pack(documents, room):
        assert sum(estimate_tokens(part.text) for part in window) <= room


@pytest.mark.parametrize(
    "room", [pytest.param(0, id="none"), pytest.param(-5, id="less-than-none")]
)
def test_without_room_windows_are_as_small_as_they_can_be(room: int) -> None:
    windows = pack([document("灯" * 3000)], room)
    assert {len(part.text) for window in windows[:-1] for part in window} == {3 * OVERLAP}
