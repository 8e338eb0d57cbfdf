"""What ``judge.jsonl`` keeps of replies that are no answers."""

from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.judged import Here, Model, evidence, flags, is_finder, judged_project

RIGHT = Model({"oil": "灯塔烧过鱼油三十年", "refill": None, "salt": None})
PROSE = ScriptedReply("I'd rather tell a story of a lighthouse.")


@pytest.fixture(name="project")
def project_with_false_misses(tmp_path: Path) -> Here:
    return judged_project(tmp_path)


@pytest.mark.parametrize(
    ("step", "facets"),
    [
        pytest.param("find", ["oil", "refill", "salt"], id="of-the-finder"),
        pytest.param("verify", ["oil"], id="of-the-verifier"),
    ],
)
def test_a_reply_that_cannot_be_read_is_kept_with_the_hash_of_its_prompt(
    project: Here, step: str, facets: list[str]
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
