"""``compare --analyze``: paid for once, kept for the pair, never shown for another one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.project import Project
from tests.cli.test_compare import made

TEXT = "**Nothing** may be concluded.\n\x1b[31m1. Repeat."


class Analyst:
    """A model that writes what it is told to, and counts."""

    def __init__(self) -> None:
        self.reply = json.dumps({"analysis": TEXT})
        self.prompts: list[str] = []

    def __call__(self, request: Received) -> ScriptedReply:
        self.prompts.append(request.prompt)
        return ScriptedReply(content=self.reply)


@pytest.fixture(name="analyst")
def scripted_analyst() -> Analyst:
    return Analyst()


@pytest.fixture(name="paid")
def provider(analyst: Analyst) -> Iterator[tuple[str, ...]]:
    with ChatServer(analyst) as server:
        yield ("--analyze", "--analyze-base-url", server.base_url, "--analyze-model", "m-1")


def test_pays_once_and_shows_it_again_for_free(
    here: Project, analyst: Analyst, paid: tuple[str, ...]
) -> None:
    pair = made(here), made(here)
    first = here.run("compare", *pair, *paid)
    again = here.run("compare", *pair, "--analyze")
    assert (first.returncode, again.returncode) == (0, 0), first.stderr + again.stderr
    assert "━━ analysis  m-1, " in first.stdout
    assert "cached" not in first.stdout
    assert (
        "analyst/1, cached\n   **Nothing** may be concluded.\n   \\x1b[31m1. Repeat."
        in again.stdout
    )
    assert len(analyst.prompts) == 1
    here.run("compare", *pair, *paid, "--regenerate")
    assert len(analyst.prompts) == 2


def test_never_shows_it_for_another_pair(
    here: Project, analyst: Analyst, paid: tuple[str, ...]
) -> None:
    one, other, third = made(here), made(here), made(here)
    here.run("compare", one, other, *paid)
    here.run("compare", other, one, *paid)
    here.run("compare", one, third, *paid)
    assert len(analyst.prompts) == 3


def test_writes_it_to_a_file_that_says_whose_it_is(
    here: Project, paid: tuple[str, ...], tmp_path: Path
) -> None:
    pair = made(here), made(here)
    done = here.run("compare", *pair, *paid, "--export", "a.md", "--format", "json")
    assert json.loads(done.stdout)["verdict"] == "same"
    assert "**Nothing**" in done.stderr
    written = (tmp_path / "a.md").read_text("utf-8")
    assert written.startswith(f"# {pair[1]} vs {pair[0]}\n\nm-1, ")
    assert "analyst/1" in written
    assert written.endswith("**Nothing** may be concluded.\n\\x1b[31m1. Repeat.\n")


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"analysis": "  "}', id="blank"),
        pytest.param("{}", id="no analysis"),
        pytest.param("", id="nothing"),
    ],
)
def test_an_empty_reply_is_an_error_and_nothing_is_kept(
    here: Project, analyst: Analyst, paid: tuple[str, ...], reply: str
) -> None:
    pair = made(here), made(here)
    analyst.reply = reply
    done = here.run("compare", *pair, *paid)
    assert done.returncode == 3
    assert "empty" in done.stderr
    assert not list((here.root / ".fixturetool").glob("analyses/*"))


def test_goes_with_either_of_its_runs(here: Project, paid: tuple[str, ...]) -> None:
    old, new = made(here), made(here)
    here.run("compare", old, new, *paid)
    done = here.run("runs", "prune", "--keep", "1", "--yes")
    assert "deleted 1 run and 1 analysis" in done.stderr
    assert not list((here.root / ".fixturetool").glob("analyses/*"))


def test_says_when_the_numbers_have_changed_since(
    here: Project, analyst: Analyst, paid: tuple[str, ...]
) -> None:
    base, current = made(here), made(here)
    here.run("compare", base, current, *paid)
    for name in (base, current):
        file = here.root / f".fixturetool/runs/{name}/run.json"
        file.write_text(file.read_text("utf-8").replace('"anchors": [0', '"anchors": ['), "utf-8")
        document = json.loads(file.read_text("utf-8").replace("[, ", "["))
        file.write_text(json.dumps(document), "utf-8")
    done = here.run("compare", base, current, "--analyze")
    assert "cached; the numbers have changed since: --regenerate" in done.stdout
    assert len(analyst.prompts) == 1


def test_the_prompt_holds_the_numbers_and_no_text_closes_its_fence(
    here: Project, analyst: Analyst, paid: tuple[str, ...]
) -> None:
    pair = made(here), made(here)
    here.run("compare", *pair, *paid)
    [prompt] = analyst.prompts
    assert '"queries": 1' in prompt
    fences = [line for line in prompt.splitlines() if len(line) == 16 and line.isalnum()]
    assert len(fences) == 2
    assert len(set(fences)) == 1
