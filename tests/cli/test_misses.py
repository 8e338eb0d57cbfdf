"""``misses``: what came back beside what a facet says, and decisions at a terminal."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage
from tests.cli.terminal import type_at

FILE = "retrieval_fixtures/lamp.json"


@pytest.fixture(name="missed")
def project_with_a_run_that_missed(project: Project) -> Project:
    """The sources that say it in other words come first; the anchor stands in a third one."""
    project.write("text/chs/book/4_海事.txt", "渡口的灯笼里点过蜂蜡，是商人捐的。\n")
    project.write_category(
        "lamp",
        [
            fixture(
                "灯塔的灯烧过什么？",
                passage("灯笼里点过蜂蜡", "wax"),
                passage("烧过鱼油", "oil"),
                wax="灯塔的灯烧过鱼油以外的蜡",
                oil="烧过鱼油",
            )
        ],
    )
    done = project.run("eval-retrieval", "--k", "2", "--quiet")
    assert done.returncode == 0
    return project


def notes(project: Project) -> str:
    found = json.loads((project.root / FILE).read_bytes())["fixtures"][0].get("notes", "")
    assert isinstance(found, str)
    return found


def anchors(project: Project) -> list[str]:
    document = json.loads((project.root / FILE).read_bytes())
    return [
        one["passage"]
        for one in document["fixtures"][0]["relevant_passages"]
        if "wax" in one["covers"]
    ]


def test_the_latest_run_is_looked_at(missed: Project) -> None:
    done = missed.run("misses", "--quiet")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == 'lamp: "灯塔的灯烧过什么？"'
    assert lines[1].startswith("  wax: ")
    assert "    attested by book/4_海事.txt (ranked 3)" in lines
    assert ": 1 of 2 facets missing: 1 " in lines[-1]


def test_programs_get_the_same(missed: Project) -> None:
    document = json.loads(missed.run("misses", "--format", "json").stdout)
    assert (document["schema"], document["k"], document["facets"]) == ("fixturetool.misses/1", 2, 2)
    [miss] = document["misses"]
    assert (miss["facet"], miss["marked"]) == ("wax", False)
    assert miss["holders"] == [{"path": "book/4_海事.txt", "rank": 3}]
    assert [one["rank"] for one in miss["sources"]] == [1, 2]


def test_the_retriever_is_not_asked_at_depth_nought(missed: Project) -> None:
    document = json.loads(missed.run("misses", "--depth", "0", "--format", "json").stdout)
    assert document["depth"] is None
    assert document["misses"][0]["holders"] == [{"path": "book/4_海事.txt", "rank": None}]


OWN = """\
import os
PATHS = ["./book/1_灯志.txt", "voice/2_老蔺.txt", "book/4_海事.txt"]
def retrieve(query, k):
    if k > 2 and "DOWN" in os.environ:
        raise RuntimeError("down")
    return PATHS[:k]
