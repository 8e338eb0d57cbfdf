import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.errors import StateError
from fixturetool.evaluation.run import Attempt, RunHit, with_attempts
from fixturetool.evaluation.storage.store import load_run, save_run
from fixturetool.evaluation.storage.texts import fold_texts, unfold_texts
from tests.evaluation.conftest import Begin

LONG = "灯塔里烧的都是鱼油，守灯人每夜添油三次。"


def hit(text: str) -> RunHit:
    return RunHit(1, "书/甲.txt", 1.0, "", None, None, "", text, "")


def test_a_text_that_repeats_bring_back_is_written_once(begin: Begin) -> None:
    folder, run = begin("谁？", repeat=3)
    attempts = {(0, number): Attempt(number, 1.0, None, (hit(LONG),)) for number in (1, 2, 3)}
    full = with_attempts(run, attempts)
    assert save_run(folder, full).read_text("utf-8").count(LONG) == 1
    assert load_run(folder) == full


def test_a_run_of_the_first_version_is_read(begin: Begin, tmp_path: Path) -> None:
    folder, run = begin("谁？")
    full = with_attempts(run, {(0, 1): Attempt(1, 1.0, None, (hit(LONG), hit(LONG)))})
    document = unfold_texts(json.loads(save_run(folder, full).read_bytes()), "run.json")
    old = {**document, "schema": "fixturetool.run/1"}
    del old["revision"]
    (tmp_path / "old.json").write_text(json.dumps(old), "utf-8")
    assert load_run(tmp_path / "old.json") == full


@pytest.mark.parametrize(
    "number", [pytest.param(1, id="beyond the table"), pytest.param(-1, id="before it")]
)
def test_refuses_a_number_that_is_no_place(begin: Begin, number: int) -> None:
    folder, run = begin("谁？")
    full = with_attempts(run, {(0, 1): Attempt(1, 1.0, None, (hit("文"),))})
    path = save_run(folder, full)
    document = json.loads(path.read_bytes())
    document["texts"] = [LONG]
    document["fixtures"][0]["attempts"][0]["hits"][0]["text"] = number
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(StateError, match=f"it has no text {number}"):
        load_run(path)


@given(st.lists(st.lists(st.sampled_from([LONG, LONG[::-1], "短", ""]) | st.text(), max_size=4)))
def test_unfolding_brings_back_what_was_folded(texts: list[list[str]]) -> None:
    record = {
        "fixtures": [
            {"attempts": [{"hits": [{"text": one, "before": one} for one in some]}]}
            for some in texts
        ]
    }
    before = copy.deepcopy(record)
    assert unfold_texts(fold_texts(record), "x") == before  # type: ignore[arg-type]
