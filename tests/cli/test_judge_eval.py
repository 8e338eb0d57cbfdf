"""judge eval: the judge graded on labels, against a provider on a real socket."""

import json
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from tests.cli.judged import LOG, Model, judged_project
from tests.cli.project import Project

ROWS = (
    ("灯塔烧过鱼油三十年", True, "direct"),
    ("守灯人每夜添油三次", True, "direct"),
    ("灯塔从未烧过鱼油也", False, "negation"),
    ("灯塔烧过鱼油了没有", False, "question"),
)


@pytest.fixture(name="project")
def project_with_labels(tmp_path: Path) -> Project:
    project = judged_project(tmp_path)
    rows = [
        {
            "query": "灯塔的灯烧过什么？",
            "claim": f"灯塔烧过鱼油，其{number}",
            "span": span,
            "source": f"text/chs/{LOG}",
            "attested": attested,
            "kind": kind,
        }
        for number, (span, attested, kind) in enumerate(ROWS)
    ]
    project.write("labels.jsonl", "\n".join(json.dumps(row) for row in rows))
    return project


def report(project: Project, server: ChatServer, *more: str) -> tuple[int, dict[str, object]]:
    done = project.run(
        "judge", "eval", "labels.jsonl", "--judge-base-url", server.base_url, "-o", "a.json", *more
    )
    found = json.loads((project.root / "a.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return done.returncode, found


def test_verdicts_are_counted_by_label_and_kind(project: Project) -> None:
    with ChatServer(Model(attested=[ROWS[0][0], ROWS[2][0]])) as server:
        code, found = report(project, server)
    assert code == 0
    assert found["confusion"] == {
        "true_positives": 1,
        "false_positives": 1,
        "false_negatives": 1,
        "true_negatives": 1,
    }
    precision, kappa = found["precision"], found["kappa"]
    assert isinstance(precision, dict)
    assert isinstance(kappa, dict)
    assert (precision["value"], kappa["value"]) == (0.5, 0.0)
    assert list(found["kinds"]) == ["direct", "negation", "question"]  # type: ignore[call-overload]


def test_a_label_without_a_verdict_is_counted_and_ends_with_3(project: Project) -> None:
    with ChatServer(lambda _: Model()._reply({"verdicts": []})) as server:
        code, found = report(project, server)
    assert code == 3
    assert (found["scored"], found["unscored"], found["kappa"]) == (0, 4, None)


def test_labels_are_not_paid_for_twice(project: Project) -> None:
    with ChatServer(Model(attested=[ROWS[0][0]])) as server:
        first = report(project, server)
        second = report(project, server)
        assert len(server.requests) == 4
    assert first[1]["ratings"] == second[1]["ratings"]
    assert second[1]["calls"] == 0


def test_the_finder_is_graded_on_the_claims_that_their_source_attests(project: Project) -> None:
    with ChatServer(Model({"claim": ROWS[0][0]}, [ROWS[0][0]])) as server:
        _, found = report(project, server, "--finder")
    finder = found["finder"]
    assert isinstance(finder, dict)
    assert (finder["claims"], finder["located"], finder["verified"]) == (2, 2, 2)


def test_a_line_that_is_no_label_ends_with_2(project: Project) -> None:
    project.write("labels.jsonl", '{"query": "灯？"}')
    with ChatServer(Model()) as server:
        done = project.run("judge", "eval", "labels.jsonl", "--judge-base-url", server.base_url)
    assert done.returncode == 2
    assert 'labels.jsonl:1: the key "claim" is missing' in done.stderr