"""


@pytest.fixture(name="own")
def project_with_a_run_of_its_own_retriever(missed: Project) -> Project:
    missed.write("own.py", OWN)
    done = missed.run("eval-retrieval", "--retriever", "own:retrieve", "--k", "2", "--quiet")
    assert done.returncode == 0
    return missed


def holder_of(project: Project, *arguments: str, returncode: int = 0) -> dict[str, object]:
    done = project.run("misses", "--format", "json", *arguments)
    assert done.returncode == returncode, done.stderr
    [miss] = json.loads(done.stdout)["misses"]
    [holder] = miss["holders"]
    assert isinstance(holder, dict)
    return holder


@pytest.mark.parametrize(
    ("arguments", "rank"),
    [
        pytest.param((), None, id="not-by-itself"),
        pytest.param(("--depth", "3", "--retriever", "own:retrieve"), 3, id="when-told-to"),
        pytest.param(("--depth", "2", "--retriever", "own:retrieve"), None, id="not-so-far"),
    ],
)
def test_a_retriever_of_one_s_own_is_asked_for_more(
    own: Project, arguments: tuple[str, ...], rank: int | None
) -> None:
    assert holder_of(own, *arguments)["rank"] == rank


def test_one_that_does_not_answer_leaves_the_rank_open(own: Project) -> None:
    down = Project(own.root, {"DOWN": "1"})
    flags = ("--depth", "3", "--retriever", "own:retrieve")
    assert holder_of(down, *flags, returncode=3)["rank"] is None
    told = down.run("misses", *flags)
    assert 'warning: "灯塔的灯烧过什么？" could not be asked for more: ' in told.stderr
    assert "    attested by book/4_海事.txt" in told.stdout.splitlines()


@pytest.mark.parametrize(
    ("depth", "told"),
    [
        pytest.param("2", "(not among the first 2)", id="as-many-as-asked-for"),
        pytest.param("9", "(not among the 2 that came)", id="fewer"),
    ],
)
def test_says_how_far_down_a_source_was_looked_for(own: Project, depth: str, told: str) -> None:
    own.write("own.py", OWN.replace(', "book/4_海事.txt"', ""))
    done = own.run("misses", "--depth", depth, "--retriever", "own:retrieve")
    assert f"    attested by book/4_海事.txt {told}" in done.stdout.splitlines()


def test_another_retriever_than_the_run_s_is_not_asked(own: Project) -> None:
    done = own.run("misses", "--depth", "3")
    assert done.returncode == 2
    assert 'asked the retriever "own:retrieve", and --depth would ask "bm25"' in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(("misses", "R-9"), 'there is no run "R-9"', id="no-such-run"),
        pytest.param(("misses", "-c", "salt"), 'nothing of category "salt"', id="category"),
        pytest.param(("misses", "--interactive"), "needs a terminal", id="no-terminal"),
    ],
)
def test_what_can_not_be_answered_is_told(
    missed: Project, arguments: tuple[str, ...], told: str
) -> None:
    done = missed.run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_without_a_run_the_next_step_is_told(project: Project) -> None:
    done = project.run("misses")
    assert done.returncode == 2
    assert "fixturetool eval-retrieval" in done.stderr


def test_a_failed_retrieval_is_no_miss(missed: Project) -> None:
    missed.write("broken.py", "def retrieve(query, k):\n    raise RuntimeError('down')\n")
    missed.run("eval-retrieval", "--retriever", "broken:retrieve", "--retries", "0")
    done = missed.run("misses")
    assert done.returncode == 3
    assert ": 0 of 0 facets missing" in done.stdout
    assert "every retrieval failed for 1 query" in done.stderr


def test_what_the_fixtures_ask_no_more_is_told(missed: Project) -> None:
    content = json.loads((missed.root / FILE).read_bytes())
    content["fixtures"].append({**content["fixtures"][0], "query": "灯塔烧过盐吗？"})
    (missed.root / FILE).write_text(json.dumps(content), "utf-8")
    missed.run("eval-retrieval", "--k", "2")
    content["fixtures"].pop()
    (missed.root / FILE).write_text(json.dumps(content), "utf-8")
    done = missed.run("misses")
    assert done.returncode == 0
    assert "left out, as the fixtures have them no more: 1 query" in done.stderr


def test_data_steers_no_terminal(missed: Project) -> None:
    content = (missed.root / FILE).read_text("utf-8").replace("以外的蜡", "\\u001b[31m蜡[bold]")
    (missed.root / FILE).write_text(content, "utf-8")
    done = missed.run("misses")
    assert "\x1b" not in done.stdout
    assert "\\x1b[31m蜡[bold]" in done.stdout


@pytest.mark.parametrize(
    ("keys", "count", "noted", "told"),
    [
        pytest.param("t\n", 1, True, "noted: true miss: wax", id="a-true-miss"),
        pytest.param("s\n", 1, False, "0 decisions written", id="skipped"),
        pytest.param("\n", 1, False, "0 decisions written", id="enter-skips"),
        pytest.param("q\n", 1, False, "0 decisions written", id="quit"),
        pytest.param(
            "1\n新标签\n", 2, False, "anchor of wax, which has 2 anchors now", id="accepted"
        ),
        pytest.param("?\n99\nx\nu\nq\n", 1, False, "nothing to undo", id="helped"),
        pytest.param("t\nu\nq\n", 1, False, "taken back: noted: true miss", id="undone"),
        pytest.param("1\n标签\nu\nt\n\n", 1, True, "1 decision written", id="changed-one's-mind"),
        pytest.param("t\x03", 1, False, "interrupted", id="interrupted-before-the-answer"),
        pytest.param(
            "1\nq\nt\n", 1, True, "Label (Enter takes it, q goes back)", id="back-from-label"
        ),
        pytest.param(
            "e1\nq\nt\n", 1, True, "Passage (Enter takes it, q goes back)", id="back-from-passage"
        ),
    ],
)
def test_a_person_settles_a_miss(
    missed: Project, tmp_path: Path, keys: str, count: int, noted: bool, told: str
) -> None:
    screen = type_at(missed, keys, "misses", "--interactive")
    assert told in screen
    assert len(anchors(missed)) == count
    assert notes(missed).startswith("true miss: wax (bm25, run ") is noted
    assert missed.run("validate", "lamp").returncode == 0


def test_what_was_decided_before_an_interrupt_stays(missed: Project) -> None:
    content = (missed.root / FILE).read_text("utf-8")
    assert notes(missed) == ""
    type_at(missed, "t\n", "misses", "--interactive")
    assert missed.run("misses").stdout.count("as a person found") == 1
    assert (missed.root / FILE).read_text("utf-8") != content
    # The next walk passes over it.
    assert "1 noted as true before" in type_at(missed, "", "misses", "--interactive")
