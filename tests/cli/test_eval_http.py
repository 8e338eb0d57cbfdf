"""``eval-retrieval`` against search APIs that misbehave: an error is a row, never a miss."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage
from tests.search_server import HANG_UP, Reply, SearchServer, matches, serving

JSON = dict[str, object]
FIXTURES = 12


def query(number: int) -> str:
    return f"第{number}问：灯塔烧过什么？"


@pytest.fixture(name="lamps")
def project_of_a_source_for_each_fixture(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    for number in range(FIXTURES):
        project.write(f"text/chs/book/{number}.txt", f"灯塔烧过第{number}号鱼油。\n")
    project.write_category(
        "lamp",
        [
            fixture(query(number), passage(f"第{number}号鱼油", "oil"), oil="烧过鱼油")
            for number in range(FIXTURES)
        ],
    )
    return project


def right(asked: str) -> Reply:
    return matches(f"book/{asked[1 : asked.index('问')]}.txt")


def arguments(server: SearchServer, *more: str) -> list[str]:
    return ["eval-retrieval", "--base-url", server.url, "--output", "report.json", *more]


def graded(
    project: Project, server: SearchServer, *more: str
) -> tuple["subprocess.CompletedProcess[str]", JSON, list[JSON]]:
    """Run to the end; return the process, the summary and each fixture's first repeat."""
    done = project.run(*arguments(server, *more))
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    return done, report["summary"], [one["runs"][0] for one in report["fixtures"]]


def start(project: Project, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "fixturetool", *words],
        cwd=project.root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_name(project: Project) -> str:
    [folder] = (project.root / ".fixturetool/runs").iterdir()
    return folder.name


def journalled(project: Project) -> list[JSON]:
    """Return the whole lines of the journal after its head."""
    text = (project.root / ".fixturetool/runs" / run_name(project) / "journal.jsonl").read_text()
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]]


def test_a_server_that_answers_is_graded(lamps: Project) -> None:
    with serving(lambda asked, _: right(asked)) as server:
        done, summary, _ = graded(lamps, server, "--jobs", "4")
    assert (done.returncode, summary["coverage_rate"], summary["errors"]) == (0, 1.0, 0)
    assert set(server.asked.values()) == {1}


def test_a_server_that_is_busy_half_of_the_time_is_graded_as_if_it_never_was(
    lamps: Project,
) -> None:
    def answer(asked: str, before: int) -> Reply:
        return right(asked) if before % 2 else Reply(429, b"slow down", {"Retry-After": "0"})

    with serving(answer) as server:
        done, summary, _ = graded(lamps, server, "--jobs", "4")
    assert (done.returncode, summary["coverage_rate"], summary["errors"]) == (0, 1.0, 0)
    assert set(server.asked.values()) == {2}


def test_a_server_that_stays_busy_gives_errors_and_no_misses(lamps: Project) -> None:
    with serving(lambda _, __: Reply(503, b"no")) as server:
        done, summary, runs = graded(lamps, server, "--retries", "1", "--jobs", "4")
    assert (done.returncode, summary["coverage_rate"], summary["scored"]) == (3, None, 0)
    assert summary["errors"] == FIXTURES
    assert all("503" in str(run["error"]) for run in runs)


def test_a_server_that_dies_gives_errors_from_then_on(lamps: Project) -> None:
    def answer(asked: str, before: int) -> Reply:
        return HANG_UP if server.asked.total() > 5 else right(asked)

    with serving(answer) as server:
        done, summary, runs = graded(lamps, server, "--retries", "1")
    assert (done.returncode, summary["scored"], summary["errors"]) == (3, 5, FIXTURES - 5)
    assert summary["coverage_rate"] == 1.0
    assert [run["error"] is None for run in runs] == [True] * 5 + [False] * (FIXTURES - 5)


def test_a_server_that_is_too_slow_gives_an_error_for_what_it_was_too_slow_for(
    lamps: Project,
) -> None:
    for_ever = threading.Event()

    def answer(asked: str, before: int) -> Reply:
        if asked == query(3):
            for_ever.wait()
        return right(asked)

    with serving(answer) as server:
        done, summary, runs = graded(lamps, server, "--timeout", "0.5", "--retries", "0")
        for_ever.set()
    assert (done.returncode, summary["errors"], summary["scored"]) == (3, 1, FIXTURES - 1)
    assert "0.5 s" in str(runs[3]["error"])


def test_a_server_that_answers_the_last_first_gives_each_fixture_its_own(lamps: Project) -> None:
    turn = {number: threading.Event() for number in range(FIXTURES + 1)}
    turn[FIXTURES].set()

    def answer(asked: str, before: int) -> Reply:
        number = int(asked[1 : asked.index("问")])
        turn[number + 1].wait(20)
        turn[number].set()
        return right(asked)

    with serving(answer) as server:
        _, summary, runs = graded(lamps, server, "--jobs", str(FIXTURES))
    assert summary["coverage_rate"] == 1.0
    assert [run["sources"][0]["path"] for run in runs] == [  # type: ignore[index]
        f"book/{number}.txt" for number in range(FIXTURES)
    ]


