"""``eval-paths`` against the embedded index and search APIs."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project
from tests.search_server import Reply, matches, serving

ENTRIES = [
    {"question": "灯塔烧过什么？", "expected_paths": ["book/1_灯志.txt"], "tags": ["oil"]},
    {
        "question": "守灯人添油几次？",
        "expected_paths": ["1_灯志.txt"],
        "expected_locations": [{"path": "1_灯志.txt", "unit": "line", "start": 1, "end": 2}],
    },
    {"question": "什么都行？", "expected_paths": []},
]


@pytest.fixture(name="lamps")
def project_with_a_path_dataset(here: Project) -> Project:
    here.write("eval_datasets/chs-paths.json", json.dumps(ENTRIES))
    return here


def test_the_embedded_index_is_graded_in_the_corpus_that_the_dataset_is_named_for(
    lamps: Project,
) -> None:
    done = lamps.run("eval-paths", "--output", "report.json")
    report = json.loads((lamps.root / "report.json").read_text("utf-8"))
    assert done.returncode == 0
    assert (report["total"], report["uninformative_count"]) == (3, 1)
    assert report["metrics"]["recall_at_5"] == 1.0
    assert report["fixturetool"]["documents"] == 3
    assert report["fixturetool"]["whole_document_spans"] == 1
    assert "in no mean: it expects nothing" in done.stdout
    assert "whole document" in done.stdout


def test_chunks_are_never_folded_to_documents_and_paths_stay_as_they_came(lamps: Project) -> None:
    found = matches("repos/x/voice/2.txt", "repos/x/voice/2.txt", "repos/x/book/1_灯志.txt")
    with serving(lambda *_: found) as server:
        done = lamps.run("eval-paths", "--base-url", server.url, "--format", "json", "-q")
    report = json.loads(done.stdout)
    assert report["results"][0]["reciprocal_rank"] == pytest.approx(1 / 3, abs=0)
    assert len(report["results"][0]["docs"]) == 3
    assert report["corpus_id"] == "CHS"


def test_a_failed_retrieval_is_an_error_and_no_miss(lamps: Project) -> None:
    def broken(query: str, _: int) -> Reply:
        return Reply(400, b"no") if "几次" in query else matches("1_灯志.txt")

    with serving(broken) as server:
        done = lamps.run("eval-paths", "--base-url", server.url, "--brief")
    assert done.returncode == 3
    assert "scored 1 of 2, 1 error" in done.stdout
    (run,) = (lamps.root / ".fixturetool/runs").iterdir()
    step = f"fixturetool eval-paths --resume {run.name} --retry-errors asks again what failed"
    assert f"next step      {step}" in done.stdout


def test_an_unreadable_file_is_named_once_and_makes_the_code_3(lamps: Project) -> None:
    lamps.write("text/chs/book/9_坏.txt", "鱼油在此，灯火通明".encode("gb18030"))
    done = lamps.run("eval-paths", "--brief")
    assert done.returncode == 3
    assert done.stderr.count("book/9_坏.txt: not readable as text") == 1


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("doc-7", 3, id="no-document"),
        pytest.param("repos/x/voice/1.txt", 0, id="a-document-that-is-not-expected"),
    ],
)
def test_when_no_path_is_a_document_the_run_fails_and_says_so(
    lamps: Project, path: str, code: int
) -> None:
    lamps.write("documents", "book/1_灯志.txt\nvoice/1.txt\n")
    with serving(lambda *_: matches(path)) as server:
        asked = ("eval-paths", "--base-url", server.url, "--documents", "documents", "--brief")
        done = lamps.run(*asked)
    assert done.returncode == code
    assert ("such as 'doc-7'" in done.stderr) is (code == 3)


def test_where_the_documents_are_not_known_no_path_is_strange(lamps: Project) -> None:
    with serving(lambda *_: matches("doc-7")) as server:
        done = lamps.run("eval-paths", "--base-url", server.url, "--language", "elsewhere")
    assert done.returncode == 0


def test_a_sample_is_the_first_entries_and_is_said(lamps: Project) -> None:
    done = lamps.run("eval-paths", "--sample", "1", "--brief")
    assert done.returncode == 0
    assert "sample     the first entry of the dataset" in done.stdout
    assert "only the first entry of " in done.stderr


@pytest.mark.parametrize(
    ("listed", "uninformative"),
    [
        pytest.param("book/1_灯志.txt\n", 2, id="the only document"),
        pytest.param('["book/1_灯志.txt", "docs/2.txt"]', 1, id="one of two, as JSON"),
    ],
)
def test_what_is_indexed_elsewhere_can_be_told(
    lamps: Project, listed: str, uninformative: int
) -> None:
    lamps.write("documents", listed)
    with serving(lambda *_: matches("1_灯志.txt")) as server:
        done = lamps.run(
            *("eval-paths", "--base-url", server.url, "--documents", "documents"),
            *("--format", "json"),
        )
    assert json.loads(done.stdout)["uninformative_count"] == uninformative


def test_an_interrupted_run_is_completed_by_what_is_missing(lamps: Project) -> None:
    with serving(lambda *_: Reply(400)) as server:
        told = lamps.run("eval-paths", "--base-url", server.url).stderr
        name = Path(told.split("run saved: ")[1].split()[0]).name
        server.answer = lambda *_: matches("1_灯志.txt")
        done = lamps.run(
            *("eval-paths", "--base-url", server.url, "--resume", name, "--retry-errors"),
            *("--format", "json"),
        )
    assert json.loads(done.stdout)["fixturetool"]["errors"] == 0
    assert set(server.asked.values()) == {2}


def test_a_run_of_another_lane_is_refused(lamps: Project) -> None:
    told = lamps.run("eval-paths", "--sample", "1").stderr
    name = Path(told.split("run saved: ")[1].split()[0]).name
    done = lamps.run("eval-pages", "--resume", name)
    assert done.returncode == 3
    assert f"fixturetool eval-paths --resume {name}" in done.stderr


@pytest.mark.parametrize(
    ("corpus", "named"),
    [
        pytest.param("nowhere", "", id="no corpus at all"),
        pytest.param("text", " (here: CHS)", id="another one"),
    ],
)
def test_a_corpus_that_is_not_here_is_said_with_the_flags_that_name_one(
    lamps: Project, corpus: str, named: str
) -> None:
    lamps.write("deu-paths.json", "[]")
    done = lamps.run("eval-paths", "--dataset", "deu-paths.json", "--corpus", corpus)
    assert done.returncode == 2
    assert done.stderr == (
        'fixturetool: the dataset "deu-paths" is by its name about the corpus "deu", which is not '
        f'here: there is no folder "{corpus}/deu"\n'
        '  hint: point --corpus at the folder that holds the folder "deu", name another corpus '
        f"with --language CODE{named}, or a system that runs elsewhere with --base-url URL\n"
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("deu-paths.json", id="the folder and -paths"),
        pytest.param("DEU.json", id="the language"),
        pytest.param("DEU-paths.json", id="the language and -paths"),
    ],
)
def test_a_dataset_is_named_for_its_corpus_by_folder_or_language(lamps: Project, name: str) -> None:
    lamps.write("text/deu/book/licht.txt", "Das Licht brennt.\n")
    lamps.write(name, json.dumps([{"question": "Licht?", "expected_paths": ["licht.txt"]}]))
    done = lamps.run("eval-paths", "--dataset", name, "--brief", "--quiet")
    assert (done.returncode, "1 indexed" in done.stdout) == (0, True)


def test_a_submodule_that_is_not_filled_is_said_with_the_command_that_fills_it(
    lamps: Project,
) -> None:
    lamps.write(".gitmodules", '[submodule "more"]\n\tpath = more\n\turl = ../more\n')
    (lamps.root / "more/chs").mkdir(parents=True)
    done = lamps.run("eval-paths", "--corpus", "more")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "  hint: git submodule update --init --depth 1 more/",
    )


def test_a_gate_reads_the_headline(lamps: Project) -> None:
    with serving(lambda *_: matches("2_老蔺.txt")) as server:
        done = lamps.run("eval-paths", "--base-url", server.url, "--brief", "--fail-under", "50")
    assert done.returncode == 1
    assert "Success@5 0.0% is under 50%" in done.stderr
