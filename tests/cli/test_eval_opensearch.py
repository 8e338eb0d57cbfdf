"""``eval-retrieval`` against a cluster that speaks OpenSearch's wire format, and misbehaves."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.lamps import FIXTURES, grade, lamp_project, number_of, path_of
from tests.cli.project import Project
from tests.retrieval.api import Api, Asked, Reply, running

SETTINGS = """
[retriever]
name = "opensearch"

[retriever.opensearch]
index = "lamps-{language}"
user = "reader"
password_env = "SEARCH_PASSWORD"
headers = { X-Tenant = "$TENANT" }

[retriever.opensearch.request.query.match]
body = "{query}"

[retriever.opensearch.answer]
path = "_source.file"
text = "_source.body"
"""
JSON = {"Content-Type": "application/json"}


@pytest.fixture(name="lamps")
def project_for_a_cluster(tmp_path: Path) -> Project:
    environ = {"SEARCH_PASSWORD": "pa55word", "TENANT": "t3nant"}
    project = lamp_project(tmp_path, environ)
    project.write("fixturetool.toml", SETTINGS)
    return project


def asked_for(asked: Asked) -> int:
    match: dict[str, dict[str, str]] = asked.json["query"]  # type: ignore[assignment]
    return number_of(match["match"]["body"])


def found(*paths: str) -> Reply:
    hits = [{"_id": path, "_score": 1.0, "_source": {"file": path, "body": "文"}} for path in paths]
    shards = {"total": 1, "successful": 1, "failed": 0}
    document = {"timed_out": False, "_shards": shards, "hits": {"hits": hits}}
    return Reply(json.dumps(document).encode(), 200, JSON)


def cluster(answer: Callable[[int, int], Reply]) -> Callable[[Asked], Reply]:
    """From the fixture's number, and how often it was asked before, to the reply."""
    before: Counter[int] = Counter()
    lock = threading.Lock()

    def reply(asked: Asked) -> Reply:
        number = asked_for(asked)
        with lock:
            earlier = before[number]
            before[number] += 1
        return answer(number, earlier)

    return reply


def at(api: Api) -> tuple[str, str]:
    return "--base-url", api.url.removesuffix("/api")


def test_a_cluster_that_is_busy_half_of_the_time_is_graded_as_if_it_never_was(
    lamps: Project,
) -> None:
    def answer(number: int, earlier: int) -> Reply:
        return found(path_of(number)) if earlier else Reply(b"", 429)

    with running(cluster(answer)) as api:
        graded = grade(lamps, *at(api), "--jobs", "4", "--top-k", "30")
    assert graded.outcome == (0, FIXTURES, 0)
    assert graded.summary["coverage_rate"] == 1.0
    assert {(asked.path, asked.json["size"]) for asked in api.asked} == {("/lamps-chs/_search", 30)}
    assert {asked.headers["x-tenant"] for asked in api.asked} == {"t3nant"}
    assert "pa55word" not in graded.written(lamps)
    assert "t3nant" not in graded.written(lamps)


def test_each_failure_is_an_error_of_its_own_fixture_and_no_miss(lamps: Project) -> None:
    for_ever = threading.Event()
    html = Reply(b"<html><b>[red]Sign in[/red]</b></html>", 200, {"Content-Type": "text/html"})
    shards = Reply(b'{"_shards": {"total": 5, "failed": 2}, "hits": {"hits": []}}', 200, JSON)
    replies = {1: html, 3: Reply(drop=True), 4: shards, 5: Reply(b'{"error": "x"}', 400, JSON)}

    def answer(number: int, earlier: int) -> Reply:
        if number == 2:
            for_ever.wait(20)
        return replies.get(number) or found(path_of(number))

    with running(cluster(answer)) as api:
        graded = grade(lamps, *at(api), "--timeout", "0.5", "--retries", "0", "--jobs", "2")
        for_ever.set()
    assert graded.outcome == (3, FIXTURES - 5, 5)
    assert graded.summary["coverage_rate"] == 1.0
    assert "<html><b>[red]Sign in[/red]</b></html>" in graded.error_of(1)
    assert "in 0.5 s" in graded.error_of(2)
    assert "no answer from" in graded.error_of(3)
    assert "2 of 5 shards failed" in graded.error_of(4)
    assert "answered 400" in graded.error_of(5)


def test_no_hit_is_a_miss_and_no_error(lamps: Project) -> None:
    def answer(number: int, earlier: int) -> Reply:
        return found() if number < 3 else found(path_of(number))

    with running(cluster(answer)) as api:
        graded = grade(lamps, *at(api), "--retries", "0")
    assert graded.outcome == (0, FIXTURES, 0)
    assert graded.summary["covered"] == FIXTURES - 3
    assert [run["sources"] for run in graded.runs[:3]] == [[], [], []]


def test_a_cluster_that_dies_gives_errors_from_then_on(lamps: Project) -> None:
    def answer(number: int, earlier: int) -> Reply:
        return found(path_of(number)) if number < 5 else Reply(drop=True)

    with running(cluster(answer)) as api:
        graded = grade(lamps, *at(api), "--retries", "0")
    assert graded.outcome == (3, 5, FIXTURES - 5)
    assert graded.summary["coverage_rate"] == 1.0


def test_a_cluster_that_answers_the_last_first_gives_each_fixture_its_own(lamps: Project) -> None:
    turn = {number: threading.Event() for number in range(FIXTURES + 1)}
    turn[FIXTURES].set()

    def answer(number: int, earlier: int) -> Reply:
        turn[number + 1].wait(20)
        turn[number].set()
        return found(path_of(number))

    with running(cluster(answer)) as api:
        graded = grade(lamps, *at(api), "--jobs", str(FIXTURES))
    assert graded.summary["coverage_rate"] == 1.0
    assert [run["sources"][0]["path"] for run in graded.runs] == [  # type: ignore[index]
        path_of(number) for number in range(FIXTURES)
    ]


def test_wrong_paths_are_told_and_are_no_clean_zero(lamps: Project) -> None:
    with running(cluster(lambda _, __: found("elsewhere/x.txt"))) as api:
        graded = grade(lamps, *at(api))
    assert (graded.done.returncode, graded.summary["unresolved"]) == (3, FIXTURES)


def test_a_password_that_is_not_there_is_asked_for(lamps: Project) -> None:
    done = Project(lamps.root, {"TENANT": "x"}).run("eval-retrieval")
    assert done.returncode == 2
    assert 'variable "SEARCH_PASSWORD" is not set, which retriever.opensearch.password_env' in (
        done.stderr
    )


def test_the_settings_keep_their_retriever_beside_an_address(lamps: Project) -> None:
    with running(cluster(lambda number, _: found(path_of(number)))) as api:
        done = lamps.run("retrieve", "第3问", *at(api), "--format", "json")
    assert [one["path"] for one in json.loads(done.stdout)["sources"]] == [path_of(3)]
