"""The example of the README, on the shipped corpus and fixtures, with the shipped script."""

import json
import shutil
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script_file import load_script
from tests.cli.judged import flags, is_finder
from tests.cli.project import Project

ROOT = Path(__file__).parents[2]


@pytest.fixture(name="shipped", scope="module")
def copy_of_what_is_shipped(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("shipped")
    shutil.copytree(ROOT / "text", folder / "text")
    (folder / "retrieval_fixtures").mkdir()
    shutil.copy(ROOT / "retrieval_fixtures/rescue.json", folder / "retrieval_fixtures")
    (folder / "fixturetool.toml").write_text("", "utf-8")
    return Project(folder)


def test_the_example_rescues_what_is_right_and_drops_what_is_wrong(shipped: Project) -> None:
    path = shipped.root / "retrieval_fixtures/rescue.json"
    before = path.read_text("utf-8").splitlines()
    asked = ["-c", "rescue", "--preset", "thorough", "--brief", "-o", "report.json"]
    with ChatServer(load_script(ROOT / "examples/judge_script.json")) as server:
        done = shipped.run(*flags(server, *asked))
        assert sum(map(is_finder, server.requests)) == 5
        calls = len(server.requests)
        shipped.run(*flags(server, *asked[:-2]))
        assert len(server.requests) == calls
    assert done.returncode == 0, done.stderr
    judge = json.loads((shipped.root / "report.json").read_text("utf-8"))["judge"]
    assert (judge["judged"], judge["ends"]["rescued"], judge["ends"]["miss"]) == (12, 9, 3)
    assert {drop: count for drop, count in judge["dropped"].items() if count} == {
        "too short": 1,
        "not found": 1,
    }
    assert judge["not_attested"] == 1
    assert judge["after"]["covered"] - judge["before"]["covered"] == 9
    kept = [line.rstrip(",") for line in path.read_text("utf-8").splitlines()]
    lines = iter(kept)
    assert all(line.rstrip(",") in lines for line in before)
    verified = shipped.run("verify", "rescue")
    assert verified.returncode == 0
    assert "0 errors" in verified.stdout
