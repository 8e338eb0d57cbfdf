"""The evidence beside a run: whole lines, each once, found again by what people remember."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fixturetool.judge.evidence import EVIDENCE_FILE, Entry, Evidence, load_evidence, select

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def entry(facet: str = "oil", **values: str) -> Entry:
    return Entry("verify", "lamp", "CHS", "灯？", facet, "attested", **values)  # type: ignore[arg-type]


def test_a_line_is_there_as_soon_as_it_is_noted(tmp_path: Path) -> None:
    Evidence([tmp_path], NOON).note(entry(passage="烧过鱼油"))
    [read] = load_evidence(tmp_path)
    assert (read.passage, read.at) == ("烧过鱼油", "2026-01-02T12:00:00Z")


def test_what_is_there_is_not_written_again(tmp_path: Path) -> None:
    Evidence([tmp_path], NOON).note(entry())
    before = (tmp_path / EVIDENCE_FILE).read_bytes()
    Evidence([tmp_path], NOON + timedelta(days=1)).note(entry())
    assert (tmp_path / EVIDENCE_FILE).read_bytes() == before


def test_a_line_that_a_killed_process_left_torn_costs_only_itself(tmp_path: Path) -> None:
    Evidence([tmp_path], NOON).note(entry("oil"))
    with (tmp_path / EVIDENCE_FILE).open("ab") as file:
        file.write(b'{"step": "ver')
    Evidence([tmp_path], NOON).note(entry("salt"))
    assert [one.facet for one in load_evidence(tmp_path)] == ["oil", "salt"]


def test_every_run_of_a_pool_gets_the_evidence(tmp_path: Path) -> None:
    folders = [tmp_path / "1", tmp_path / "2"]
    for folder in folders:
        folder.mkdir()
    Evidence(folders, NOON).note(entry())
    assert [len(load_evidence(folder)) for folder in folders] == [1, 1]


def test_half_a_surrogate_pair_in_a_reply_can_be_kept(tmp_path: Path) -> None:
    Evidence([tmp_path], NOON).note(entry(reply="灯\ud800"))
    assert load_evidence(tmp_path)[0].reply == "灯\ud800"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["oil"], id="facet"),
        pytest.param(["judge:book/1"], id="part-of-the-label"),
        pytest.param(["鱼油"], id="part-of-the-passage"),
        pytest.param(["oil", "鱼油"], id="both"),
    ],
)
def test_evidence_is_found_with_all_its_steps(words: list[str]) -> None:
    entries = [
        Entry("find", "lamp", "CHS", "灯？", "oil", "found"),
        entry("oil", label="judge:book/1_灯志.txt", passage="烧过鱼油"),
        entry("salt", label="judge:voice/2.txt", passage="烧过盐"),
    ]
    assert select(entries, words) == entries[:2]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["oi"], id="part-of-a-facet"),
        pytest.param(["oil", "烧过盐"], id="words-of-two"),
    ],
)
def test_what_nobody_said_is_not_found(words: list[str]) -> None:
    entries = [entry("oil", passage="烧过鱼油"), entry("salt", passage="烧过盐")]
    assert select(entries, words) == []
