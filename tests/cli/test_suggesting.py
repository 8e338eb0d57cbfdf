"""The command that is suggested for a word that is none."""

import pytest

from fixturetool.cli.main import cli
from fixturetool.cli.suggesting import meant_command
from tests.cli.project import Project

COMMANDS = list(getattr(cli, "lazy", ()))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        pytest.param("evaluate", "eval-retrieval", id="its beginning before mere likeness"),
        pytest.param("eval", "eval-retrieval", id="the first of equals"),
        pytest.param("pages", "eval-pages", id="a later part of a name"),
        pytest.param("validation", "validate", id="another ending"),
        pytest.param("serach", "search", id="two letters changed places"),
        pytest.param("eval-pgaes", "eval-pages", id="mistyped behind the beginning"),
        pytest.param("Verify", "verify", id="a capital"),
        pytest.param("run", "runs", id="too short for a beginning"),
        pytest.param("lint", None, id="nothing like it"),
        pytest.param("", None, id="no word"),
    ],
)
def test_a_command_is_suggested(word: str, meant: str | None) -> None:
    assert meant_command(word, COMMANDS) == meant


def test_the_suggestion_follows_the_refusal(project: Project) -> None:
    done = project.run("evaluate")
    assert done.returncode == 2
    assert """No such command 'evaluate'. Did you mean "eval-retrieval"?""" in done.stderr
