"""A project with false misses, and a scripted model that proposes and verifies spans."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.project import Project, fixture, passage

QUERY = "灯塔的灯烧过什么？"
LOG = "book/1_灯志.txt"
VOICE = "voice/2_老蔺.txt"
NOTES = "tps_notes/3_笔记.txt"

# Nothing in it is in the query, so it never comes back: what only it attests is missed.
_FAR = "甲子年某人写下鲸脂二字。又写一更添一回。又写不许偷懒。又写盐粒。又写黄铜。"


def judged_project(root: Path) -> "Project":
    """Four facets, each anchored in a source that does not come back."""
    project = Project(root)
    project.write("fixturetool.toml", "")
    project.write(
        f"text/chs/{LOG}", "灯塔烧过鱼油三十年。\n守灯人每夜\n　　添油三次。\n灯塔立在岬角之上。\n"
    )
    project.write(f"text/chs/{VOICE}", "灯里烧的都是鱼油，我闻得出来。\n灯塔立在岬角之上。\n")
    project.write(f"text/chs/{NOTES}", "灯塔据说烧过一船粗盐。\n灯塔立在岬角之上。\n")
    project.write("text/chs/book/9_远处.txt", _FAR)
    project.write_category(
        "lamp",
        [
            fixture(
                QUERY,
                passage("某人写下鲸脂二字", "oil"),
                passage("写一更添一回", "refill"),
                passage("又写盐粒", "salt"),
                passage("又写黄铜", "unjudged"),
                oil="灯塔的灯烧过鱼油",
                refill="守灯人每夜给灯添油三次",
                salt="灯塔的灯烧过盐",
                unjudged="",
            )
        ],
    )
    return project


@dataclass
class Model:
    """What the scripted model says.

    Attributes:
        spans: Facet to the span that the finder gives for it; a facet that is missing is left out
            of the reply.
        attested: The passages that the verifier accepts; it turns down every other one.
        delay_seconds: Waited before each answer.
    """

    spans: Mapping[str, object] = field(default_factory=dict)
    attested: Sequence[str] = ()
    delay_seconds: float = 0.0

    def __call__(self, request: Received) -> ScriptedReply:
        facets = asked_facets(request.prompt)
        if is_finder(request):
            entries: list[object] = [
                {"facet": facet, "span": self.spans[facet], "why": "原文如此"}
                for facet in facets
                if facet in self.spans
            ]
            return self._reply({"spans": entries})
        yes = any(json.dumps(text, ensure_ascii=False) in request.prompt for text in self.attested)
        verdict = {"facet": facets[0], "attested": yes, "reason": "看原话"}
        return self._reply({"verdicts": [verdict]})

    def _reply(self, value: object) -> ScriptedReply:
        text = json.dumps(value, ensure_ascii=False)
        return ScriptedReply(text, delay_seconds=self.delay_seconds)


def is_finder(request: Received) -> bool:
    return "End of the sources." in request.prompt


def asked_facets(prompt: str) -> list[str]:
    claims = re.findall(r"^Claims?: (\[.*\])$", prompt, re.MULTILINE)
    return [claim["facet"] for claim in json.loads(claims[0])]


def flags(server: ChatServer, *more: str) -> list[str]:
    """Return the flags of an evaluation that is judged by a server."""
    return ["eval-retrieval", "--judge", "--judge-base-url", server.base_url, "--quiet", *more]


def passages(project: Project, name: str = "lamp") -> list[dict[str, object]]:
    """Return the passages of a category's first fixture."""
    text = (project.root / f"retrieval_fixtures/{name}.json").read_text("utf-8")
    found = json.loads(text)["fixtures"][0]["relevant_passages"]
    assert isinstance(found, list)
    return found


def judge_anchors(project: Project, name: str = "lamp") -> list[dict[str, object]]:
    """Return the anchors that the judge wrote."""
    return [one for one in passages(project, name) if str(one["label"]).startswith("judge:")]


def evidence(project: Project) -> list[dict[str, object]]:
    """Return every line of evidence, of all runs."""
    lines: Iterable[str] = (
        line
        for file in sorted((project.root / ".fixturetool/runs").glob("*/judge.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    )
    return [json.loads(line) for line in lines]