def test_a_page_of_html_is_an_error_and_is_asked_for_once(lamps: Project) -> None:
    page = Reply(200, b"<html><b>[red]Sign in[/red]</b></html>", {"Content-Type": "text/html"})
    with serving(lambda _, __: page) as server:
        done, summary, runs = graded(lamps, server)
    assert (done.returncode, summary["errors"], summary["scored"]) == (3, FIXTURES, 0)
    assert all("<html><b>[red]Sign in[/red]</b></html>" in str(run["error"]) for run in runs)
    assert set(server.asked.values()) == {1}


def test_wrong_paths_are_told_and_are_no_clean_zero(lamps: Project) -> None:
    with serving(lambda _, __: matches("elsewhere/x.txt")) as server:
        done, summary, _ = graded(lamps, server)
    assert (done.returncode, summary["unresolved"]) == (3, FIXTURES)


@pytest.mark.parametrize(
    ("by", "code"),
    [
        pytest.param(signal.SIGKILL, -signal.SIGKILL, id="kill -9"),
        pytest.param(signal.SIGINT, 130, id="Ctrl-C"),
    ],
)
def test_a_run_that_was_ended_is_completed_by_what_is_missing_alone(
    lamps: Project, by: signal.Signals, code: int
) -> None:
    gate = threading.Event()

    def answer(asked: str, before: int) -> Reply:
        if server.asked.total() > 9:
            gate.wait()
        return right(asked)

    with serving(answer) as server:
        process = start(lamps, *arguments(server, "--repeat", "2", "--jobs", "3"))
        server.wait_for(12)
        while len(journalled(lamps)) < 9:
            os.sched_yield()
        process.send_signal(by)
        process.communicate(timeout=20)
        assert process.returncode == code
        kept = journalled(lamps)
        gate.set()
        server.asked.clear()
        done, summary, _ = graded(lamps, server, "--resume", run_name(lamps))
    assert (done.returncode, summary["coverage_rate"], summary["errors"]) == (0, 1.0, 0)
    assert server.asked.total() == 2 * FIXTURES - len(kept)
    assert len(journalled(lamps)) == 2 * FIXTURES


def test_ctrl_c_says_how_to_go_on(lamps: Project) -> None:
    gate = threading.Event()

    def answer(asked: str, before: int) -> Reply:
        gate.wait()
        return right(asked)

    with serving(answer) as server:
        process = start(lamps, *arguments(server))
        server.wait_for(1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=20)
        gate.set()
    assert f"fixturetool eval-retrieval --resume {run_name(lamps)}" in told
    assert "Traceback" not in told


def test_failed_attempts_are_kept_by_resume_and_asked_again_by_retry_errors(
    lamps: Project,
) -> None:
    broken = True

    def answer(asked: str, before: int) -> Reply:
        return Reply(500, b"broken") if broken and asked == query(4) else right(asked)

    with serving(answer) as server:
        _, failed, _ = graded(lamps, server, "--retries", "0")
        broken = False
        server.asked.clear()
        again, kept, _ = graded(lamps, server, "--resume", run_name(lamps))
        assert (again.returncode, kept["errors"], server.asked.total()) == (3, 1, 0)
        done, mended, _ = graded(lamps, server, "--resume", run_name(lamps), "--retry-errors")
    assert failed["errors"] == 1
    assert (done.returncode, mended["errors"], mended["coverage_rate"]) == (0, 0, 1.0)
    assert server.asked == {query(4): 1}


def test_a_dry_run_says_what_would_be_called_and_calls_nothing(lamps: Project) -> None:
    with serving(lambda asked, _: right(asked)) as server:
        done = lamps.run(*arguments(server, "--repeat", "3", "--jobs", "2", "--dry-run"))
    assert (done.returncode, server.asked.total()) == (0, 0)
    assert done.stdout == (
        f"retriever: http, POST {server.url}/search\n"
        "fixtures:  12 (lamp 12)\n"
        "each:      3 times, k 7, top_k 20, chunk context 2, match source\n"
        "calls:     36, 2 at once, each up to 5 times again\n"
    )
    assert not (lamps.root / ".fixturetool/runs").exists()
    assert not (lamps.root / "report.json").exists()


def test_a_dry_run_of_a_run_that_goes_on_says_what_is_missing(lamps: Project) -> None:
    with serving(lambda asked, _: Reply(400) if asked == query(2) else right(asked)) as server:
        graded(lamps, server)
        asked = server.asked.total()
        kept = lamps.run(*arguments(server, "--resume", run_name(lamps), "--dry-run"))
        again = lamps.run(
            *arguments(server, "--resume", run_name(lamps), "--retry-errors", "--dry-run")
        )
    assert server.asked.total() == asked
    assert "calls:     0 of 12, the others are made, 1 at once" in kept.stdout
    assert "calls:     1 of 12, the others are made, 1 at once" in again.stdout


def test_retry_errors_needs_a_run(lamps: Project) -> None:
    done = lamps.run("eval-retrieval", "--retry-errors")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--resume RUN" in done.stderr
