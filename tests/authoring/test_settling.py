"""Decisions on misses: written at once, taken back byte for byte."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from fixturetool.authoring.anchoring import NotThereError
from fixturetool.authoring.decisions import Settled
from fixturetool.authoring.missed.settling import Settler, passage_of
from fixturetool.authoring.misses import Miss, Verdict
from fixturetool.errors import ConflictError, SelectionError
from fixturetool.fixtures.load import load_file
from tests.authoring.missed_place import ANCHOR, QUESTION, ground_at, run_of

MISS = Miss(QUESTION, "reed_oil", "d", (ANCHOR,), Verdict.FALSE, (), (), (), is_marked=False)


@pytest.fixture(name="file")
def fixture_file(tmp_path: Path) -> Path:
    passages = [
        {"passage": ANCHOR, "label": "灯志", "official": True, "covers": ["reed_oil"]},
        {"passage": "守灯人每夜添油三次", "label": "灯志", "official": True, "covers": ["wax"]},
    ]
    fixture = {
        "query": QUESTION.query,
        "language": "CHS",
        "rationale": "r",
        "expected_coverage": {"reed_oil": "d", "wax": ""},
        "relevant_passages": passages,
    }
    content = {"category": "lamp", "description": "d", "fixtures": [fixture]}
    file = tmp_path / "lamp.json"
    file.write_text(json.dumps(content, ensure_ascii=False, indent=5) + "\r\n", "utf-8", newline="")
    return file


@pytest.fixture(name="settler")
def settler_of_the_file(file: Path) -> Settler:
    loaded = load_file(file).category
    assert loaded is not None
    return Settler([loaded], run_of())


def test_an_accepted_slice_is_an_anchor_with_the_kind_of_its_source(
    tmp_path: Path, file: Path, settler: Settler
) -> None:
    text = "学徒用苇子籽榨油点灯"
    passage = passage_of(ground_at(tmp_path), MISS, "book/2_食单.txt", text, "食单")
    settler.accept(MISS, passage)
    last = json.loads(file.read_bytes())["fixtures"][0]["relevant_passages"][-1]
    assert last == {"passage": text, "label": "食单", "official": True, "covers": ["reed_oil"]}


def test_a_slice_that_is_an_anchor_of_another_facet_covers_both(
    tmp_path: Path, file: Path, settler: Settler
) -> None:
    passage = passage_of(ground_at(tmp_path), MISS, "book/1_灯志.txt", "守灯人每夜添油三次")
    settler.accept(MISS, passage)
    passages = json.loads(file.read_bytes())["fixtures"][0]["relevant_passages"]
    assert [one["covers"] for one in passages] == [["reed_oil"], ["wax", "reed_oil"]]


def test_a_true_miss_is_one_line_of_the_notes(file: Path, settler: Settler) -> None:
    settler.mark(MISS)
    notes = json.loads(file.read_bytes())["fixtures"][0]["notes"]
    assert notes == "true miss: reed_oil (bm25, run R-001)"


def test_every_decision_is_taken_back_byte_for_byte_the_last_one_first(
    tmp_path: Path, file: Path, settler: Settler
) -> None:
    before = file.read_bytes()
    passage = passage_of(ground_at(tmp_path), MISS, "book/2_食单.txt", "学徒用苇子籽榨油点灯")
    settler.accept(MISS, passage)
    between = file.read_bytes()
    settler.mark(MISS)
    undone = settler.undo()
    assert undone is not None
    assert undone.told.startswith("noted: true miss")
    assert file.read_bytes() == between
    settler.undo()
    assert file.read_bytes() == before
    assert settler.undo() is None


def test_what_somebody_else_changed_since_is_not_taken_back(file: Path, settler: Settler) -> None:
    settler.mark(MISS)
    edited = file.read_bytes().replace(b'"rationale": "r"', b'"rationale": "s"')
    file.write_bytes(edited)
    with pytest.raises(ConflictError):
        settler.undo()
    assert file.read_bytes() == edited
    assert len(settler.done) == 1


SLICES = ("学徒用苇子籽榨油点灯", "苇子籽榨油", "用苇子籽榨油点灯", "学徒用苇子籽")


def test_writers_at_once_tell_what_the_file_has_right_after_each(
    tmp_path: Path, file: Path
) -> None:
    loaded = load_file(file).category
    assert loaded is not None
    ground = ground_at(tmp_path)
    at_once = Barrier(len(SLICES))

    def settle(text: str) -> Settled:
        passage = passage_of(ground, MISS, "book/2_食单.txt", text)
        at_once.wait()
        return Settler([loaded], run_of()).accept(MISS, passage)

    with ThreadPoolExecutor(len(SLICES)) as pool:
        settled = list(pool.map(settle, SLICES))
    told = sorted(one.told.partition(" now")[0] for one in settled)
    assert told == [f"anchor of reed_oil, which has {n} anchors" for n in (2, 3, 4, 5)]
    steps = sorted(settled, key=lambda one: len(one.after))
    assert [one.before for one in steps[1:]] == [one.after for one in steps[:-1]]
    assert steps[-1].after == file.read_bytes()


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        pytest.param("book/2_食单.txt", "没有的话", NotThereError, id="not-in-the-corpus"),
        pytest.param("book/9.txt", "学徒", SelectionError, id="no-source"),
        pytest.param("../../etc/passwd", "root", SelectionError, id="outside-of-the-corpus"),
    ],
)
def test_only_what_stands_in_the_corpus_becomes_an_anchor(
    tmp_path: Path, path: str, text: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        passage_of(ground_at(tmp_path), MISS, path, text)
