"""Fixtures written by commands: new, anchor and fmt."""

import difflib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.project import Project
from tests.cli.terminal import type_at

FILE = "retrieval_fixtures/lamp.json"
OIL = ("--facet", "oil", "--passage")


def read(project: Project, path: str = FILE) -> dict[str, object]:
    document = json.loads((project.root / path).read_text("utf-8"))
    assert isinstance(document, dict)
    return document


def text(project: Project, path: str = FILE) -> str:
    return (project.root / path).read_text("utf-8")


def added_lines(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line[1:].strip() for line in [*lines][2:] if line.startswith("+")]


NEW = (
    *("--query", "灯塔烧过盐吗？", "--rationale", "只有第三方说过"),
    *("--facet", "salt", "灯塔烧过盐"),
)


def test_a_category_is_valid_with_its_first_fixture(project: Project) -> None:
    anchor = ("--anchor", "salt", "3_笔记.txt", "灯塔据说烧过盐")
    done = project.run("new", "category", "salts", "--description", "传言", *NEW, *anchor)
    assert done.returncode == 0, done.stderr
    document = read(project, "retrieval_fixtures/salts.json")
    assert document["fixtures"] == [
        {
            "query": "灯塔烧过盐吗？",
            "language": "CHS",
            "rationale": "只有第三方说过",
            "expected_coverage": {"salt": "灯塔烧过盐"},
            "relevant_passages": [
                {
                    "passage": "灯塔据说烧过盐",
                    "label": "笔记",
                    "official": False,
                    "covers": ["salt"],
                }
            ],
        }
    ]
    assert project.run("verify", "salts").returncode == 0


def test_a_category_that_is_there_stays(project: Project) -> None:
    before = text(project)
    done = project.run("new", "category", "lamp", "--description", "x", *NEW)
    assert (done.returncode, text(project)) == (3, before)
    assert 'there is a category "lamp" already' in done.stderr


@pytest.mark.parametrize("name", ["../lamp", ".lamp", " "], ids=["a path", "hidden", "blank"])
def test_a_category_has_a_plain_name(project: Project, name: str) -> None:
    done = project.run("new", "category", name)
    assert done.returncode == 2
    assert "is no name for a category" in done.stderr


def test_passages_of_a_search_become_a_fixture(project: Project) -> None:
    found = project.run("search", "添油", "--format", "passage", "--facet-name", "oiling")
    before = text(project)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "fixturetool", "new", "fixture", "lamp", "--passages", "-"),
            *("--query", "守灯人每夜做什么？", "--rationale", "r", "--facet", "oiling", "添油三次"),
        ],
        cwd=project.root,
        input=found.stdout,
        encoding="utf-8",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert added_lines(before, text(project))[2] == '"query": "守灯人每夜做什么？",'


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(NEW, 2, 'no --anchor or --passages for facet "salt"', id="no anchor"),
        pytest.param(NEW[:2], 2, "--rationale is missing", id="no rationale"),
        pytest.param(
            (*NEW, "--anchor", "other", "3_笔记.txt", "灯塔据说烧过盐"), 2, "no facet", id="facet"
        ),
        pytest.param(
            (*NEW, "--anchor", "salt", "9_无.txt", "灯塔据说烧过盐"), 2, "no source", id="source"
        ),
        pytest.param(
            (*NEW, "--anchor", "salt", "1_灯志.txt", "灯塔据说烧过盐"), 1, "it stands in", id="text"
        ),
    ],
)
def test_a_fixture_that_is_not_whole_is_not_written(
    project: Project, arguments: tuple[str, ...], code: int, message: str
) -> None:
    before = text(project)
    done = project.run("new", "fixture", "lamp", *arguments)
    assert (done.returncode, text(project)) == (code, before)
    assert message in done.stderr


def test_an_anchor_is_proved_labelled_and_added(project: Project) -> None:
    project.write("text/chs/tps_notes/6_补.txt", "灯塔夜里添的\n也是鱼油，味道很重。\n")
    before = text(project)
    done = project.run("anchor", "add", "lamp", *OIL, "夜里添的也是鱼油", "--source", "6_补.txt")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        f'{FILE}: added "夜里添的也是鱼油" [补], unofficial; "oil" has 3 anchors\n'
    )
    assert added_lines(before, text(project)) == [
        "},",
        "{",
        '"passage": "夜里添的也是鱼油",',
        '"label": "补",',
        '"official": false,',
        '"covers": [',
        '"oil"',
        "]",
    ]


