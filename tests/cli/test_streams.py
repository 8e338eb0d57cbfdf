"""What stands behind standard output and error never changes the answer of a command."""

import subprocess
import sys

import pytest

from tests.cli.project import Project, fixture, passage


def shell(project: Project, line: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Run a line of bash in which FT is the command; its code is that of the first command."""
    command = (
        f"FT() {{ '{sys.executable}' -m fixturetool \"$@\"; }}; {line}; exit ${{PIPESTATUS[0]}}"
    )
    return Project(project.root, environ).start(["bash", "-c", command])


@pytest.fixture(name="missing")
def project_with_a_missing_anchor(project: Project) -> Project:
    project.write_category("lamp", [fixture("灯塔？", passage("灯塔烧过鲸油", "oil"), oil="")])
    return project


def test_a_reader_that_leaves_early_does_not_hide_a_no(missing: Project) -> None:
    assert shell(missing, "FT verify -q | head -c 1").returncode == 1


def test_a_reader_that_leaves_early_does_not_spoil_a_yes(project: Project) -> None:
    done = shell(project, "FT verify -q | true")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("redirection", "code"),
    [
        pytest.param("2>/dev/full", 0, id="a-full-disk-behind-the-talk"),
        pytest.param("2>&-", 0, id="closed-talk"),
        pytest.param(">&-", 0, id="closed-answer"),
        pytest.param(">/dev/full", 3, id="a-full-disk-behind-the-answer"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param("FT --help", id="help"),
        pytest.param("FT search 鱼油", id="search"),
        pytest.param("FT retrieve 鱼油", id="retrieve"),
        pytest.param("FT eval-retrieval", id="eval-retrieval"),
    ],
)
def test_only_an_answer_that_is_lost_counts(
    project: Project, command: str, redirection: str, code: int
) -> None:
    done = shell(project, f"{command} {redirection}")
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_what_the_encoding_does_not_know_is_escaped(missing: Project) -> None:
    done = shell(missing, "FT verify -q", PYTHONIOENCODING="latin-1")
    assert done.returncode == 1
    assert "\\u9cb8" in done.stdout


def test_errors_do_not_steer_a_terminal(project: Project) -> None:
    done = project.run("eval-retrieval", "--resume", "no\x1b[31mpe\x1b]0;pwn\x07")
    assert done.returncode == 2
    assert "no\\x1b[31mpe\\x1b]0;pwn\\x07" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["eval-retrieval", "--fail-under", "nan"], id="no-number"),
        pytest.param(["eval-paths", "--fail-under", "nan"], id="no-number-of-a-lane"),
        pytest.param(["score", "latest", "--fail-under", "nan"], id="no-number-of-a-score"),
        pytest.param(["retrieve", "鱼", "--timeout", "nan"], id="no-time"),
        pytest.param(["repair", "--bar", "nan"], id="no-bar"),
        pytest.param(["eval-retrieval", "--jobs", "9" * 21], id="jobs-beyond-count"),
        pytest.param(["eval-retrieval", "--repeat", "9" * 21], id="repeats-beyond-count"),
        pytest.param(["search", "鱼", "--max-hits", "9" * 21], id="hits-beyond-count"),
        pytest.param(["retrieve", "鱼", "--k", "9" * 21], id="sources-beyond-count"),
    ],
)
def test_numbers_out_of_all_bounds_are_usage_errors(project: Project, arguments: list[str]) -> None:
    done = project.run(*arguments)
    assert done.returncode == 2
    assert f"Invalid value for '{arguments[-2]}'" in done.stderr
