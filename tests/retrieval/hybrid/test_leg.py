"""The search for the nearest vectors is exact, whatever order they are kept in."""

from array import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fixturetool.retrieval.hybrid.leg import VectorLeg


def leg(*vectors: list[float], rows: list[int] | None = None) -> VectorLeg:
    matrix = np.array(vectors, dtype=np.float32)
    return VectorLeg(matrix, np.array(rows or range(len(vectors)), dtype=np.int64))


def query(*values: float) -> "array[float]":
    return array("f", values)


def unit(seed: int, count: int, dimensions: int) -> NDArray[np.float32]:
    matrix = np.random.default_rng(seed).normal(size=(count, dimensions))
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.asarray(matrix / lengths, dtype=np.float32)


def test_the_nearest_come_first_with_their_cosines() -> None:
    ranked = leg([1.0, 0.0], [0.0, 1.0], [0.6, 0.8]).rank(query(0.0, 2.0), 3)
    assert ranked == [(1.0, 1), (0.8, 2), (0.0, 0)]


def test_chunks_of_one_text_share_a_row_and_come_in_their_order() -> None:
    ranked = leg([1.0, 0.0], [0.6, 0.8], rows=[1, 0, 1, 0]).rank(query(1.0, 0.0), 3)
    assert ranked == [(1.0, 1), (1.0, 3), (0.6, 0)]


def test_a_chunk_without_a_vector_is_never_found() -> None:
    ranked = leg([1.0, 0.0], [0.6, 0.8], rows=[-1, 1, -1, 0]).rank(query(1.0, 0.0), 9)
    assert ranked == [(1.0, 3), (0.6, 1)]
    assert leg([1.0], rows=[-1]).rank(query(1.0), 9) == []


@pytest.mark.parametrize(
    ("limit", "count"), [pytest.param(1, 1, id="1"), pytest.param(9, 3, id="more-than-there-are")]
)
def test_no_more_come_than_are_wanted_or_there(limit: int, count: int) -> None:
    assert len(leg([1.0], [1.0], [1.0]).rank(query(1.0), limit)) == count


def test_a_query_without_direction_is_near_nothing() -> None:
    assert leg([1.0, 0.0]).rank(query(0.0, 0.0), 3) == []


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 10))
def test_finds_what_a_sort_of_all_finds(seed: int, count: int, limit: int) -> None:
    matrix = unit(seed, count, 16)
    wanted = unit(seed + 1, 1, 16)[0]
    exact = (matrix.astype(np.float64) @ wanted.astype(np.float64)).round(5)
    best = sorted(exact.tolist(), reverse=True)[:limit]
    ranked = VectorLeg(matrix, np.arange(count)).rank(array("f", wanted.tolist()), limit)
    assert [score for score, _ in ranked] == pytest.approx(best, abs=2e-5)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 10), st.randoms())
def test_the_order_in_which_vectors_are_kept_changes_nothing(
    seed: int, count: int, limit: int, chance: object
) -> None:
    matrix = unit(seed, count, 24)
    wanted = array("f", unit(seed + 1, 1, 24)[0].tolist())
    shuffled = list(range(count))
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    rows = np.argsort(np.array(shuffled))
    plain = VectorLeg(matrix, np.arange(count)).rank(wanted, limit)
    assert VectorLeg(matrix[shuffled], rows).rank(wanted, limit) == plain
