"""Each command from end to end: what it prints, and the code that it ends with."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage

QUERY = "灯塔的灯烧过什么？"


def test_search_finds_text_and_says_where(project: Project) -> None:
    done = project.run("search", "鱼油", "--format", "places")
    assert done.returncode == 0
    assert "book/1_灯志.txt  (official, 1 hit)" in done.stdout
    assert "1:5  chars 4-6  鱼油" in done.stdout


def test_search_without_a_match_ends_with_1(project: Project) -> None:
    done = project.run("search", "羊油")
    assert done.returncode == 1
    assert done.stdout == "0 hits and 0 name hits in 0 sources\n"


def test_search_for_a_bad_pattern_ends_with_2(project: Project) -> None:
    done = project.run("search", "鱼油(")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "鱼油(" in done.stderr


def test_search_without_a_corpus_ends_with_2_and_says_how_to_fill_it(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write(".gitmodules", '[submodule "text"]\n\tpath = text\n\turl = ../text\n')
    (tmp_path / "text" / "chs").mkdir(parents=True)
    done = project.run("search", "鱼油")
    assert done.returncode == 2
    assert "git submodule update --init --depth 1 text/" in done.stderr


def test_search_shows_hits_beside_an_unreadable_file_and_ends_with_3(project: Project) -> None:
    project.write("text/chs/book/9_坏.txt", "鱼油".encode("gb18030"))
    done = project.run("search", "鱼油")
    assert done.returncode == 3
    assert "book/1_灯志.txt" in done.stdout
    assert "book/9_坏.txt" in done.stderr


def test_search_leaves_third_party_sources_out_on_request(project: Project) -> None:
    assert "tps_notes" in project.run("search", "烧过").stdout
    assert "tps_notes" not in project.run("search", "烧过", "--official").stdout


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("-1", id="number"),
        pytest.param("--files", id="option-of-ripgrep"),
        pytest.param("--pre=touch pwned", id="option-that-would-run-a-program"),
    ],
)
def test_a_pattern_that_looks_like_an_option_is_text(project: Project, pattern: str) -> None:
    project.write("text/chs/book/7_杂.txt", f"写着{pattern}的纸\n")
    done = project.run("search", "--fixed", "--", pattern)
    assert done.returncode == 0
    assert "book/7_杂.txt" in done.stdout
    assert not (project.root / "pwned").exists()


def test_validate_counts_what_is_valid(project: Project) -> None:
    done = project.run("validate")
    assert (done.returncode, done.stdout) == (
        0,
        "retrieval_fixtures/lamp.json: facet fixtures, 1 fixture\n1 valid file with 1 fixture\n",
    )


def test_validate_tells_every_problem_with_its_line(project: Project) -> None:
    path = project.write_category("broken", [fixture(QUERY, passage("烧过鱼油", "oli"), oil="油")])
    text = path.read_text("utf-8").replace('"official"', '"offical"')
    path.write_text(text, "utf-8")
    done = project.run("validate", "broken")
    assert done.returncode == 1
    assert 'unknown key "offical"' in done.stdout
    assert '"oli"' in done.stdout
    assert "retrieval_fixtures/broken.json:16:" in done.stdout


def test_validate_of_an_unknown_category_ends_with_2_and_names_the_near_one(
    project: Project,
) -> None:
    done = project.run("validate", "lanp")
    assert done.returncode == 2
    assert '"lamp"' in done.stderr


def test_a_folder_stands_for_its_files(project: Project) -> None:
    (project.root / "retrieval_fixtures").rename(project.root / "drafts")
    assert project.run("validate", "drafts").stdout == (
        "drafts/lamp.json: facet fixtures, 1 fixture\n1 valid file with 1 fixture\n"
    )


def test_verify_is_content_with_good_anchors(project: Project) -> None:
    done = project.run("verify")
    assert (done.returncode, done.stdout) == (
        0,
        "2 anchors: 2 found, 0 missing; 0 errors, 0 warnings\n",
    )


def test_verify_names_a_missing_anchor_and_the_nearest_text(project: Project) -> None:
    project.write_category("lamp", [fixture(QUERY, passage("灯塔烧过鲸油", "oil"), oil="油")])
    done = project.run("verify", "lamp")
    assert done.returncode == 1
    assert "FT201" in done.stdout
    assert "灯塔烧过鱼油" in done.stdout


def test_a_warning_counts_only_under_strict(project: Project) -> None:
    project.write_category("lamp", [fixture(QUERY, passage("灯塔烧过鱼油", "oil"), oil="油")])
    assert project.run("verify").returncode == 0
    strict = project.run("verify", "--strict")
    assert strict.returncode == 1
    assert "FT203" in strict.stdout


def test_verify_writes_json_alone_on_standard_output(project: Project) -> None:
    report = json.loads(project.run("verify", "--format", "json").stdout)
    assert report["anchors"] == {"total": 2, "found": 2, "missing": 0}
    assert report["findings"] == []


def test_verify_annotates_for_github(project: Project) -> None:
    project.write_category("lamp", [fixture(QUERY, passage("灯塔烧过鲸油", "oil"), oil="油")])
    done = project.run("verify", "--format", "github")
    assert [line.partition("::")[2].partition("::")[0] for line in done.stdout.splitlines()] == [
        "warning file=retrieval_fixtures/lamp.json,line=10,title=FT214",
        "error file=retrieval_fixtures/lamp.json,line=14,title=FT201",
    ]


def test_index_status_tells_whether_a_build_is_due(project: Project) -> None:
    assert project.run("index", "status").returncode == 1
    built = project.run("index", "build")
    assert built.stdout == "CHS: 3 sources read, 0 kept, 0 removed; 3 chunks\n"
    assert project.run("index", "status").returncode == 0


def test_index_build_reads_only_what_changed(project: Project) -> None:
    project.run("index", "build")
    project.write("text/chs/book/1_灯志.txt", "灯塔烧过鲸油。\n")
    (project.root / "text/chs/tps_notes/3_笔记.txt").unlink()
    again = project.run("index", "build")
    assert again.stdout == "CHS: 1 source read, 1 kept, 1 removed; 2 chunks\n"


def test_index_clear_leaves_nothing_to_use(project: Project) -> None:
    project.run("index", "build")
    assert project.run("index", "clear").stdout == "cleared: CHS\n"
    assert project.run("index", "status").returncode == 1


def test_retrieve_ranks_sources(project: Project) -> None:
    done = project.run("retrieve", "鱼油", "--k", "2")
    assert done.returncode == 0
    assert " 1  " in done.stdout
    assert "鱼油" in done.stdout


def test_retrieve_of_nothing_ends_with_1(project: Project) -> None:
    assert project.run("retrieve", "？！").returncode == 1


def test_an_evaluation_covers_the_facet_and_saves_its_run(project: Project) -> None:
    done = project.run("eval-retrieval", "--output", "out/report.json")
    assert done.returncode == 0
    report = json.loads((project.root / "out/report.json").read_text("utf-8"))
    assert report["summary"]["coverage_rate"] == 1.0
    assert report["fixtures"][0]["facets"]["oil"]["ranks"] == [2]
    runs = list((project.root / ".fixturetool/runs").iterdir())
    assert [(run / "run.json").is_file() for run in runs] == [True]


def test_the_report_of_an_evaluation_can_go_to_standard_output(project: Project) -> None:
    done = project.run("eval-retrieval", "--format", "json")
    assert json.loads(done.stdout)["schema"] == "fixturetool.report/1"


def test_a_brief_report_leaves_each_fixture_out(project: Project) -> None:
    brief = project.run("eval-retrieval", "--brief").stdout
    assert "totals" in brief
    assert "median first rank" not in brief


def test_several_categories_are_totalled_one_by_one(project: Project) -> None:
    project.write_category("salt", [fixture("灯塔", passage("烧过盐", "salt"), salt="")])
    lines = project.run("eval-retrieval", "--brief").stdout.splitlines()
    start = lines.index("━━ by category")
    assert [line.split()[-1] for line in lines[start + 3 : start + 5]] == ["lamp", "salt"]


def test_a_gate_that_is_not_met_ends_with_1(project: Project) -> None:
    project.write_category(
        "lamp",
        [fixture(QUERY, passage("烧过鱼油", "oil"), passage("烧过金子", "gold"), oil="", gold="")],
    )
    done = project.run("eval-retrieval", "--fail-under", "60")
    assert done.returncode == 1
    assert "50.0% is under 60%" in done.stderr
    assert "unwinnable" in done.stdout


def test_an_evaluation_of_invalid_fixtures_ends_with_2_and_tells_why(project: Project) -> None:
    project.write("retrieval_fixtures/lamp.json", "{}")
    done = project.run("eval-retrieval")
    assert done.returncode == 2
    assert "retrieval_fixtures/lamp.json:1" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["--category", "typo"], '"typo"', id="unknown-category"),
        pytest.param(["--retriever", "bm52"], 'did you mean "bm25"?', id="unknown-retriever"),
        pytest.param(["--output", "report.docx"], "report.docx", id="unknown-format"),
        pytest.param(["--k", "0"], "--k", id="no-source"),
        pytest.param(["--fixtures", "nowhere"], "nowhere", id="no-folder"),
    ],
)
def test_what_can_not_be_asked_ends_with_2(
    project: Project, arguments: list[str], told: str
) -> None:
    done = project.run("eval-retrieval", *arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["index", "build"], id="index-build"),
        pytest.param(["index", "status"], id="index-status"),
        pytest.param(["retrieve", "鱼油"], id="retrieve"),
        pytest.param(["eval-retrieval"], id="eval-retrieval"),
        pytest.param(["verify"], id="verify"),
    ],
)
def test_an_unreadable_file_is_named_and_makes_the_code_3(
    project: Project, command: list[str]
) -> None:
    project.write("text/chs/book/9_坏.txt", "鱼油在此，灯火通明".encode("gb18030"))
    project.run("index", "build")
    done = project.run(*command)
    assert done.returncode == 3
    assert "book/9_坏.txt" in done.stderr


def test_a_report_counts_the_files_that_could_not_be_read(project: Project) -> None:
    project.write("text/chs/book/9_坏.txt", "鱼油在此，灯火通明".encode("gb18030"))
    done = project.run("eval-retrieval", "--output", "report.json")
    assert "1 corpus file was left out, so facets may look unwinnable" in done.stdout
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    assert report["unreadable"] == {"CHS": 1}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["search", "鱼油"], id="search"),
        pytest.param(["verify"], id="verify"),
        pytest.param(["eval-retrieval"], id="eval-retrieval"),
    ],
)
def test_an_answer_that_cannot_be_written_is_one_line_and_3(
    project: Project, command: list[str]
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a device
        done = project.run_process(*command, stdout=full)
    assert done.returncode == 3
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_folder_of_fixtures_ends_with_2(project: Project) -> None:
    (project.root / "retrieval_fixtures" / "lamp.json").unlink()
    assert project.run("eval-retrieval").returncode == 2


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("[bold]灯塔", id="markup"),
        pytest.param("【灯塔】[/] 结束", id="closing-markup"),
        pytest.param(":fire: 灯塔", id="emoji-code"),
    ],
)
def test_a_query_is_printed_as_it_is(project: Project, query: str) -> None:
    project.write_category("lamp", [fixture(query, passage("烧过鱼油", "oil"), oil="")])
    assert query in project.run("eval-retrieval").stdout


def test_piped_output_has_no_colour_and_cuts_nothing(project: Project) -> None:
    query = "灯塔" + "灯" * 300 + "？"
    project.write_category("lamp", [fixture(query, passage("烧过鱼油", "oil"), oil="")])
    done = project.run("eval-retrieval")
    assert query in done.stdout
    assert "\x1b" not in done.stdout


def test_commands_answer_the_same_from_a_folder_below(project: Project) -> None:
    project.write("fixturetool.toml", "")
    below = project.root / "text" / "chs"
    assert project.run("verify", cwd=below).stdout == project.run("verify").stdout


def test_the_state_folder_keeps_itself_out_of_git(project: Project) -> None:
    project.run("verify")
    assert (project.root / ".fixturetool" / ".gitignore").read_text("utf-8") == "*\n"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, id=command)
        for command in ("search", "validate", "verify", "retrieve", "eval-retrieval", "index")
    ],
)
def test_help_works_without_a_corpus_and_gives_examples(tmp_path: Path, command: str) -> None:
    done = Project(tmp_path).run(command, "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout


def test_version_works_without_a_corpus(tmp_path: Path) -> None:
    assert Project(tmp_path).run("--version").stdout == "fixturetool 0.1.0\n"
