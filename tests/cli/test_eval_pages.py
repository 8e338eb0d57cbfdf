"""``eval-pages`` against search APIs on real sockets."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fixturetool.cli.main import cli
from fixturetool.errors import RetrievalError
from tests.cli.inside import Done
from tests.cli.project import Project
from tests.search_server import HANG_UP, Reply, SearchServer, serving

ITEMS = 6


def question(number: int) -> str:
    return f"Where is [bold]figure {number}[/] drawn?"


def number_of(asked: str) -> int:
    return int("".join(filter(str.isdigit, asked)))


def answered(asked: str, _: int = 0) -> Reply:
    """A figure on the right page for even items, and a neighbour; nothing else is sure."""
    number = number_of(asked)
    found = [
        {
            "chunk_id": f"c{number}",
            "provenance": {"page_start": number, "page_end": number + number % 2},
            "metadata": {"chunk_kind": "figure", "figure": {"summary": f"plot {number}"}},
        },
        {"chunk_id": f"n{number}", "metadata": {"neighbor_of": f"c{number}"}},
        {"provenance": {"page_start": None, "page_end": None}},
        {},
    ]
    return Reply(200, json.dumps({"matches": found}).encode())


@pytest.fixture(name="figures")
def project_with_a_page_dataset(tmp_path: Path) -> Project:
    items = [
        {
            "question": question(number),
            "expected_pages": [number],
            "figure_ref": f"Figure {number}",
            "kind": "content" if number % 2 else "locate",
            "tags": ["prose"] if number == 1 else [],
        }
        for number in range(1, ITEMS + 1)
    ]
    project = Project(tmp_path)
    project.write(
        "eval_datasets/manual-figures.json", json.dumps({"corpus_id": "manual", "items": items})
    )
    return project


def asked(project: Project, server: SearchServer, *more: str) -> Done:
    return project.run("eval-pages", "--base-url", server.url, *more)


def run_name(told: str) -> str:
    return told.split("--resume ")[1].split(maxsplit=1)[0]


def test_every_item_is_asked_and_the_report_is_alone_on_standard_output(figures: Project) -> None:
    with serving(answered) as server:
        done = asked(figures, server, "--out", "deep/report.json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert (figures.root / "deep/report.json").read_text("utf-8") == done.stdout
    assert sorted(server.asked) == [question(number) for number in range(1, ITEMS + 1)]
    assert (report["n"], report["page_hit_at_3_hits"], report["figure_chunk_at_3_hits"]) == (
        6,
        6,
        6,
    )
    assert [row["neighbor_of"] for row in report["per_item"][0]["top"]] == [None, "c1", None, None]
    assert "by group, the control first" in done.stderr


def test_the_tables_go_to_standard_output_when_they_are_asked_for(figures: Project) -> None:
    with serving(answered) as server:
        done = asked(figures, server, "--format", "text")
    assert question(3) in done.stdout
    assert done.stdout.index("prose ") < done.stdout.index("locate   ")
    assert "neighbour of c3" in done.stdout
    assert "expected to score low" not in done.stdout


def test_the_tables_say_what_to_expect_where_no_figure_is_described(figures: Project) -> None:
    with serving(lambda *_: Reply(200, b'{"matches": []}')) as server:
        done = asked(figures, server, "--format", "text", "--brief")
    assert "note    no figure came back: the content group is expected to score low" in done.stdout


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        pytest.param(Reply(500, b"broken " * 200), "answered 500: broken", id="an HTTP error"),
        pytest.param(HANG_UP, "no answer from", id="a closed connection"),
        pytest.param(Reply(200, b"<html>"), "is no JSON: <html>", id="no JSON"),
        pytest.param(Reply(200, b"[1]"), 'has no list at "matches": it is a list', id="a list"),
        pytest.param(
            Reply(200, b'{"detail": 1}'), 'an object with "detail"', id="a body without matches"
        ),
        pytest.param(Reply(200, b'{"matches": {}}'), 'has no list at "matches"', id="no list"),
    ],
)
def test_the_first_failure_ends_it_at_once_and_in_one_line(
    figures: Project, monkeypatch: pytest.MonkeyPatch, reply: Reply, told: str
) -> None:
    monkeypatch.chdir(figures.root)

    def broken(query: str, _: int) -> Reply:
        return reply if number_of(query) == 4 else answered(query)

    with serving(broken) as server:
        done = CliRunner().invoke(cli, ["eval-pages", "--base-url", server.url])
    assert isinstance(done.exception, RetrievalError)
    assert done.stdout == ""
    assert str(done.exception).startswith(f'"{question(4)}": ')
    assert told in str(done.exception)
    assert "\n" not in str(done.exception)
    assert [server.asked[question(number)] for number in (3, 4, 5)] == [1, 1, 0]


def test_a_run_that_stopped_goes_on_with_the_item_that_failed(figures: Project) -> None:
    def broken(query: str, _: int) -> Reply:
        return Reply(500) if number_of(query) == 4 else answered(query)

    with serving(broken) as server:
        told = asked(figures, server).stderr
        server.answer = answered
        resumed = asked(figures, server, "--resume", run_name(told))
    assert json.loads(resumed.stdout)["n"] == ITEMS
    assert [server.asked[question(number)] for number in range(1, 7)] == [1, 1, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("edited", "said"),
    [
        pytest.param(lambda text: text, False, id="unchanged"),
        pytest.param(lambda text: text + " ", False, id="laid out anew"),
        pytest.param(lambda text: text.replace("[5]", "[4]"), True, id="another page"),
        pytest.param(lambda text: text.replace("Where", "On which page"), True, id="questions"),
        pytest.param(lambda _: "[", False, id="broken"),
    ],
)
def test_a_run_goes_on_with_the_entries_that_it_began_with_and_says_so(
    figures: Project, edited: Callable[[str], str], said: bool
) -> None:
    def broken(query: str, _: int) -> Reply:
        return Reply(400) if number_of(query) == 6 else answered(query)

    with serving(broken) as server:
        told = figures.run("eval-pages", "--base-url", server.url, "-q").stderr
        file = figures.root / "eval_datasets/manual-figures.json"
        file.write_text(edited(file.read_text("utf-8")), "utf-8")
        server.answer = answered
        resumed = figures.run("eval-pages", "-q", "--resume", run_name(told))
    rows = json.loads(resumed.stdout)["per_item"]
    assert [row["expected_pages"] for row in rows] == [[n] for n in range(1, ITEMS + 1)]
    assert ("has changed since the run began" in resumed.stderr) is said


def test_a_retry_is_made_when_it_is_asked_for(figures: Project) -> None:
    def flaky(query: str, before: int) -> Reply:
        return answered(query) if before else Reply(500)

    with serving(flaky) as server:
        done = asked(figures, server, "--retries", "1", "--sample", "1")
    assert (done.returncode, json.loads(done.stdout)["n"]) == (0, 1)


def test_an_empty_list_is_an_answer(figures: Project) -> None:
    with serving(lambda *_: Reply(200, b'{"matches": []}')) as server:
        done = asked(figures, server)
    assert (done.returncode, json.loads(done.stdout)["page_hit_at_5"]) == (0, 0.0)


def test_every_repeat_is_a_call_of_its_own(figures: Project) -> None:
    with serving(answered) as server:
        done = asked(figures, server, "--repeat", "3", "--jobs", "2")
    assert set(server.asked.values()) == {3}
    assert len(json.loads(done.stdout)["fixturetool"]["repeats"]) == 3


def test_a_killed_run_goes_on_where_it_stopped_and_at_the_same_address(figures: Project) -> None:
    release = threading.Event()

    def stuck(query: str, _: int) -> Reply:
        if number_of(query) == 4:
            release.wait(30)
        return answered(query)

    with serving(stuck) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "fixturetool", "eval-pages", "--base-url", server.url],
            cwd=figures.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        server.wait_for(4)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        release.set()
        [folder] = (figures.root / ".fixturetool" / "runs").iterdir()
        done = figures.run("eval-pages", "--resume", folder.name)
    assert json.loads(done.stdout)["n"] == ITEMS
    assert [server.asked[question(number)] for number in (1, 2, 3, 5, 6)] == [1] * 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["--top-k", "4"], "5<=x<=100", id="fewer chunks than the scores need"),
        pytest.param(["--top-k", "101"], "5<=x<=100", id="more chunks than the API gives"),
        pytest.param(["--dataset", "no.json"], 'there is no dataset "no.json"', id="missing"),
        pytest.param(["--retry-errors"], "--retry-errors needs a run", id="no run"),
        pytest.param(["--resume", "x"], 'there is no run "x"', id="unknown run"),
        pytest.param(["--dataset", "paths.json"], "is a path dataset", id="the other lane"),
        pytest.param(["--out", "x.doc"], "names no known format", id="unknown format"),
    ],
)
def test_what_can_not_be_asked_is_said(
    figures: Project, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.chdir(figures.root)
    figures.write("paths.json", "[]")
    done = CliRunner().invoke(cli, ["eval-pages", *words], standalone_mode=False)
    assert getattr(done.exception, "exit_code", None) == 2
    assert told in str(done.exception)
