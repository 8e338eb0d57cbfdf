"""``repair``: proposals shown, and written after asking."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage
from tests.cli.terminal import type_at, typed_at

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


def test_a_deleted_source_is_said_to_be_gone(project: Project) -> None:
    file = project.root / FILE
    file.write_text(text(project).replace("出处", "书《灯志》：鱼油"), "utf-8")
    for path in ("book/1_灯志.txt", "voice/2_老蔺.txt", "tps_notes/3_笔记.txt"):
        (project.root / "text/chs" / path).unlink()
    project.write("text/chs/book/4_潮.txt", "潮水一日两次。")
    told = 'and no source is called "灯志" any more'
    assert project.run("repair").stdout.count(f"is like it, {told}: anchor the facet anew") == 2
    assert project.run("verify").stdout.count(f"nothing similar in the corpus, {told}") == 2
    gone = json.loads(project.run("repair", "--format", "json").stdout)["gone"]
    assert [one["lost_source"] for one in gone] == ["灯志", "灯志"]


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


ACCEPTED = f'replaced: {FILE} has "一样，烧的是鱼油" [出处] now, official, for "oil"'


@pytest.mark.parametrize(
    ("keys", "replaced", "code", "told"),
    [
        pytest.param("a\n\n", True, 0, ACCEPTED, id="accepted"),
        pytest.param("a\nu\nq\n", False, 1, f"taken back: {ACCEPTED}", id="undone"),
        pytest.param("s\n", False, 1, "0 decisions written; 1 left", id="skipped"),
        pytest.param("r\n\nq\n", False, 1, "Remove the anchor? [y/N]", id="removal-unconfirmed"),
    ],
)
def test_a_person_decides_on_an_anchor(
    moved: Project, keys: str, replaced: bool, code: int, told: str
) -> None:
    before = text(moved)
    screen, returncode = typed_at(moved, keys, "repair", "--interactive")
    assert told in screen
    assert returncode == code
    assert text(moved) == (before.replace("一样,烧", "一样，烧") if replaced else before)


def test_a_person_is_shown_what_repair_shows_and_the_claim(moved: Project) -> None:
    screen = type_at(moved, "q\n", "repair", "--interactive")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", screen).splitlines()
    at = lines.index(f'1 of 1  {FILE}: "灯塔的灯烧过什么？"')
    source = "voice/2_老蔺.txt:2, official, of which the label says nothing, the only such text"
    assert lines[at + 1 : at + 8] == [
        "  oil: 烧过鱼油",
        '  anchor   "一样,烧的是鱼油" [出处]',
        "  differs  一样[-,-]{+，+}烧的是鱼油",
        "  write    一样，烧的是鱼油",
        f"  from     {source}, in 1 source",
        "  0.95, above the bar",
        "a accept, r remove, s skip, u undo, q quit, ? help [s]: ",
    ]


def test_a_removed_anchor_is_told_with_what_its_facet_has_left(moved: Project) -> None:
    screen, returncode = typed_at(moved, "r\ny\n\n", "repair", "--interactive")
    assert f'removed: {FILE} has "一样,烧的是鱼油" no more; "oil" has 1 left' in screen
    assert f"1 decision written to {FILE}: 1 removed; 0 left" in screen
    assert returncode == 0
    passages = json.loads(text(moved))["fixtures"][0]["relevant_passages"]
    assert [one["passage"] for one in passages] == ["烧过鱼油"]


def test_the_last_anchor_of_a_facet_stays(moved: Project) -> None:
    only = fixture("灯塔的灯烧过什么？", passage("一样,烧的是鱼油", "oil"), oil="烧过鱼油")
    before = moved.write_category("lamp", [only]).read_bytes()
    screen, returncode = typed_at(moved, "r\nq\n", "repair", "--interactive")
    assert 'no passage is left for facet "oil"' in screen
    assert "Remove the anchor?" not in screen
    assert (returncode, (moved.root / FILE).read_bytes()) == (1, before)


def test_the_next_of_several_texts_can_be_taken(moved: Project) -> None:
    before = text(moved)
    moved.write("text/chs/voice/4_夜话.txt", "灯塔的灯都一样。烧的是鱼油。\n")
    screen, returncode = typed_at(moved, "n\na\n\n", "repair", "--interactive")
    assert "a accept 1 of 2, n next, r remove" in screen
    assert "a accept 2 of 2, n next, r remove" in screen
    assert returncode == 0
    assert text(moved) == before.replace("一样,烧", "一样。烧")


UNOFFICIAL = {
    "text/chs/voice/2_老蔺.txt": "无。\n",
    "text/chs/tps_notes/3_笔记.txt": "一样，烧的是鱼油。\n",
}


@pytest.mark.parametrize(
    ("keys", "replaced"),
    [
        pytest.param("a\n\nq\n", False, id="refused"),
        pytest.param("a\ny\n\n", True, id="all-the-same"),
    ],
)
def test_a_text_that_a_rule_is_against_is_refused_unless_a_person_insists(
    moved: Project, keys: str, replaced: bool
) -> None:
    for path, content in UNOFFICIAL.items():
        moved.write(path, content)
    before = text(moved)
    screen, _ = typed_at(moved, keys, "repair", "--interactive")
    assert 'FT202 anchor "一样，烧的是鱼油" is marked official, but only unofficial' in screen
    assert text(moved) == (before.replace("一样,烧", "一样，烧") if replaced else before)


def test_what_another_program_wrote_meanwhile_is_told_and_kept(moved: Project) -> None:
    edited = text(moved).replace("小样", "别样")
    screen, returncode = typed_at(
        moved,
        "a\n\n",
        "repair",
        "--interactive",
        meanwhile=lambda: (moved.root / FILE).write_text(edited, "utf-8"),
    )
    assert "another program had changed the file meanwhile; what it wrote is kept" in screen
    assert returncode == 0
    assert text(moved) == edited.replace("一样,烧", "一样，烧")


def test_what_was_accepted_before_an_interrupt_stays(moved: Project) -> None:
    before = text(moved).replace('"烧过鱼油",', '"烧过,鱼油",')
    (moved.root / FILE).write_text(before, "utf-8")
    moved.write("text/chs/book/1_灯志.txt", "灯塔烧过，鱼油。\n")
    screen, returncode = typed_at(moved, "a\n", "repair", "--interactive")
    assert f"1 decision written to {FILE}: 1 replaced; 1 left" in screen
    assert returncode == 130
    assert text(moved) == before.replace("烧过,鱼油", "烧过，鱼油")


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        pytest.param(("--write",), "run repair --write first", id="written-at-once"),
        pytest.param(("--format", "json"), "--interactive writes no json", id="for-a-program"),
    ],
)
def test_what_asks_nobody_is_not_interactive(
    moved: Project, flags: tuple[str, ...], told: str
) -> None:
    screen, returncode = typed_at(moved, "", "repair", "--interactive", *flags)
    assert told in screen
    assert returncode == 2


def test_deciding_needs_a_terminal(moved: Project) -> None:
    done = moved.run("repair", "--interactive")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--interactive needs a terminal" in done.stderr
    assert "drop it, or run it in one" in done.stderr


def test_nobody_is_asked_about_anchors_of_a_read_only_file(moved: Project) -> None:
    (moved.root / FILE).chmod(0o444)
    screen, returncode = typed_at(moved, "a\n", "repair", "--interactive")
    assert "is read-only" in screen
    assert "a accept" not in screen
    assert returncode == 2
