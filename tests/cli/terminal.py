"""A command at a terminal, with a person who types."""

import os
import pty
import subprocess
import sys

from tests.cli.project import Project


def type_at(project: Project, keys: str, *arguments: str) -> str:
    """Run a command with all keys typed ahead, and return what the screen shows.

    After them Ctrl-D is typed, so that a question more ends the command and not the patience.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", *arguments],
        cwd=project.root,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"},
    )
    os.write(ours, keys.encode() + b"\x04\x04")
    os.close(theirs)
    screen = b""
    while True:
        try:
            screen += os.read(ours, 4096)
        except OSError:  # the terminal is closed with its last process
            break
    os.close(ours)
    process.wait()
    return screen.decode("utf-8", "replace")
