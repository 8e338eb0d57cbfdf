"""Vectors on disk: what was paid for stays, what is damaged is left out."""

import json
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixturetool.errors import StateError
from fixturetool.retrieval.hybrid.store import Stored, VectorStore, digest_of_chunk

A, B, C = (digest_of_chunk(text) for text in "甲乙丙")


def vector(*values: float) -> "array[float]":
    return array("f", values)


def store(folder: Path, identity: str = "a-model") -> VectorStore:
    return VectorStore(folder, identity)


def there(stored: Stored | None) -> dict[bytes, list[float]]:
    if stored is None:
        return {}
    return {name: stored.matrix[row].tolist() for name, row in stored.rows.items()}


def file_of(folder: Path) -> Path:
    (file,) = folder.glob("*.vectors")
    return file


def head_of(identity: str, dimensions: int) -> bytes:
    """Spell a head as a store does."""
    table = {"version": 1, "identity": identity, "dimensions": dimensions}
    line = json.dumps(table).encode()
    return line + b" " * (-(len(line) + 1) % 64) + b"\n"


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    kept = store(tmp_path)
    kept.append([A, B], [vector(1, 0), vector(0, 2)])
    kept.append([C], [vector(3, 4)])
    return tmp_path


def test_nothing_is_there_before_it_is_kept(tmp_path: Path) -> None:
    assert store(tmp_path).load() is None
    assert list(tmp_path.iterdir()) == []


def test_what_was_kept_is_there_with_length_one(filled: Path) -> None:
    kept = there(store(filled).load())
    assert kept == {A: [1, 0], B: [0, 1], C: pytest.approx([0.6, 0.8])}


def test_a_vector_of_zeros_stays_one(tmp_path: Path) -> None:
    store(tmp_path).append([A], [vector(0, 0)])
    assert there(store(tmp_path).load()) == {A: [0, 0]}


def test_models_are_apart(filled: Path) -> None:
    other = store(filled, "another-model")
    other.append([A], [vector(0, 0, 5)])
    assert there(other.load()) == {A: [0, 0, 1]}
    assert len(there(store(filled).load())) == 3


def test_vectors_of_another_length_are_refused(filled: Path) -> None:
    with pytest.raises(StateError, match="3 dimensions, and of 2 before") as caught:
        store(filled).append([digest_of_chunk("丁")], [vector(1, 0, 0)])
    assert "index clear" in caught.value.hint
    assert len(there(store(filled).load())) == 3


@settings(max_examples=40)
@given(cut=st.integers(0, 400))
def test_a_file_that_was_cut_off_keeps_the_rows_before(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    names = [digest_of_chunk(str(number)) for number in range(8)]
    store(folder).append(names, [vector(1, number) for number in range(8)])
    file = file_of(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[: max(len(whole) - cut, 0)])
    left = list(there(store(folder).load()))
    assert left == names[: len(left)]
    assert len(left) >= 8 - (cut + 27) // 28
    store(folder).append([A], [vector(1, 0)])
    assert list(there(store(folder).load())) == [*left, A]


def test_a_row_that_is_not_what_was_written_is_left_out(filled: Path) -> None:
    file = file_of(filled)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    assert list(there(store(filled).load())) == [A, B]


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"{", id="torn"),
        pytest.param(b"[" * 60_000, id="very-deep"),
        pytest.param(head_of("a-model", 10**12), id="longer-than-any-vector"),
        pytest.param(head_of("another-model", 2), id="of-another-model"),
    ],
)
def test_a_head_that_is_not_what_was_written_counts_as_nothing(filled: Path, head: bytes) -> None:
    file = file_of(filled)
    file.write_bytes(head + file.read_bytes())
    assert store(filled).load() is None
    store(filled).append([A], [vector(1, 0)])
    assert list(there(store(filled).load())) == [A]


def test_what_no_chunk_has_is_kept_until_it_is_most(filled: Path) -> None:
    kept = store(filled)
    stored = kept.load()
    assert stored is not None
    assert list(kept.settle({A, B}, stored).rows) == [A, B, C]
    assert list(kept.settle({B}, stored).rows) == [B]
    assert there(store(filled).load()) == {B: [0, 1]}


def test_a_damaged_row_is_dropped_for_good(filled: Path) -> None:
    file = file_of(filled)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    kept = store(filled)
    stored = kept.load()
    assert stored is not None
    kept.settle({A, B, C}, stored)
    assert file.stat().st_size == len(data) - 28
    assert list(there(store(filled).load())) == [A, B]


def test_the_matrix_is_mapped_and_no_copy(filled: Path) -> None:
    stored = store(filled).load()
    assert stored is not None
    assert isinstance(stored.matrix, np.memmap)
    assert stored.dimensions == 2


def test_a_reader_is_not_disturbed_by_what_is_written_meanwhile(filled: Path) -> None:
    kept = store(filled)
    stored = kept.load()
    assert stored is not None
    before = there(stored)
    kept.append([digest_of_chunk("丁")], [vector(1, 1)])
    kept.settle({C}, kept.load() or stored)
    assert there(stored) == before


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StateError, match="can't be written"):
        store(tmp_path / "file").append([A], [vector(1)])
