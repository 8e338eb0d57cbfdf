"""``repair``: proposals shown, and written after asking."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project
from tests.cli.terminal import type_at

FILE = "retrieval_fixtures/lamp.json"


@pytest.fixture(name="moved")
def project_whose_corpus_moved_on(project: Project) -> Project:
    """A mark takes another form."""
    project.write("text/chs/voice/2_老蔺.txt", "灯里头\n一样，\n烧的是鱼油，我闻得出来。\n")
    file = project.root / FILE
    file.write_text(text(project).replace("烧的是鱼油", "一样,烧的是鱼油"), "utf-8")
    return project


def text(project: Project) -> str:
    return (project.root / FILE).read_text("utf-8")


def moved_to(project: Project, now: str) -> None:
    project.write("text/chs/voice/2_老蔺.txt", now)


def test_a_proposal_is_shown_character_by_character(moved: Project) -> None:
    done = moved.run("repair", "--quiet")
    assert done.returncode == 1
    assert done.stdout == (
        f'{FILE}:22: "一样,烧的是鱼油" [出处]\n'
        "    differs  一样[-,-]{+，+}烧的是鱼油\n"
        "    paste    一样，烧的是鱼油\n"
        "    from     voice/2_老蔺.txt:2, official, of which the label says nothing, "
        "the only such text, in 1 source\n"
        "    0.95, above the bar\n"
        "2 anchors: 1 gone; 1 above the bar, 0 for a person, 0 without likeness\n"
    )


def test_a_changed_fact_is_for_a_person(moved: Project) -> None:
    moved_to(moved, "灯里头一样，烧的不是鱼油，我闻得出来。")
    done = moved.run("repair", "--write", "--yes", "--quiet")
    assert done.returncode == 1
    assert "烧的{+不+}是鱼油" in done.stdout
    assert '0.49, for a person: negation: the corpus has "不" more' in done.stdout


def test_what_is_like_nothing_is_said_to_be(moved: Project) -> None:
    moved_to(moved, "潮水一日两次。")
    moved.write("text/chs/book/1_灯志.txt", "守灯人。")
    moved.write("text/chs/tps_notes/3_笔记.txt", "无。")
    assert moved.run("repair").stdout.count("nothing in the corpus is like it") == 2


def test_programs_get_the_same(moved: Project) -> None:
    document = json.loads(moved.run("repair", "--format", "json").stdout)
    assert (document["schema"], document["anchors"]) == ("fixturetool.repair/1", 2)
    [gone] = document["gone"]
    assert (gone["pointer"], gone["line"]) == ("/fixtures/0/relevant_passages/1/passage", 22)
    proposal = gone["proposal"]
    assert proposal["changes"] == [
        ["equal", "一样", "一样"],
        ["replace", ",", "，"],
        ["equal", "烧的是鱼油", "烧的是鱼油"],
    ]
    assert (proposal["unique"], proposal["labelled"], proposal["above_bar"]) == (True, None, True)


def test_writing_needs_somebody_to_ask_or_yes(moved: Project) -> None:
    before = text(moved)
    done = moved.run("repair", "--write")
    assert (done.returncode, text(moved)) == (2, before)
    assert "add --yes" in done.stderr
    assert moved.run("repair", "--write", "--yes").returncode == 0
    assert text(moved) == before.replace("一样,烧", "一样，烧")
    assert moved.run("verify", "--strict").returncode == 0


def test_a_higher_bar_writes_less(moved: Project) -> None:
    before = text(moved)
    done = moved.run("repair", "--write", "--yes", "--bar", "0.99")
    assert (done.returncode, text(moved)) == (1, before)


def test_nothing_gone_is_yes(project: Project) -> None:
    done = project.run("repair")
    assert done.returncode == 0
    assert done.stdout.startswith("2 anchors: 0 gone;")


def test_invalid_fixtures_are_told_and_not_repaired(project: Project) -> None:
    project.write("retrieval_fixtures/bad.json", "{")
    done = project.run("repair")
    assert (done.returncode, done.stdout) == (2, "")
    assert "bad.json:1" in done.stderr


@pytest.mark.parametrize(
    ("answer", "replaced"),
    [pytest.param("y\n", True, id="yes"), pytest.param("\n", False, id="no-by-default")],
)
def test_a_person_is_asked_at_a_terminal(
    moved: Project, tmp_path: Path, answer: str, replaced: bool
) -> None:
    before = text(moved)
    screen = type_at(moved, answer, "repair", "--write")
    assert "replace 1 anchor in 1 file?" in screen
    assert (text(moved) != before) is replaced
