"""``eval-retrieval --dry-run``: what would be called, and nothing is."""

from pathlib import Path

import pytest

from tests.cli.lamps import lamp_project
from tests.cli.project import Project

OPENSEARCH = """
[retriever.opensearch]
base_url = "https://user:pw@search.example:9200/"
index = "lamps-{language}"
"""
CHROMA = """
[retriever.chroma]
base_url = "http://127.0.0.1:8000"
collection = "lamps"
top_k = 50
[retriever.embeddings]
model = "vectors-of-mine"
base_url = "https://models.example/v1?key=k3y"
"""
POSTGRES = """
[retriever.postgres]
conninfo_env = "LAMPS"
"""
HTTP = """
[retriever.http]
base_url = "https://search.example/api?token=k3y"
"""
REWRITES = """
[retriever.embedded.query_transform]
model = "rewriter"
base_url = "https://models.example/v1"
"""


@pytest.fixture(name="lamps")
def lamps_of_a_person(tmp_path: Path) -> Project:
    return lamp_project(tmp_path, {"DEEPINFRA_API_KEY": "s3cret", "LAMPS": "password=s3cret"})


def plan(lamps: Project, *arguments: str, settings: str = "") -> list[str]:
    """Return the lines of standard output."""
    lamps.write("fixturetool.toml", settings)
    done = lamps.run("eval-retrieval", "--dry-run", *arguments)
    assert done.returncode == 0, done.stderr
    assert "s3cret" not in done.stdout
    assert "k3y" not in done.stdout
    assert not (lamps.root / ".fixturetool/runs").exists()
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "settings", "lines"),
    [
        pytest.param((), "", ["retriever: bm25"], id="embedded"),
        pytest.param(
            (),
            REWRITES,
            ["retriever: bm25", "rewrites:  rewriter, https://models.example/v1, one a call"],
            id="embedded-with-rewrites",
        ),
        pytest.param(
            ("--retriever", "http"),
            HTTP,
            ["retriever: http, POST https://search.example/api"],
            id="http",
        ),
        pytest.param(
            ("--command", "python 'my search.py'"),
            "",
            ["retriever: command, python 'my search.py'"],
            id="command",
        ),
        pytest.param(
            ("--retriever", "mine:retrieve"), "", ["retriever: mine:retrieve"], id="python"
        ),
        pytest.param(
            ("--retriever", "opensearch"),
            OPENSEARCH,
            ["retriever: opensearch, POST https://search.example:9200/lamps-{language}/_search"],
            id="opensearch",
        ),
        pytest.param(
            ("--retriever", "chroma"),
            CHROMA,
            [
                "retriever: chroma, http://127.0.0.1:8000, collection lamps",
                (
                    "vectors:   vectors-of-mine, https://models.example/v1, "
                    "one a call that asks by a vector"
                ),
            ],
            id="chroma",
        ),
        pytest.param(
            ("--retriever", "postgres"),
            POSTGRES,
            ["retriever: postgres, the database of $LAMPS"],
            id="postgres",
        ),
    ],
)
def test_it_names_what_would_be_called(
    lamps: Project, arguments: tuple[str, ...], settings: str, lines: list[str]
) -> None:
    told = plan(lamps, *arguments, settings=settings)
    assert told[: len(lines)] == lines
    assert told[len(lines)] == "fixtures:  12 (lamp 12)"


@pytest.mark.parametrize(
    ("arguments", "settings", "each"),
    [
        pytest.param((), "", "1 time, k 7, chunk context 2, match source", id="embedded"),
        pytest.param(
            ("--retriever", "chroma", "--k", "9", "--repeat", "2"),
            CHROMA,
            "2 times, k 9, top_k 50, chunk context 2, match source",
            id="top-k-of-the-settings",
        ),
        pytest.param(
            ("--retriever", "mine:retrieve", "--preset", "thorough", "--top-k", "5"),
            "",
            "1 time, k 10, top_k 10, chunk context 5, match source",
            id="never-fewer-than-k",
        ),
    ],
)
def test_it_says_what_is_asked_for(
    lamps: Project, arguments: tuple[str, ...], settings: str, each: str
) -> None:
    assert f"each:      {each}" in plan(lamps, *arguments, settings=settings)


def test_it_counts_the_calls(lamps: Project) -> None:
    arguments = ("--repeat", "3", "--limit", "5", "--jobs", "2", "--retries", "0")
    assert plan(lamps, *arguments)[1:] == [
        "fixtures:  5 (lamp 5)",
        "each:      3 times, k 7, chunk context 2, match source",
        "calls:     15, 2 at once",
    ]


def test_it_says_what_the_judge_may_call(lamps: Project) -> None:
    arguments = ("--limit", "5", "--judge", "--judge-votes", "3", "--judge-budget-tokens", "9000")
    assert plan(lamps, *arguments)[-3:] == [
        "judge:     deepseek-ai/DeepSeek-V4-Flash, https://api.deepinfra.com/v1/openai, 8 at once",
        (
            "facets:    5 at most: those with a description that every repeat misses; for each, "
            "calls over the sources that came back, and 3 calls a span found"
        ),
        "budget:    9000 tokens",
    ]


def test_a_judge_without_a_budget_is_told(lamps: Project) -> None:
    assert plan(lamps, "--judge")[-1] == "budget:    none (--judge-budget-tokens)"
