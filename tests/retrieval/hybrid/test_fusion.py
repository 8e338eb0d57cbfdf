"""Reciprocal rank fusion, as its authors define it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.retrieval.hybrid.fusion import Fused, fuse

ORDINALS = st.lists(st.integers(0, 20), unique=True, max_size=15)


def test_a_score_is_the_sum_of_one_over_sixty_and_the_rank() -> None:
    assert list(fuse({"bm25": [7, 3], "vector": [3, 9]})) == [
        Fused(1 / 62 + 1 / 61, 3, "bm25+vector", "vector"),
        Fused(1 / 61, 7, "bm25", "bm25"),
        Fused(1 / 62, 9, "vector", "vector"),
    ]


def test_equal_scores_are_in_the_order_of_the_chunks() -> None:
    fused = list(fuse({"bm25": [5, 2], "vector": [2, 5]}))
    assert [one.ordinal for one in fused] == [2, 5]
    assert fused[0].score == fused[1].score


@pytest.mark.parametrize(
    ("legs", "expected"),
    [
        pytest.param({"bm25": [4, 1], "vector": []}, [4, 1], id="one-leg-finds-nothing"),
        pytest.param({"vector": [4, 1]}, [4, 1], id="one-leg"),
        pytest.param({"bm25": [], "vector": []}, [], id="nothing"),
        pytest.param({}, [], id="no-leg"),
    ],
)
def test_a_leg_alone_keeps_its_order(legs: dict[str, list[int]], expected: list[int]) -> None:
    assert [one.ordinal for one in fuse(legs)] == expected


@given(ORDINALS, ORDINALS)
def test_every_chunk_of_a_leg_is_there_once(words: list[int], vectors: list[int]) -> None:
    fused = list(fuse({"bm25": words, "vector": vectors}))
    assert sorted(one.ordinal for one in fused) == sorted({*words, *vectors})
    for one in fused:
        found = [
            leg for leg, ranked in (("bm25", words), ("vector", vectors)) if one.ordinal in ranked
        ]
        assert one.leg == "+".join(found)


@given(ORDINALS, ORDINALS)
def test_the_order_of_the_legs_changes_no_rank(words: list[int], vectors: list[int]) -> None:
    there = [one.ordinal for one in fuse({"bm25": words, "vector": vectors})]
    back = [one.ordinal for one in fuse({"vector": vectors, "bm25": words})]
    assert there == back
