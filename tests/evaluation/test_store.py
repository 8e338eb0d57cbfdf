import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.errors import StateError
from fixturetool.evaluation.run import Anchor, Attempt, Run, RunHit, with_attempts
from fixturetool.evaluation.storage.store import load_run, save_run

Begin = Callable[..., tuple[Path, Run]]
HIT = RunHit(
    1, "书/甲.txt", 1.5, "bm25", (3, 4), (1, 1), "前", "一\n二", "后", official=True, anchors=(0,)
)


@pytest.fixture
def finished(begin: Begin) -> tuple[Path, Run]:
    folder, run = begin("谁？", "何时？", repeat=2)
    run = with_attempts(
        run,
        {
            (0, 1): Attempt(1, 2.5, None, (HIT,)),
            (0, 2): Attempt(2, 0.5, "the server answered 503", ()),
            (1, 1): Attempt(1, 1.0, None, ()),
        },
    )
    graded = replace(
        run.fixtures[0],
        facets={"who": "names the person"},
        anchors=(Anchor("一二", "甲", official=True, covers=("who",), sources=1),),
    )
    return folder, replace(run, fixtures=(graded, run.fixtures[1]))


def test_reads_back_what_it_saved(finished: tuple[Path, Run]) -> None:
    folder, run = finished
    save_run(folder, run)
    assert load_run(folder) == run


def test_reads_the_file_itself_as_well(finished: tuple[Path, Run]) -> None:
    folder, run = finished
    assert load_run(save_run(folder, run)) == run


def test_keeps_chinese_literal_and_a_line_for_each_hit(finished: tuple[Path, Run]) -> None:
    folder, run = finished
    lines = save_run(folder, run).read_text("utf-8").splitlines()
    assert json.loads(next(line for line in lines if "甲.txt" in line)) == {
        "rank": 1,
        "path": "书/甲.txt",
        "score": 1.5,
        "leg": "bm25",
        "lines": [3, 4],
        "pages": [1, 1],
        "before": "前",
        "text": "一\n二",
        "after": "后",
        "official": True,
        "anchors": [0],
    }


def test_counts_the_retrievals_that_are_missing(finished: tuple[Path, Run]) -> None:
    assert finished[1].missing == 1


def test_names_runs_of_one_second_apart_and_in_order(begin: Begin) -> None:
    names = [begin("谁？")[0].name for _ in range(3)]
    assert names == ["20260102T120000Z-001", "20260102T120000Z-002", "20260102T120000Z-003"]


def test_never_gives_one_name_to_two_that_begin_at_once(begin: Begin) -> None:
    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(lambda _: begin("谁？")[1].id, range(40)))
    assert len(set(names)) == 40


def test_leaves_no_draft_and_says_why_when_it_cannot_write(finished: tuple[Path, Run]) -> None:
    folder, run = finished
    (folder / "run.json").mkdir()
    with pytest.raises(StateError, match=r"run\.json\" can't be written"):
        save_run(folder, run)
    assert [path.name for path in folder.iterdir()] == ["run.json"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param('{"schema": "fixturetool.run/3"}', "written by a newer", id="newer"),
        pytest.param('{"schema": "ragas/1"}', "is no run of fixturetool.*'ragas/1'", id="foreign"),
        pytest.param("[]", "is no run of fixturetool", id="a list"),
        pytest.param("{}", "is no run of fixturetool", id="no schema"),
        pytest.param('{"schema": ', "is no valid JSON", id="cut off"),
        pytest.param('{"schema": "fixturetool.run/1"}', "damaged at '/id'", id="incomplete"),
    ],
)
def test_refuses_what_is_no_run_on_one_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(StateError, match=message) as refusal:
        load_run(tmp_path)
    assert "\n" not in str(refusal.value)


def test_says_that_an_interrupted_run_was_not_saved(begin: Begin) -> None:
    folder, _ = begin("谁？")
    with pytest.raises(StateError, match="there is no run") as refusal:
        load_run(folder)
    assert refusal.value.hint == (
        f"the run was interrupted before it was saved: complete it with --resume {folder.name}"
    )
