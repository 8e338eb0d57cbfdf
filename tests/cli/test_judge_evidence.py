"""What ``judge.jsonl`` and the report tell of replies that are no answers."""

import json
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.judged import Model, evidence, flags, is_finder, judged_project
from tests.cli.project import Project

RIGHT = Model({"oil": "灯塔烧过鱼油三十年", "refill": None, "salt": None})
PROSE = ScriptedReply("I'd rather tell a story of a lighthouse.")


@pytest.fixture(name="project")
def project_with_false_misses(tmp_path: Path) -> Project:
    return judged_project(tmp_path)


@pytest.mark.parametrize(
    ("step", "facets"),
    [
        pytest.param("find", ["oil", "refill", "salt"], id="of-the-finder"),
        pytest.param("verify", ["oil"], id="of-the-verifier"),
    ],
)
def test_a_reply_that_cannot_be_read_is_kept_with_the_hash_of_its_prompt(
    project: Project, step: str, facets: list[str]
) -> None:
    def model(request: Received) -> ScriptedReply:
        return PROSE if is_finder(request) is (step == "find") else RIGHT(request)

    with ChatServer(model) as server:
        done = project.run(*flags(server))
    assert done.returncode == 3
    lines = [line for line in evidence(project) if line["step"] == step]
    assert [line["facet"] for line in lines] == facets
    assert {line["verdict"] for line in lines} == {"unscored"}
    assert {line["reply"] for line in lines} == {PROSE.content}
    assert {len(str(line["prompt"])) for line in lines} == {64}


def test_a_reply_that_contradicts_itself_is_told_as_such(project: Project) -> None:
    spans = [
        {"facet": facet, "span": span, "why": ""}
        for facet in ("oil", "refill", "salt")
        for span in (["灯塔烧过鱼油三十年", None] if facet == "oil" else [None])
    ]
    with ChatServer(lambda _: ScriptedReply(json.dumps({"spans": spans}))) as server:
        project.run(*flags(server, "--output", "r.json"))
    facets = json.loads((project.root / "r.json").read_text("utf-8"))["judge"]["facets"]
    assert {one["facet"]: (one["end"], one["why"]) for one in facets} == {
        "oil": ("miss", "the reply contradicts itself"),
        "refill": ("miss", "no source states it"),
        "salt": ("miss", "no source states it"),
    }
