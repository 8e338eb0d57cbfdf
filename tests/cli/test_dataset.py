"""``fixturetool dataset`` and ``validate`` on the lanes' files, as their user runs them."""

import json
import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner

from fixturetool.cli.main import cli
from fixturetool.errors import UsageError
from tests.cli.project import Project

FILE = "set-paths.json"
ENTRIES = [
    {"question": "第[bold]一？", "expected_paths": ["a.txt"], "expected_answer": "答"},
    {"question": "第二？", "expected_paths": []},
]


@pytest.fixture(name="kept")
def project_with_a_dataset(here: Project) -> Project:
    here.write(FILE, json.dumps(ENTRIES, ensure_ascii=False, indent=2))
    return here


def questions(project: Project) -> list[str]:
    return [one["question"] for one in json.loads((project.root / FILE).read_text("utf-8"))]


def on_a_terminal(project: Project, typed: str, *arguments: str) -> int:
    """Run a command whose standard input is a terminal, and type a line."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", *arguments],
        cwd=project.root,
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    os.write(master, f"{typed}\n".encode())
    process.communicate(timeout=60)
    os.close(master)
    return process.returncode


def test_entries_are_listed_with_ids(kept: Project) -> None:
    done = kept.run("dataset", "list", FILE)
    assert "第[bold]一？" in done.stdout
    assert "set-paths: path dataset with 2 entries" in done.stdout


@pytest.mark.parametrize(
    ("typed", "code", "left"),
    [
        pytest.param("", 1, ["第[bold]一？", "第二？"], id="keep is the default"),
        pytest.param("delete", 0, ["第[bold]一？"], id="delete"),
    ],
)
def test_a_deletion_asks_on_a_terminal(
    kept: Project, typed: str, code: int, left: list[str]
) -> None:
    assert on_a_terminal(kept, typed, "dataset", "delete", FILE, "2") == code
    assert questions(kept) == left


def test_a_deletion_elsewhere_needs_a_yes(kept: Project) -> None:
    refused = Project(kept.root).run("dataset", "delete", FILE, "1")
    assert (refused.returncode, len(questions(kept))) == (2, 2)
    assert "--yes" in refused.stderr
    done = kept.run("dataset", "delete", FILE, "1", "--yes")
    assert (done.returncode, questions(kept)) == (0, ["第二？"])
    assert "q-" in done.stderr
    assert '"第[bold]一？"' in done.stderr
    assert "Past runs keep their results" in done.stderr
    assert "no future run will include it" in done.stderr


def test_an_entry_is_added_and_edited(kept: Project) -> None:
    added = kept.run(
        *("dataset", "add", FILE, "--question", "第三？"),
        *("--location", "b.txt", "line", "3-9", "--tag", "x"),
    )
    assert added.returncode == 0
    assert kept.run("dataset", "edit", FILE, "3", "--answer", "三").returncode == 0
    assert json.loads((kept.root / FILE).read_text("utf-8"))[2] == {
        "question": "第三？",
        "expected_paths": ["b.txt"],
        "expected_locations": [{"path": "b.txt", "unit": "line", "start": 3, "end": 9}],
        "tags": ["x"],
        "expected_answer": "三",
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["--path", "a"], "an entry needs a question", id="no question"),
        pytest.param(
            ["--question", "Q?", "--location", "a", "word", "3"], "is no location", id="no unit"
        ),
        pytest.param(["--question", "Q?", "--page", "3"], "has no expected_pages", id="pages"),
    ],
)
def test_what_is_no_entry_is_refused(
    kept: Project, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.chdir(kept.root)
    done = CliRunner().invoke(cli, ["dataset", "add", FILE, *words])
    assert isinstance(done.exception, UsageError)
    assert told in str(done.exception)


def test_a_file_is_begun_by_its_first_entry(kept: Project) -> None:
    done = kept.run(
        *("dataset", "add", "new.json", "--question", "Q?", "--page", "3", "--corpus-id", "m"),
        *("--figure-ref", "Figure 1", "--kind", "locate"),
    )
    assert done.returncode == 0
    assert json.loads((kept.root / "new.json").read_text("utf-8"))["corpus_id"] == "m"


def test_an_export_counts_what_it_skips(kept: Project) -> None:
    done = kept.run("dataset", "export", FILE, "--export", "promptfoo")
    assert [one["description"] for one in json.loads(done.stdout)] == ["第[bold]一？"]
    assert "1 test, 1 entry without expected_answer skipped" in done.stderr


def test_validate_says_what_it_took_each_file_for(kept: Project) -> None:
    kept.write("mixed/figs.json", json.dumps({"corpus_id": "m", "items": [{}]}))
    (kept.root / "retrieval_fixtures/lamp.json").rename(kept.root / "mixed/lamp.json")
    (kept.root / FILE).rename(kept.root / "mixed" / FILE)
    done = kept.run("validate", "mixed")
    assert done.returncode == 1
    assert "mixed/lamp.json: facet fixtures, 1 fixture" in done.stdout
    assert "mixed/figs.json: page dataset, not valid" in done.stdout
    assert "mixed/set-paths.json: path dataset, 2 entries" in done.stdout
    assert 'missing key "question"' in done.stdout


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        pytest.param(b"[1,", "not valid, of no kind that can be told", id="cut off"),
        pytest.param(b'["\xe9"]', "not valid, of no kind that can be told", id="not UTF-8"),
        pytest.param(b"{}", "facet fixtures, not valid", id="an object"),
        pytest.param(b"[" + b"9" * 5000 + b"]", "path dataset, not valid", id="a long number"),
    ],
)
def test_validate_claims_no_kind_of_a_file_without_a_shape(
    here: Project, content: bytes, kind: str
) -> None:
    here.write("odd.json", content)
    done = here.run("validate", "odd.json")
    assert (done.returncode, f"odd.json: {kind}" in done.stdout) == (1, True)


def test_validate_looks_into_the_datasets_folder_too(kept: Project) -> None:
    kept.write("eval_datasets/x.json", json.dumps(ENTRIES))
    kept.write("fixturetool.toml", "")  # what is found by a settings file is spelled from here, too
    assert "\neval_datasets/x.json: path dataset, 2 entries\n" in kept.run("validate").stdout