def test_a_facet_is_made_along(project: Project) -> None:
    new = ("--facet", "thrice", "--description", "每夜添油三次")
    done = project.run("anchor", "add", "lamp", *new, "--passage", "每夜添油三次")
    assert done.returncode == 0
    assert 'still wanted: FT203 facet "thrice" rests on 1 source' in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param((*OIL, "烧过牛油"), 1, "stands in no source", id="nowhere"),
        pytest.param((*OIL, "烧过鱼油。守"), 1, "FT206", id="a rule is against it"),
        pytest.param(("-f", "salt", "-p", "烧过盐"), 2, 'no facet "salt"', id="no facet"),
        pytest.param((*OIL, "鱼油", "--query", "谁？"), 2, 'asks "谁？"', id="no fixture"),
        pytest.param((*OIL, " "), 2, "the passage is blank", id="blank"),
    ],
)
def test_an_anchor_that_does_not_hold_is_not_written(
    project: Project, arguments: tuple[str, ...], code: int, message: str
) -> None:
    before = text(project)
    done = project.run("anchor", "add", "lamp", *arguments)
    assert (done.returncode, text(project)) == (code, before)
    assert message in done.stderr


def test_a_rule_is_broken_when_it_is_named(project: Project) -> None:
    done = project.run("anchor", "add", "lamp", *OIL, "烧过鱼油。守", "--force", "FT206")
    assert done.returncode == 0, done.stderr
    assert "烧过鱼油。守" in text(project)


def test_anchors_are_listed_with_where_they_stand(project: Project) -> None:
    done = project.run("anchor", "list", "lamp")
    assert done.returncode == 0
    assert done.stdout == (
        "灯塔的灯烧过什么？  (CHS)\n"
        "  oil: 烧过鱼油  2 anchors, 2 sources\n"
        "    烧过鱼油  official\n"
        "      book/1_灯志.txt\n"
        "    烧的是鱼油  official\n"
        "      voice/2_老蔺.txt\n"
    )
    listed = json.loads(project.run("anchor", "list", "lamp", "--format", "json").stdout)
    facet = listed["fixtures"][0]["facets"][0]
    assert (facet["sources"], len(facet["anchors"])) == (2, 2)


def test_an_anchor_is_removed_but_not_the_last_one(project: Project) -> None:
    first = project.run("anchor", "remove", "lamp", "--passage", "烧过鱼油")
    assert (first.returncode, first.stdout) == (0, f'{FILE}: removed "烧过鱼油"\n')
    before = text(project)
    second = project.run("anchor", "remove", "lamp", "--passage", "烧的是鱼油")
    assert (second.returncode, text(project)) == (2, before)
    assert "--drop-facet" in second.stderr
    assert project.run("anchor", "remove", "lamp", "--passage", "烧过鱼油").returncode == 1


def test_layout_is_mended_on_request_alone(project: Project) -> None:
    document = read(project)
    (project.root / FILE).write_text(json.dumps(document), "utf-8")
    before = text(project)
    checked = project.run("fmt", "--check")
    assert (checked.returncode, text(project)) == (1, before)
    assert checked.stdout == f"{FILE}: would be formatted\n"
    assert project.run("fmt").returncode == 0
    assert (read(project), "\\u706f" in text(project)) == (document, True)
    assert project.run("fmt", "--check").returncode == 0


ANSWERS = ["夜里的灯", "灯塔的灯烧什么？", "几处都说", "oil", "灯塔烧鱼油", "?", "1 2", "", ""]


