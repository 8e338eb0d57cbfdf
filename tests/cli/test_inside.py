"""A command says the same in a process of its own and inside of the tests, where most run."""

import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import filled
from tests.cli.project import Project


@pytest.fixture(name="graded", scope="module")
def project_with_a_run(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Commands that read leave it as it is, so it is made once."""
    project = filled(Project(tmp_path_factory.mktemp("graded")))
    project.write("empty.json", "{")
    project.run("eval-retrieval", "--quiet")
    return project


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["validate"], 0, id="validate"),
        pytest.param(["validate", "empty.json"], 1, id="validate-says-no"),
        pytest.param(["verify"], 0, id="verify"),
        pytest.param(["explain", "FT201"], 0, id="explain"),
        pytest.param(["fmt", "--check"], 1, id="fmt"),
        pytest.param(["anchor", "list", "lamp"], 0, id="anchor"),
        pytest.param(["new", "lamp"], 2, id="new"),
        pytest.param(["score", "RUN"], 0, id="score"),
        pytest.param(["compare", "RUN", "RUN"], 0, id="compare"),
        pytest.param(["report", "RUN"], 0, id="report"),
        pytest.param(["export", "out.jsonl"], 0, id="export"),
        pytest.param(["import", "nowhere.jsonl", "-c", "made"], 2, id="import"),
        pytest.param(["schema", "fixture"], 0, id="schema"),
        pytest.param(["doctor", "--offline"], 0, id="doctor"),
        pytest.param(["eval-paths", "nowhere"], 2, id="eval-paths"),
        pytest.param(["eval-pages", "nowhere"], 2, id="eval-pages"),
        pytest.param(["no-command"], 2, id="usage"),
    ],
)
def test_a_process_says_what_is_said_inside(
    graded: Project, arguments: list[str], code: int
) -> None:
    [run] = (graded.root / ".fixturetool/runs").iterdir()
    arguments = [run.name if word == "RUN" else word for word in arguments]
    alone, inside = graded.run_process(*arguments), graded.run(*arguments)
    assert (alone.returncode, inside.returncode) == (code, code)
    assert alone.stdout == inside.stdout
    assert alone.stderr.replace("python -m fixturetool", "fixturetool") == inside.stderr


def test_what_is_the_processs_own_is_as_it_was(project: Project) -> None:
    before = Path.cwd(), dict(os.environ), list(sys.path), list(sys.argv), sys.stdout, sys.stdin
    project.write("mine.py", "def retrieve(query, k):\n    return []\n")
    environ = {"FIXTURETOOL_RETRIEVER__NAME": "mine:retrieve"}
    Project(project.root, environ).run("retrieve", "灯塔")
    after = Path.cwd(), dict(os.environ), list(sys.path), list(sys.argv), sys.stdout, sys.stdin
    assert after == before
    assert "mine" not in sys.modules
