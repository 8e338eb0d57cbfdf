"""A command at a terminal, with a person who types."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable

from tests.cli.project import Project

_ASKED = b"? help"


def type_at(project: Project, keys: str, *arguments: str) -> str:
    """Run a command with all keys typed ahead, and return what the screen shows.

    After them Ctrl-D is typed, so that a question more ends the command and not the patience.
    """
    return typed_at(project, keys, *arguments)[0]


def typed_at(
    project: Project, keys: str, *arguments: str, meanwhile: Callable[[], object] | None = None
) -> tuple[str, int]:
    """Run a command as ``type_at`` does, and return the exit code as well.

    With ``meanwhile`` the keys are not typed ahead, but when it was called: at the first question.
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
    os.close(theirs)
    screen = b""
    if meanwhile:
        while _ASKED not in screen:
            screen += os.read(ours, 4096)
        meanwhile()
    os.write(ours, keys.encode() + b"\x04\x04")
    while True:
        try:
            screen += os.read(ours, 4096)
        except OSError:  # the terminal is closed with its last process
            break
    os.close(ours)
    return screen.decode("utf-8", "replace"), process.wait()
