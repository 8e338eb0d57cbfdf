"""Slices made longer and shorter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.tui.slices import Edge, Slice, by_character, by_clause, slice_at

TEXT = "灯塔烧过鱼油，守灯人每夜添油。“我闻得出来。”船夫说。"


def cut(text: str, passage: str) -> Slice:
    found = slice_at(text, passage, 0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("passage", "edge", "step", "after"),
    [
        pytest.param("烧过鱼油", "start", -1, "灯塔烧过鱼油", id="grown to the left"),
        pytest.param("灯塔烧过鱼油", "end", 1, "灯塔烧过鱼油，守灯人每夜添油", id="to the right"),
        pytest.param("鱼油，守灯人每夜添油", "start", 1, "守灯人每夜添油", id="shrunk at the left"),
        pytest.param("灯塔烧过鱼油，守灯人", "end", -1, "灯塔烧过鱼油", id="shrunk at the right"),
        pytest.param(
            "灯塔烧过鱼油", "start", -1, "灯塔烧过鱼油", id="at the beginning of the text"
        ),
        pytest.param("灯塔", "end", -1, "灯塔", id="nothing would be left"),
    ],
)
def test_an_edge_moves_to_the_next_end_of_a_clause(
    passage: str, edge: Edge, step: int, after: str
) -> None:
    assert by_clause(cut(TEXT, passage), edge, step).passage == after


@pytest.mark.parametrize(
    ("text", "passage", "edge", "step", "after"),
    [
        pytest.param(TEXT, "烧过", "end", 1, "烧过鱼", id="right"),
        pytest.param(TEXT, "烧过", "start", -1, "塔烧过", id="left"),
        pytest.param(TEXT, "烧", "end", -1, "烧", id="nothing would be left"),
        pytest.param("a👩‍👩‍👧b", "a", "end", 1, "a👩‍👩‍👧", id="a whole family"),
        pytest.param("e\u0301t", "e\u0301t", "start", 1, "t", id="a letter with its accent"),
        pytest.param("ab", "ab", "end", 1, "ab", id="at the end of the text"),
    ],
)
def test_an_edge_moves_by_a_whole_character(
    text: str, passage: str, edge: Edge, step: int, after: str
) -> None:
    assert by_character(cut(text, passage), edge, step).passage == after


def test_of_several_places_the_nearest_is_meant() -> None:
    found = slice_at("灯油灯油灯油", "灯油", 3)
    assert found is not None
    assert found.start in {2, 4}
    assert slice_at("灯油", "鱼油", 0) is None


@given(
    text=st.text(st.sampled_from("灯油，。“” a.b"), min_size=1, max_size=30),
    moves=st.lists(
        st.tuples(st.booleans(), st.sampled_from(["start", "end"]), st.sampled_from([-1, 1])),
        max_size=12,
    ),
)
def test_whatever_is_moved_the_slice_stands_in_its_text(
    text: str, moves: list[tuple[bool, Edge, int]]
) -> None:
    text = text.strip() or "灯"
    one = Slice(text, 0, len(text))
    for is_clause, edge, step in moves:
        one = (by_clause if is_clause else by_character)(one, edge, step)
        assert one.passage
        assert one.passage in text
        assert 0 <= one.start < one.end <= len(text)
