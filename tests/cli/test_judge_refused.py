"""A provider that refuses in the middle: what was paid for is kept, what is attested is written."""

import json
from pathlib import Path
from threading import Event

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.judged import Model, evidence, flags, is_finder, judge_anchors, judged_project
from tests.cli.project import Project, fixture, passage

RIGHT = Model(
    {"oil": "灯塔烧过鱼油三十年", "refill": "守灯人每夜添油三次", "salt": None},
    ["灯塔烧过鱼油三十年", "守灯人每夜\n　　添油三次"],
)
NO_MONEY = ScriptedReply("no money", status=402)


@pytest.fixture(name="project")
def project_with_false_misses(tmp_path: Path) -> Project:
    return judged_project(tmp_path)


def many_fixtures(project: Project, count: int) -> None:
    project.write_category(
        "lamp",
        [
            fixture(f"灯烧过什么？{number}", passage("某人写下鲸脂二字", "oil"), oil="烧鱼油")
            for number in range(count)
        ],
    )


def test_what_is_attested_before_a_refusal_is_written_and_the_rest_is_unavailable(
    project: Project,
) -> None:
    def pays_for_the_oil(request: Received) -> ScriptedReply:
        refill = not is_finder(request) and "添油三次" in request.prompt
        return NO_MONEY if refill and "鱼油三十年" not in request.prompt else RIGHT(request)

    with ChatServer(pays_for_the_oil) as server:
        done = project.run(*flags(server, "--output", "r.json"))
    assert done.returncode == 3
    assert [anchor["covers"] for anchor in judge_anchors(project)] == [["oil"]]
    ends = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]["ends"]
    assert (ends["rescued"], ends["unavailable"]) == (1, 1)


def test_a_call_under_way_when_another_is_refused_is_kept_and_the_judge_goes_on(
    project: Project,
) -> None:
    many_fixtures(project, 4)
    refused = Event()

    def model(request: Received) -> ScriptedReply:
        if not refused.is_set():
            refused.set()
            return NO_MONEY
        return Model({"oil": "灯塔烧过鱼油三十年"}, ["灯塔烧过鱼油三十年"], 0.3)(request)

    with ChatServer(model) as server:
        done = project.run(*flags(server, "--judge-jobs", "2", "--output", "r.json"))
    assert done.returncode == 3
    ends = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]["ends"]
    assert (ends["rescued"], ends["unavailable"]) == (3, 1)
    finds = [str(line["verdict"]) for line in evidence(project) if line["step"] == "find"]
    assert sorted(finds) == ["found", "found", "found", "unavailable"]


def test_three_refusals_in_a_row_end_the_asking(project: Project) -> None:
    many_fixtures(project, 9)
    asked: list[Received] = []

    def model(request: Received) -> ScriptedReply:
        asked.append(request)
        if len(asked) == 1:
            return Model({"oil": None})(request)
        return NO_MONEY

    with ChatServer(model) as server:
        done = project.run(*flags(server, "--judge-jobs", "1", "--output", "r.json"))
    assert done.returncode == 3
    assert len(asked) == 4
    ends = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]["ends"]
    assert (ends["miss"], ends["unavailable"]) == (1, 8)


def test_nothing_is_asked_where_the_anchors_would_be_for_a_read_only_file(project: Project) -> None:
    file = project.root / "retrieval_fixtures/lamp.json"
    before = file.read_bytes()
    file.chmod(0o444)
    with ChatServer(RIGHT) as server:
        done = project.run(*flags(server))
        assert server.requests == ()
    assert (done.returncode, done.stdout) == (2, "")
    assert "run saved" not in done.stderr
    assert not (project.root / ".fixturetool/runs").exists()
    assert "lamp.json is read-only, so nothing was written" in done.stderr.replace('"', "")
    assert file.read_bytes() == before
