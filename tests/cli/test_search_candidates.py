"""Search as the way to anchors."""

import json

import pytest

from tests.cli.project import Project

QUERY = "灯塔的灯烧过什么？"


def test_candidates_are_alone_on_their_lines_with_where_they_stand(project: Project) -> None:
    done = project.run("search", "鱼油", "--query", QUERY)
    assert done.returncode == 0
    assert done.stdout == (
        " 1  灯塔烧过鱼油\n"
        "    book/1_灯志.txt:1  official, this source alone, the query leads here\n"
        "    灯塔烧过鱼油。\n"
        "\n"
        " 2  烧的是鱼油，我闻得出来\n"
        "    voice/2_老蔺.txt:2  official, this source alone, the query leads here\n"
        "    烧的是鱼油，我闻得出来。\n"
        "\n"
        "2 hits and 0 name hits in 2 sources; 2 candidates in 2 wordings\n"
    )


def test_passages_are_ready_to_paste(project: Project) -> None:
    done = project.run("search", "鱼油", "--format", "passage", "--facet-name", "oil")
    assert json.loads(done.stdout) == [
        {"passage": "灯塔烧过鱼油", "label": "灯志", "official": True, "covers": ["oil"]},
        {"passage": "烧的是鱼油，我闻得出来", "label": "老蔺", "official": True, "covers": ["oil"]},
    ]


def test_a_facet_that_nobody_named_is_refused_by_validate(project: Project) -> None:
    passages = json.loads(project.run("search", "鱼油", "--format", "passage").stdout)
    file = project.root / "retrieval_fixtures" / "lamp.json"
    document = json.loads(file.read_text("utf-8"))
    document["fixtures"][0]["relevant_passages"] += passages
    file.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    done = project.run("validate")
    assert done.returncode == 1
    assert "FT120" in done.stdout
    assert "<facet>" in done.stdout


def test_a_description_is_searched_by_its_words(project: Project) -> None:
    done = project.run("search", "--facet", "灯塔从前烧的是鱼油", "--format", "json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["description"]) == (0, "灯塔从前烧的是鱼油")
    sources = [one["source"] for one in document["candidates"]]
    assert set(sources[:2]) == {"book/1_灯志.txt", "voice/2_老蔺.txt"}


def test_who_says_more_of_a_description_comes_before_who_is_official(project: Project) -> None:
    project.write("text/chs/tps_notes/3_笔记.txt", "灯塔用南岛渔船的油。\n")
    claim = "灯塔从前烧的是鱼油，南岛的渔船在秋天运来，存放在地窖的陶瓮中"
    done = project.run("search", "--facet", claim, "--format", "json")
    found = [(one["source"], one["official"]) for one in json.loads(done.stdout)["candidates"]]
    assert found[:2] == [("tps_notes/3_笔记.txt", False), ("book/1_灯志.txt", True)]


def test_a_description_that_nobody_attests_ends_with_1(project: Project) -> None:
    done = project.run("search", "--facet", "潜水艇")
    assert (done.returncode, done.stdout) == (1, "0 candidates in 0 wordings\n")


def test_json_has_hits_and_candidates(project: Project) -> None:
    document = json.loads(project.run("search", "鱼油", "-n", "1", "--format", "json").stdout)
    assert [source["hit_count"] for source in document["sources"]] == [1, 1]
    assert [one["passage"] for one in document["candidates"]] == ["灯塔烧过鱼油"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((), "give either a PATTERN or --facet TEXT", id="neither"),
        pytest.param(("油", "--facet", "油"), "give either a PATTERN or --facet", id="both"),
        pytest.param(("--facet", "油", "--format", "places"), "--format places", id="no places"),
        pytest.param(("油", "--facet-name", "a"), "--format passage", id="a name for nothing"),
        pytest.param(("--facet", "是什么？"), "no word that carries meaning", id="no word"),
    ],
)
def test_what_can_not_be_searched_for_ends_with_2(
    project: Project, arguments: tuple[str, ...], message: str
) -> None:
    done = project.run("search", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_corpus_text_is_data(project: Project) -> None:
    project.write("text/chs/book/4_x.txt", "[bold]红灯\x1b[31m亮了:fire:[/]，不见人\n")
    done = project.run("search", "红灯")
    assert "[bold]红灯\\x1b[31m亮了:fire:[/]" in done.stdout
    assert "\x1b" not in done.stdout
