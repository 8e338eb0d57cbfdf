"""What a provider may say in place of a plain answer, up to what is written and the code."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.judged import Model, flags, is_finder, judge_anchors, judged_project
from tests.cli.project import Project

OIL = "灯塔烧过鱼油三十年"
RIGHT = Model({"oil": OIL, "refill": None, "salt": None}, [OIL])


@pytest.fixture(name="project")
def project_with_false_misses(tmp_path: Path) -> Project:
    return judged_project(tmp_path)


def reply(content: str | None, **more: object) -> ScriptedReply:
    return ScriptedReply(content, **more)  # type: ignore[arg-type]


def judged(project: Project, answer: Callable[[Received], ScriptedReply]) -> tuple[int, list[str]]:
    """Judge, and return the exit code and the anchors that were written."""
    with ChatServer(answer) as server:
        done = project.run(*flags(server))
    assert "Traceback" not in done.stderr
    return done.returncode, [str(one["passage"]) for one in judge_anchors(project)]


def verifying(verdict: object) -> Callable[[Received], ScriptedReply]:
    """Find the right span, and say of it what a test wants."""

    def answer(request: Received) -> ScriptedReply:
        if is_finder(request):
            return RIGHT(request)
        return reply(verdict if isinstance(verdict, str) else json.dumps(verdict))

    return answer


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("This response_format type is unavailable now", id="DeepSeek"),
        pytest.param("'response_format.type' must be 'text'", id="a-local-server"),
        pytest.param("json_schema is not supported by this model", id="another"),
    ],
)
@pytest.mark.parametrize(
    ("accepted", "asked"),
    [
        pytest.param("json_object", ["json_schema", "json_object"], id="one-step-down"),
        pytest.param("text", ["json_schema", "json_object", "text"], id="two-steps-down"),
    ],
)
def test_a_format_that_is_unavailable_is_stepped_down_from_once_for_the_run(
    project: Project, words: str, accepted: str, asked: Sequence[str]
) -> None:
    wanted: list[str] = []

    def answer(request: Received) -> ScriptedReply:
        wanted.append(request.response_format)
        better = {"json_object": ["json_schema"], "text": ["json_schema", "json_object"]}
        if request.response_format in better[accepted]:
            return reply(words, status=400)
        return RIGHT(request)

    assert judged(project, answer) == (0, [OIL])
    assert wanted == [*asked, accepted]


@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param('<think>{{"spans": []}} or {{</think>{}', id="thinking"),
        pytest.param("```json\n{}\n```", id="fence"),
        pytest.param("Project {{as asked}}: {} .", id="prose-with-braces"),
    ],
)
def test_the_answer_is_read_and_what_stands_around_it_is_not(project: Project, wrap: str) -> None:
    def answer(request: Received) -> ScriptedReply:
        content = RIGHT(request).content
        return reply(wrap.format(content))

    assert judged(project, answer) == (0, [OIL])


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(reply(None, body='{"choices": null}'), id="choices-null"),
        pytest.param(reply(None, body='{"choices": []}'), id="choices-empty"),
        pytest.param(reply(None, body='{"error": {"message": "over"}}'), id="an-error"),
        pytest.param(reply(None, body="<html>Sign in</html>", content_type="text/html"), id="html"),
        pytest.param(reply("", finish_reason="length", reasoning='{"verdicts": []}'), id="length"),
        pytest.param(reply(None), id="content-null"),
        pytest.param(reply("不支持"), id="a-word"),
        pytest.param(reply("{}"), id="an-empty-object"),
    ],
)
def test_what_is_no_answer_leaves_the_miss_and_ends_with_3(
    project: Project, bad: ScriptedReply
) -> None:
    def answer(request: Received) -> ScriptedReply:
        return RIGHT(request) if is_finder(request) else bad

    assert judged(project, answer) == (3, [])


@pytest.mark.parametrize(
    ("attested", "code"),
    [
        pytest.param("true", 3, id="word"),
        pytest.param(1, 3, id="one"),
        pytest.param("支持", 3, id="yes-in-chinese"),
        pytest.param(None, 3, id="null"),
        pytest.param(False, 0, id="false"),
    ],
)
def test_only_true_accepts(project: Project, attested: object, code: int) -> None:
    verdict = {"verdicts": [{"facet": "oil", "attested": attested, "reason": ""}]}
    assert judged(project, verifying(verdict)) == (code, [])


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        pytest.param([("oil", True), ("oil", False)], 0, id="contradiction"),
        pytest.param([("Oil", True)], 3, id="other-case"),
        pytest.param([("refill", True)], 3, id="another-facet"),
        pytest.param([("d", True)], 3, id="never-asked"),
    ],
)
def test_a_verdict_counts_by_its_exact_facet_alone(
    project: Project, verdicts: Sequence[tuple[str, bool]], code: int
) -> None:
    said = [{"facet": facet, "attested": yes, "reason": ""} for facet, yes in verdicts]
    assert judged(project, verifying({"verdicts": said})) == (code, [])
