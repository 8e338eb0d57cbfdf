"""``eval-paths --dry-run`` and ``eval-pages --dry-run``: what would be called, and nothing is."""

import json
from pathlib import Path

import pytest

from tests.cli.project import Project
from tests.search_server import Reply, SearchServer, matches, serving

PAGES = {
    "corpus_id": "manual",
    "items": [
        {"question": f"{n}?", "expected_pages": [n], "figure_ref": f"Figure {n}", "kind": "locate"}
        for n in (1, 2, 3)
    ],
}


@pytest.fixture(name="sets")
def project_with_datasets_and_no_corpus(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    entries = [{"question": f"{number}?", "expected_paths": ["a.txt"]} for number in (1, 2, 3)]
    project.write("eval_datasets/manual-paths.json", json.dumps(entries))
    project.write("eval_datasets/manual-figures.json", json.dumps(PAGES))
    return project


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(
            ["eval-paths", "--sample", "2", "--repeat", "3", "--retries", "0"],
            ["bm25", "2 of manual-paths", "3 times, 20 chunks", "6, 1 at once"],
            id="the embedded index",
        ),
        pytest.param(
            ["eval-paths", "--base-url", "http://x/api", "--final-k", "30", "--jobs", "4"],
            [
                "http, POST http://x/api/search",
                "3 of manual-paths",
                "1 time, 30 chunks",
                "3, 4 at once, each up to 5 times again",
            ],
            id="a search API",
        ),
        pytest.param(
            ["eval-pages", "--top-k", "10"],
            [
                "http, POST http://127.0.0.1:58012/api/search",
                "3 of manual-figures",
                "1 time, 10 chunks",
                "3, 1 at once",
            ],
            id="pages",
        ),
    ],
)
def test_it_says_what_would_be_called(
    sets: Project, arguments: list[str], lines: list[str]
) -> None:
    done = sets.run(*arguments, "--dry-run")
    assert done.returncode == 0
    assert [line.split(":", 1)[1].strip() for line in done.stdout.splitlines()] == lines
    assert not (sets.root / ".fixturetool").exists()


@pytest.mark.parametrize(
    ("lane", "waiting"),
    [pytest.param("eval-pages", 2, id="pages"), pytest.param("eval-paths", 1, id="paths")],
)
def test_of_a_run_that_goes_on_only_the_rest_is_counted(
    sets: Project, lane: str, waiting: int
) -> None:
    def broken(query: str, _: int) -> Reply:
        return Reply(400) if query == "2?" else matches("a.txt")

    with serving(broken) as server:
        assert sets.run(lane, "--base-url", server.url, "-q").returncode == 3
        [folder] = (sets.root / ".fixturetool" / "runs").iterdir()
        asked = dict(server.asked)
        done = sets.run(lane, *_again(server), "--resume", folder.name, "--retry-errors")
    assert f"calls:     {waiting} of 3, the others are made, 1 at once" in done.stdout
    assert dict(server.asked) == asked


def _again(server: SearchServer) -> list[str]:
    return ["--base-url", server.url, "--dry-run"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["--dataset", "no.json"], 'there is no dataset "no.json"', id="missing"),
        pytest.param(["--dataset", "empty.json"], "'empty' has no entries to ask", id="empty"),
        pytest.param(
            ["--dataset", "eval_datasets/manual-figures.json"], "is a page dataset", id="other"
        ),
    ],
)
def test_what_could_not_be_asked_is_said(sets: Project, arguments: list[str], told: str) -> None:
    sets.write("empty.json", "[]")
    done = sets.run("eval-paths", "--dry-run", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
