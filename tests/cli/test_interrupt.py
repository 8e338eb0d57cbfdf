"""Ctrl-C and SIGTERM end a command at once, with one line and an exit code of their own."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fixturetool.cli.main import cli
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.wire import Received
from tests.cli.project import Project

HANGS = """\
import pathlib, threading
def retrieve(query, k):
    pathlib.Path("asked").touch()
    threading.Event().wait(60)
"""


def test_an_interrupted_build_ends_with_130_and_leaves_nothing_half_done(
    project: Project, tmp_path: Path
) -> None:
    for number in range(400):
        project.write(f"text/chs/book/{number}.txt", f"第{number}卷灯塔烧过鱼油。" * 2000)
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", "index", "build"],
        cwd=project.root,
        stderr=subprocess.PIPE,
        text=True,
    )
    lock = tmp_path / ".fixturetool" / "index" / "CHS.lock"
    while not lock.exists() and process.poll() is None:
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.strip() == "fixturetool: interrupted"
    assert project.run("index", "status").stdout.startswith("CHS: not built")


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted", id="SIGINT"),
        pytest.param(signal.SIGTERM, 143, "terminated", id="SIGTERM"),
    ],
)
def test_a_run_that_is_ended_says_how_it_goes_on(
    project: Project, number: signal.Signals, code: int, word: str
) -> None:
    project.write("hangs.py", HANGS)
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", "eval-retrieval", "--retriever", "hangs:retrieve"],
        cwd=project.root,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (project.root / "asked").exists() and process.poll() is None:
        os.sched_yield()
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    (run,) = (project.root / ".fixturetool/runs").iterdir()
    assert process.returncode == code
    assert f"to go on: fixturetool eval-retrieval --resume {run.name}\n" in told
    assert told.endswith(f"fixturetool: {word}\n")


def test_a_pause_that_a_busy_provider_asks_for_is_no_reason_to_wait(project: Project) -> None:
    asked = threading.Event()

    def busy(_: Received) -> ScriptedReply:
        asked.set()
        return ScriptedReply("slow down", status=429, headers={"Retry-After": "100"})

    with ChatServer(Script(), embeddings=busy) as server:
        table = "[retriever.embedded.embeddings]"
        project.write("fixturetool.toml", f'{table}\nmodel = "m"\nbase_url = "{server.base_url}"\n')
        process = subprocess.Popen(
            [sys.executable, "-m", "fixturetool", "index", "build"],
            cwd=project.root,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert asked.wait(60)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    # Interrupted before its answer came, the request may have been paid for, and is told.
    *spent, last = told.split("\n\n") if "spent" in told else [told]
    assert (process.returncode, last.strip()) == (130, "fixturetool: interrupted")
    assert all(one.startswith("spent on vectors: 1 request, at most ") for one in spent)


def test_an_end_of_file_that_nobody_foresaw_is_no_interrupt(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "import click\n@click.command()\ndef command(): raise EOFError('cut')\n"
    project.write("command_that_fails.py", source)
    monkeypatch.syspath_prepend(project.root)
    monkeypatch.setitem(cli.lazy, "fail", ("command_that_fails", ""))
    with pytest.raises(EOFError, match="cut"):
        project.run("fail")
