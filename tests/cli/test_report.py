import json
import os
from pathlib import Path

import pytest

from tests.cli.project import Project


@pytest.fixture(name="run")
def saved_run(project: Project) -> str:
    """Make a run; the corpus and the fixtures are gone afterwards."""
    assert project.run("eval-retrieval", "-q").returncode == 0
    for file in (*project.root.glob("text/**/*.txt"), *project.root.glob("*_fixtures/*.json")):
        file.unlink()
    [folder] = (project.root / ".fixturetool/runs").iterdir()
    return folder.name


def test_the_saved_run_alone_gives_every_format(project: Project, run: str) -> None:
    names = ["r.html", "r.md", "r.json", "r.csv", "r.xml", "r.run", "r.qrels", "r.jsonl"]
    result = project.run("report", run, *(f"--output={name}" for name in names))
    assert result.returncode == 0
    assert result.stdout == ""
    assert result.stderr.splitlines() == [f"report written: {name}" for name in names]
    assert all((project.root / name).stat().st_size for name in names)
    assert "灯塔的灯烧过什么？" in (project.root / "r.html").read_text("utf-8")


def test_what_is_no_file_is_written_to_and_never_replaced(project: Project, run: str) -> None:
    pipe = project.root / "pipe"
    os.mkfifo(pipe)
    (project.root / "r.md").symlink_to("pipe")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert project.run("report", run, "-o", "r.md").returncode == 0
        assert os.read(reader, 65_536).startswith(b"### Retrieval: coverage rate")
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_without_a_file_it_is_shown(project: Project, run: str) -> None:
    assert "coverage rate" in project.run("report", run, "--brief").stdout


def test_a_format_that_was_asked_for_is_printed_beside_a_file(project: Project, run: str) -> None:
    result = project.run("report", run, "-o", "r.md", "--format", "json")
    assert json.loads(result.stdout)["schema"] == "fixturetool.report/1"


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        pytest.param(["nope"], 2, 'there is no run "nope"', id="no-run"),
        pytest.param(["{run}", "-o", "r.pdf"], 2, '"r.pdf" names no known format', id="extension"),
        pytest.param(["{run}", "--baseline", "nope"], 2, 'no run "nope"', id="no-baseline"),
        pytest.param(["{run}", "--otlp-endpoint", "x"], 2, "no address", id="endpoint"),
        pytest.param(["{run}", "-o", "taken/r.md"], 2, "can't be made", id="folder"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    project: Project, run: str, arguments: list[str], code: int, complaint: str
) -> None:
    project.write("taken", "a file")
    result = project.run("report", *(one.replace("{run}", run) for one in arguments))
    assert result.returncode == code
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_eval_retrieval_writes_any_format_at_once(project: Project) -> None:
    result = project.run("eval-retrieval", "-q", "-o", "a/r.html", "--format", "junit")
    assert result.returncode == 0
    assert result.stdout.startswith("<?xml")
    assert (project.root / "a/r.html").exists()


def test_a_report_is_the_same_bytes_again(project: Project, run: str, tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        project.run("report", run, "-o", name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
