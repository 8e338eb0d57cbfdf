"""There and back again, and what happens to what can't be anchored."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.project import Project, fixture, passage

QUERY = "灯塔的灯烧过什么？"


@pytest.fixture(name="project")
def lamp(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.write("text/chs/book/1_灯 志.txt", "灯塔烧过鱼油很多年。\n守灯人每夜添油三次。\n")
    project.write("text/chs/voice/2_老蔺.txt", "灯里头一样\n烧的是鱼油，我闻得出来。\n")
    project.write("text/chs/tps_notes/3_笔记.txt", "灯塔据说烧过盐的。\n")
    project.write_category(
        "lamp",
        [
            fixture(
                QUERY,
                passage("烧过鱼油", "oil"),
                passage("烧的是鱼油", "oil"),
                passage("据说烧过盐", "salt", official=False),
                oil="烧过鱼油",
                salt="",
            )
        ],
    )
    return project


def fixtures(project: Project, name: str) -> list[dict[str, Any]]:
    document = json.loads((project.root / name).read_text("utf-8"))
    found: list[dict[str, Any]] = document["fixtures"]
    return found


@pytest.mark.parametrize(
    "target", [pytest.param("out.jsonl", id="nuggets"), pytest.param("beir", id="beir")]
)
def test_what_was_exported_comes_back(project: Project, target: str) -> None:
    assert project.run("export", target).returncode == 0
    result = project.run("import", target, "--fixtures", "back")
    assert result.stdout == "anchored 2 of 2 claims, 1 fixture\n"
    before = fixtures(project, "retrieval_fixtures/lamp.json")
    assert fixtures(project, "back/lamp.json") == before


def test_qrels_list_every_source_of_the_corpus_that_covers_a_facet(project: Project) -> None:
    assert project.run("export", "all.qrels").returncode == 0
    assert (project.root / "all.qrels").read_text("utf-8").splitlines() == [
        f"lamp/CHS/{QUERY} oil book/1_灯%20志.txt 1",
        f"lamp/CHS/{QUERY} oil voice/2_老蔺.txt 1",
        f"lamp/CHS/{QUERY} salt tps_notes/3_笔记.txt 1",
    ]


def test_qrels_come_back_with_anchors_of_their_own(project: Project) -> None:
    project.run("export", "all.qrels")
    result = project.run("import", "all.qrels", "--fixtures", "back")
    assert result.returncode == 0
    verified = project.run("verify", "--fixtures", "back")
    assert verified.stdout.splitlines()[-1].startswith("3 anchors: 3 found, 0 missing; 0 errors")


def test_ad_hoc_qrels_make_a_facet_of_each_relevant_document(project: Project) -> None:
    project.write("adhoc.qrels", "7 0 book/1_灯%20志.txt 2\n7 0 voice/2_老蔺.txt 0\n7 0 no.txt 1\n")
    project.write("queries.tsv", f"7\t{QUERY}\n")
    result = project.run("import", "adhoc.qrels", "--queries", "queries.tsv", "-c", "adhoc")
    assert result.returncode == 1
    assert result.stdout == (
        f"{QUERY}\n  no.txt: the corpus has no source 'no.txt'\nanchored 1 of 2 claims, 1 fixture\n"
    )
    [made] = fixtures(project, "retrieval_fixtures/adhoc.json")
    assert [one["passage"] for one in made["relevant_passages"]] == ["灯塔烧过鱼油很多年。"]


def test_a_document_of_a_beir_folder_is_found_by_its_text(project: Project) -> None:
    project.write("beir/queries.jsonl", json.dumps({"_id": "q1", "text": QUERY}) + "\n")
    documents = [
        {
            "_id": "d1",
            "title": "",
            "text": "别处的话，没有人说过。灯里头一样烧的是鱼油，我闻得出来。",
        },
        {"_id": "d2", "title": "", "text": "语料里没有的一句话。"},
    ]
    project.write("beir/corpus.jsonl", "".join(json.dumps(one) + "\n" for one in documents))
    project.write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t1\n")
    result = project.run("import", "beir", "-c", "found", "--format", "json")
    document = json.loads(result.stdout)
    assert (document["anchored"], document["fixtures"]) == (1, 1)
    [lost] = document["lost"]
    assert (lost["facet"], lost["reason"]) == ("d2", "the corpus holds no sentence of it")


def test_a_beir_score_of_two_signs_is_told_with_its_line(project: Project) -> None:
    project.write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t--1\n")
    result = project.run("import", "beir", "-c", "signs")
    assert result.returncode == 2
    assert "test.tsv:2: 'q1\\td1\\t--1' is no line of query, document and score" in result.stderr


def test_a_nugget_whose_words_stand_in_the_corpus_is_anchored(project: Project) -> None:
    nuggets = [
        {"text": "守灯人每夜添油三次。", "importance": "vital"},
        {"text": "灯从来没有灭过。", "importance": "okay"},
    ]
    project.write(
        "n.jsonl", json.dumps({"qid": "1", "query": "守灯人做什么？", "nuggets": nuggets})
    )
    result = project.run("import", "n.jsonl", "-c", "nuggets")
    assert "nugget_2 (灯从来没有灭过。): the corpus holds no sentence of it" in result.stdout
    [made] = fixtures(project, "retrieval_fixtures/nuggets.json")
    assert made["expected_coverage"] == {"nugget_1": "守灯人每夜添油三次。"}


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        pytest.param(
            "a.qrels", "7 0 x.txt\n", "a.qrels:1: '7 0 x.txt' is no line of", id="columns"
        ),
        pytest.param(
            "a.qrels", "7 0 x.txt yes\n", "has a relevance that is no number", id="number"
        ),
        pytest.param("a.qrels", "7 0 x.txt 1\n", 'topic "7" has no question', id="no-question"),
        pytest.param("a.jsonl", "{oops\n", "a.jsonl:1: '{oops' is no JSON", id="no-json"),
        pytest.param("a.jsonl", "[1]\n", "is no JSON object", id="no-object"),
        pytest.param("a.jsonl", '{"query": "谁？"}\n', 'has no list "nuggets"', id="no-nuggets"),
        pytest.param("a.qrels", b"\xff\xfe\n", "is not UTF-8", id="encoding"),
    ],
)
def test_a_broken_file_is_told_with_its_line(
    project: Project, name: str, content: str | bytes, complaint: str
) -> None:
    project.write(name, content)
    result = project.run("import", name, "-c", "broken")
    assert result.returncode == 2
    assert complaint in result.stderr
    assert not (project.root / "retrieval_fixtures/broken.json").exists()


def test_nothing_that_could_be_anchored_is_no_category(project: Project) -> None:
    project.write(
        "n.jsonl", '{"qid": "1", "query": "谁？", "nuggets": [{"text": "无此一句话呀。"}]}'
    )
    result = project.run("import", "n.jsonl", "-c", "none")
    assert result.returncode == 2
    assert "anchored 0 of 1 claim" in result.stdout
    assert 'nothing in "n.jsonl" could be anchored' in result.stderr


def test_a_category_that_exists_is_left_alone(project: Project) -> None:
    project.run("export", "out.jsonl")
    result = project.run("import", "out.jsonl")
    assert result.returncode == 3
    assert "there is a category" in result.stderr


def test_a_dry_run_writes_nothing(project: Project) -> None:
    project.run("export", "out.jsonl")
    result = project.run("import", "out.jsonl", "--fixtures", "back", "--dry-run")
    assert (result.returncode, (project.root / "back").exists()) == (0, False)


def test_two_topics_with_one_question_are_told(project: Project) -> None:
    line = json.dumps({"qid": "1", "query": "谁？", "nuggets": [{"text": "守灯人每夜添油三次。"}]})
    project.write("n.jsonl", f"{line}\n{line}\n")
    result = project.run("import", "n.jsonl", "-c", "twice")
    assert "another topic asks the same" in result.stdout


NUGGET = '{"text": "守灯人每夜添油三次。"}'


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        pytest.param(
            f'{{"qid": "1", "query": "\\u3000", "nuggets": [{NUGGET}]}}',
            'has no text "query"',
            id="a-blank-question",
        ),
        pytest.param(
            f'{{"qid": "1", "query": "", "title": "题", "nuggets": [{{"text": " "}}, {NUGGET}]}}',
            'has no text "text"',
            id="a-blank-nugget",
        ),
        pytest.param(
            f'{{"qid": "1", "qid": "2", "query": "问", "nuggets": [{NUGGET}]}}',
            'the key "qid" stands twice',
            id="a-key-twice",
        ),
        pytest.param(
            f'{{"qid": NaN, "query": "问", "nuggets": [{NUGGET}]}}', "NaN is no number", id="nan"
        ),
        pytest.param(
            f'{{"qid": "1", "query": "问\\ud800", "nuggets": [{NUGGET}]}}',
            "half a character",
            id="half-a-character",
        ),
        pytest.param("[" * 100_000, "is nested too deeply", id="nested-without-end"),
    ],
)
def test_a_line_that_could_not_become_a_fixture_is_told(
    project: Project, line: str, complaint: str
) -> None:
    project.write("n.jsonl", f"\n{line}\n")
    done = project.run("import", "n.jsonl", "-c", "made")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fixturetool: n.jsonl:2: '")
    assert complaint in done.stderr


@pytest.mark.parametrize("relevance", ["nan", "inf", "²", "一"])
def test_a_relevance_is_a_number(project: Project, relevance: str) -> None:
    project.write("a.qrels", f"7 0 book/1_灯%20志.txt {relevance}\n")
    project.write("queries.tsv", f"7\t{QUERY}\n")
    done = project.run("import", "a.qrels", "--queries", "queries.tsv", "-c", "made")
    assert done.returncode == 2
    assert "has a relevance that is no number" in done.stderr


@pytest.mark.parametrize(
    ("document", "anchored"),
    [
        pytest.param("./voice/2_老蔺.txt", 1, id="dot"),
        pytest.param("voice\\2_老蔺.txt", 1, id="backslash"),
        pytest.param("repos/id/voice/2_老蔺.txt", 1, id="longer"),
        pytest.param("../voice/2_老蔺.txt", 0, id="climbs"),
        pytest.param("../../etc/passwd", 0, id="climbs-out"),
    ],
)
def test_a_document_is_a_source_under_any_spelling_that_stays_inside(
    project: Project, document: str, anchored: int
) -> None:
    project.write("a.qrels", f"7 0 {document} 1\n7 0 tps_notes/3_笔记.txt 1\n")
    project.write("queries.tsv", f"7\t{QUERY}\n")
    done = project.run("import", "a.qrels", "--queries", "queries.tsv", "-c", "made")
    assert done.stdout.endswith(f"anchored {1 + anchored} of 2 claims, 1 fixture\n")


@pytest.mark.parametrize("said", ['"false"', "0", "null", "false"])
def test_official_follows_the_corpus_whatever_the_file_says(project: Project, said: str) -> None:
    project.run("export", "out.jsonl")
    exported = (project.root / "out.jsonl").read_text("utf-8")
    project.write("in.jsonl", exported.replace('"official": true', f'"official": {said}'))
    assert project.run("import", "in.jsonl", "-c", "back").returncode == 0
    [made] = fixtures(project, "retrieval_fixtures/back.json")
    assert [one["official"] for one in made["relevant_passages"]] == [True, True, False]