def test_a_category_is_written_with_a_person(project: Project, tmp_path: Path) -> None:
    main, other = pty.openpty()
    with (tmp_path / "out.txt").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "fixturetool", "new", "category", "night"],
            cwd=project.root,
            stdin=other,
            stdout=out,
            stderr=other,
            env={**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"},
        )
    os.write(main, "".join(f"{answer}\n" for answer in ANSWERS).encode())
    os.close(other)
    screen = b""
    while True:
        try:
            screen += os.read(main, 4096)
        except OSError:  # the terminal is closed with its last process
            break
    os.close(main)
    assert process.wait() == 0, screen.decode()
    assert "灯塔烧过鱼油" in screen.decode()
    assert "=text     take this text" in screen.decode()
    document = read(project, "retrieval_fixtures/night.json")
    fixtures = document["fixtures"]
    assert isinstance(fixtures, list)
    assert len(fixtures[0]["relevant_passages"]) == 2
    assert project.run("validate", "night").returncode == 0


def test_a_question_that_asks_several_things_is_told_before_its_anchors_are_asked_for(
    project: Project,
) -> None:
    two, one = "灯塔烧过什么，谁添油？", "灯塔烧过什么油？"
    flags = ("--query", two, "--rationale", "小样", "--facet", "oil", "烧过鱼油")
    keys = f"n\n{one}\n=烧过鱼油\n\n"
    screen = type_at(project, keys, "new", "fixture", "lamp", *flags)
    assert screen.count("FT211") == 1
    assert "Take it all the same?" not in screen
    written = read(project, "retrieval_fixtures/lamp.json")["fixtures"]
    assert isinstance(written, list)
    assert [fixture["query"] for fixture in written] == ["灯塔的灯烧过什么？", one]


def test_what_is_written_steers_no_terminal(project: Project) -> None:
    project.write("text/chs/book/5_倒.txt", "守灯人\u202e每夜\u009b添油三次。\n")
    passage = "守灯人\u202e每夜\u009b添油"
    done = project.run("anchor", "add", "lamp", *OIL, passage, "--force", "FT205")
    assert done.returncode == 0, done.stderr
    again = project.run("anchor", "add", "lamp", *OIL, passage)
    removed = project.run("anchor", "remove", "lamp", "--passage", passage)
    for said in (done.stdout, again.stdout, removed.stdout):
        assert "守灯人\\u202e每夜\\x9b添油" in said


def test_the_fixture_that_has_the_facet_or_the_passage_is_meant(project: Project) -> None:
    anchor = ("--anchor", "salt", "3_笔记.txt", "灯塔据说烧过盐")
    project.run("new", "fixture", "lamp", *NEW, *anchor)
    more = ("--facet", "salt", "--passage", "据说烧过盐", "--force", "FT206")
    done = project.run("anchor", "add", "lamp", *more)
    assert done.returncode == 0, done.stderr
    done = project.run("anchor", "remove", "lamp", "--passage", "据说烧过盐")
    assert done.returncode == 0, done.stderr
    done = project.run("anchor", "remove", "lamp", "--passage", "谁也没有说过")
    assert done.returncode == 2
    assert "several fixtures" in done.stderr


@pytest.mark.parametrize(
    ("facets", "told"),
    [
        pytest.param(("-f", "a", "甲", "-f", "a", "乙"), '--facet "a" is given twice', id="twice"),
        pytest.param(("-f", " ", "甲"), "--facet has a blank name", id="blank"),
    ],
)
def test_each_facet_has_one_claim(project: Project, facets: tuple[str, ...], told: str) -> None:
    done = project.run("new", "fixture", "lamp", *NEW, *facets)
    assert done.returncode == 2
    assert told in done.stderr


SALT = ("-a", "salt", "3_笔记.txt", "灯塔据说烧过盐")
BROKEN = os.fsdecode(b"\xff\xfe")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(
            ("anchor", "add", "lamp", *OIL, "守灯人每夜添油三次", "--label", BROKEN), id="label"
        ),
        pytest.param(
            ("new", "fixture", "lamp", *NEW, *SALT, "--rationale", BROKEN),
            id="rationale",
        ),
        pytest.param(
            ("new", "category", "salts", *NEW, *SALT, "--description", BROKEN),
            id="description",
        ),
    ],
)
def test_bytes_that_are_no_text_are_not_written(
    project: Project, arguments: tuple[str, ...]
) -> None:
    before = text(project)
    done = project.run(*arguments, "--force", "FT210", "--force", "FT205")
    assert (done.returncode, text(project)) == (2, before)
    assert "not UTF-8" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project.root / "retrieval_fixtures" / "salts.json").exists()
