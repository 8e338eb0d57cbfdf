"""A run that was cut short is completed: only what it lacks is asked again."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project


@pytest.fixture(name="cut_run")
def run_whose_process_was_killed(project: Project) -> Path:
    """A run of two repeats with a whole line and a torn one in its journal, never saved."""
    project.run("eval-retrieval", "--repeat", "2", "--preset", "fast")
    [folder] = (project.root / ".fixturetool/runs").iterdir()
    (folder / "run.json").unlink()
    journal = folder / "journal.jsonl"
    head, first, second = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(head + first + second[:40])
    return folder


def attempts(folder: Path) -> list[dict[str, object]]:
    run = json.loads((folder / "run.json").read_text("utf-8"))
    made = run["fixtures"][0]["attempts"]
    assert isinstance(made, list)
    return made


def test_a_resumed_run_has_all_its_attempts(project: Project, cut_run: Path) -> None:
    done = project.run("eval-retrieval", "--resume", cut_run.name)
    assert done.returncode == 0
    assert [attempt["repeat"] for attempt in attempts(cut_run)] == [1, 2]


def test_a_resumed_run_keeps_what_it_had(project: Project, cut_run: Path) -> None:
    kept = json.loads((cut_run / "journal.jsonl").read_bytes().splitlines()[1])
    project.run("eval-retrieval", "--resume", str(cut_run))
    assert attempts(cut_run)[0]["latency_ms"] == kept["attempt"]["latency_ms"]


def test_a_run_on_another_corpus_is_not_resumed(project: Project, cut_run: Path) -> None:
    project.write("text/chs/book/1_灯志.txt", "改过了。\n")
    done = project.run("eval-retrieval", "--resume", cut_run.name)
    assert done.returncode == 2
    assert "changed since run" in done.stderr


def test_what_a_run_was_asked_for_is_not_changed(project: Project, cut_run: Path) -> None:
    done = project.run("eval-retrieval", "--resume", cut_run.name, "--k", "3", "--category", "lamp")
    assert done.returncode == 2
    assert "--k" in done.stderr
    assert "--category" in done.stderr


def test_an_unknown_run_is_told_with_the_latest_one(project: Project, cut_run: Path) -> None:
    done = project.run("eval-retrieval", "--resume", "typo")
    assert done.returncode == 2
    assert cut_run.name in done.stderr


def test_an_empty_name_is_no_run(project: Project) -> None:
    done = project.run("eval-retrieval", "--resume", "")
    assert done.returncode == 2
    assert done.stdout == ""
