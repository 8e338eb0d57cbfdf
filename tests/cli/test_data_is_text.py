"""Markup, emoji codes, HTML, formulas and terminal escapes in data come out as they are."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

from tests.cli.project import Project, fixture, passage
from tests.retrieval.api import Reply, always, match, matches

MARKS = [
    pytest.param("[bold]灯塔", id="rich-tag"),
    pytest.param("【灯塔】[/]结束", id="closing-tag"),
    pytest.param(":fire:灯塔", id="emoji-code"),
    pytest.param("<b>灯塔</b>&amp;", id="html"),
    pytest.param("{灯塔} %s `x` | y", id="template"),
]
MARK = "[/]:fire:<ins>\x1b[31m&amp;|`'\""
NEAR = "text/chs/book/4_近.txt"


def marked(here: Project, mark: str) -> None:
    """Put a mark into query, facet, description, passage, label and corpus."""
    here.write(NEAR, f"此处写着{mark}烧过鱼油。又写着{mark}点过蜂蜡。\n")
    anchor = {**passage(f"{mark}烧过鱼油", "oil"), "label": mark}
    gone = {**passage(f"{mark}烧过鲸脂多年", mark), "label": mark}
    facets = {"oil": mark, mark: f"{mark}烧过鲸脂"}
    here.write_category("lamp", [fixture(f"{mark}烧过什么？", anchor, gone, **facets)])


@pytest.mark.parametrize("mark", MARKS[:3])
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("search", "-q", "点过蜂蜡"), id="search"),
        pytest.param(("search", "-q", "点过蜂蜡", "--format", "places"), id="search-places"),
        pytest.param(("search", "-q", "--facet", "点过蜂蜡"), id="search-facet"),
        pytest.param(("verify", "-q"), id="verify"),
        pytest.param(("anchor", "list", "lamp", "-q"), id="anchor-list"),
        pytest.param(("retrieve", "-q", "烧过鱼油"), id="retrieve"),
        pytest.param(("eval-retrieval", "-q"), id="eval-retrieval"),
        pytest.param(("repair", "-q"), id="repair"),
    ],
)
def test_data_is_printed_as_it_is(here: Project, command: Sequence[str], mark: str) -> None:
    marked(here, mark)
    done = here.run(*command)
    assert done.returncode in {0, 1}, done.stderr
    assert mark in done.stdout


@pytest.fixture(name="reported")
def project_with_a_marked_run(here: Project) -> Project:
    """A run in which every kind of data bears every mark and an escape."""
    marked(here, MARK)
    here.write("text/chs/far/5_远.txt", f"甲子年某某{MARK}烧过鲸脂多年")
    assert here.run("eval-retrieval", "-q", "--k", "1").returncode == 0
    return here


def latest(here: Project) -> str:
    return sorted(path.name for path in (here.root / ".fixturetool/runs").iterdir())[-1]


@pytest.mark.parametrize("form", ["text", "md", "json", "csv", "junit", "html", "github"])
def test_no_format_passes_an_escape_on(reported: Project, form: str) -> None:
    done = reported.run("report", latest(reported), "--format", form)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "fire" in done.stdout


def test_in_junit_data_is_one_text(reported: Project) -> None:
    xml = reported.run("report", latest(reported), "--format", "junit").stdout
    tree = ET.fromstring(xml)
    assert {one.tag for one in tree.iter()} <= {
        *("testsuites", "testsuite", "testcase", "failure", "error", "skipped"),
        *("properties", "property", "system-out", "system-err"),
    }
    assert any("<ins>" in value for one in tree.iter() for value in one.attrib.values())


def test_in_html_data_makes_no_element(reported: Project) -> None:
    page = reported.run("report", latest(reported), "--format", "html").stdout
    assert not re.search(r"<ins[\s>]", page)
    assert "&lt;ins&gt;" in page


@pytest.mark.parametrize("command", [("misses", "-q"), ("compare", "{run}", "{run}")], ids=" ".join)
def test_what_looks_into_a_run_prints_data_as_it_is(reported: Project, command: tuple[str]) -> None:
    run = latest(reported)
    done = reported.run(*(word.replace("{run}", run) for word in command))
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert command[0] == "compare" or "[/]:fire:<ins>\\x1b[31m" in done.stdout


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1"], ids=repr)
def test_in_csv_a_query_is_no_formula(here: Project, cell: str) -> None:
    here.write_category("lamp", [fixture(f"{cell}灯塔", passage("烧过鱼油", "oil"), oil="")])
    done = here.run("eval-retrieval", "-q", "--format", "csv")
    assert done.returncode == 0, done.stderr
    cells = [one for line in done.stdout.splitlines() for one in line.split(",")]
    assert not [one for one in cells if one.lstrip('"').startswith(tuple("=@\t"))]
    assert any("灯塔" in one for one in cells)


@pytest.mark.parametrize("mark", MARKS)
def test_paths_and_errors_of_a_system_are_data(here: Project, mark: str) -> None:
    with always(matches(match(f"x/{mark}.txt", mark))) as api:
        strange = here.run("eval-retrieval", "-q", "--base-url", api.url)
    assert strange.returncode == 3
    assert f"x/{mark}.txt" in strange.stdout
    with always(Reply(mark.encode(), 400)) as api:
        failed = here.run("eval-retrieval", "-q", "--retries", "0", "--base-url", api.url)
    assert failed.returncode == 3
    assert f"answered 400: {mark}" in failed.stdout


@pytest.mark.parametrize("mark", MARKS)
def test_entries_of_a_dataset_are_data(here: Project, mark: str) -> None:
    here.write("set.json", json.dumps([{"question": mark, "expected_paths": ["a.txt"]}]))
    assert mark in here.run("dataset", "list", "set.json").stdout
    assert here.run("dataset", "edit", "set.json", "1", "--answer", mark).returncode == 0
    assert json.loads((here.root / "set.json").read_text("utf-8"))[0]["expected_answer"] == mark
    assert mark in here.run("dataset", "delete", "set.json", "1", "--yes").stderr


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("search", "-q", "烧过鱼油"), id="search"),
        pytest.param(("verify", "-q", "--sources"), id="verify"),
        pytest.param(("retrieve", "-q", "烧过鱼油"), id="retrieve"),
        pytest.param(("eval-retrieval", "-q"), id="eval-retrieval"),
        pytest.param(("anchor", "list", "lamp", "-q"), id="anchor-list"),
        pytest.param(("repair", "-q"), id="repair"),
    ],
)
def test_piped_output_is_whole_and_without_colour(here: Project, command: Sequence[str]) -> None:
    long = "灯塔" + "长" * 300 + "烧过鱼油"
    here.write(NEAR, f"{long}。\n")
    here.write_category(
        "lamp",
        [fixture(f"{long}？", passage(long, "oil"), passage(f"{long}没", "no"), oil="", no="")],
    )
    piped = Project(here.root, {"COLUMNS": "40"}).run(*command)
    assert "\x1b" not in piped.stdout
    assert "长" * 300 in piped.stdout or command[1:3] == ("-q", "烧过鱼油")
