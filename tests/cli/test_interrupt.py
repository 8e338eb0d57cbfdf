"""Ctrl-C ends a command at once, with one line and the exit code 130."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.project import Project


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
