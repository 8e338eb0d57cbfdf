"""The editor as a process of its own at a terminal."""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fixturetool.fixtures.load import load_file
from fixturetool.tui import actions
from fixturetool.tui.draft import load_draft
from tests.cli.project import Project
from tests.tui.desk_place import LAMP, OTHER, anchor, category, desk_at

SECONDS = 60.0


class Terminal:
    """A process that a person types at."""

    def __init__(self, project: Project, *arguments: str, term: str = "xterm-256color") -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fixturetool", *arguments],
            cwd=project.root,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": term, "LC_ALL": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = b""

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until the screen has shown a text since the last wait."""
        deadline = time.monotonic() + SECONDS
        while text.encode() not in self.seen:
            ready, _, _ = select.select([self._ours], [], [], deadline - time.monotonic())
            assert ready, f"{text!r} did not come; {self.seen[-2000:]!r}"
            self.seen += os.read(self._ours, 65536)
        self.seen = b""

    def end(self) -> int:
        """Read until the process ends, and return its exit status."""
        while True:
            try:
                if not os.read(self._ours, 65536):
                    break
            except OSError:  # the terminal is closed with its last process
                break
        return self.process.wait(SECONDS)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(SECONDS)
        os.close(self._ours)


Start = Callable[..., Terminal]


@pytest.fixture(name="terminals")
def terminals_in_the_project(project: Project) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*arguments: str, term: str = "xterm-256color") -> Terminal:
        started.append(Terminal(project, *arguments, term=term))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def passages(project: Project) -> list[str]:
    document = json.loads((project.root / "retrieval_fixtures/lamp.json").read_bytes())
    return [one["passage"] for one in document["fixtures"][0]["relevant_passages"]]


def test_what_was_done_at_a_terminal_outlives_a_kill_and_nothing_else_is_left_behind(
    project: Project, terminals: Start
) -> None:
    terminal = terminals("edit", "lamp")
    terminal.wait_for("to look for anchors")
    terminal.press("\x1b[B\x1b[B/")
    terminal.press("据说烧过盐\r")
    terminal.wait_for("the slice to oil")
    terminal.press("a")
    terminal.wait_for("; saved")
    terminal.press("f")
    terminal.wait_for("New facet")
    terminal.press("灯塔烧过盐\rsalt\r")
    terminal.wait_for("added the facet")
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.process.wait(SECONDS) == -signal.SIGKILL
    path = project.root / "retrieval_fixtures/lamp.json"
    assert load_file(path).findings == ()
    assert passages(project) == ["烧过鱼油", "烧的是鱼油", "灯塔据说烧过盐"]
    assert load_draft(path).fixtures[0].facets == {"salt": "灯塔烧过盐"}
    again = terminals("edit", "lamp")
    again.wait_for("Drafts from before are here")
    again.press("q")
    assert again.end() == 0
    names = sorted(one.name for one in path.parent.iterdir())
    assert names == [".lamp.draft", "lamp.json"]


def write_for_ever(path: Path, told: int) -> None:
    """Add a facet and its anchor and undo both, telling before each step."""
    desk = desk_at(path)
    steps: tuple[Callable[[], object], ...] = (
        lambda: actions.add_facet(desk, LAMP, "smell", "味道"),
        lambda: actions.add_anchor(desk, LAMP, "smell", anchor(OTHER, "smell")),
        desk.undo,
        desk.undo,
    )
    while True:
        for step in steps:
            os.write(told, b".")
            step()


@pytest.mark.parametrize("steps", range(1, 9))
def test_whenever_it_is_killed_the_file_is_valid_and_the_facet_stands_once(
    tmp_path: Path, steps: int
) -> None:
    path = category(tmp_path)
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_for_ever(path, told)
        finally:
            os._exit(1)
    for _ in range(steps):
        assert os.read(heard, 1) == b"."
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    os.close(heard)
    os.close(told)
    assert load_file(path).findings == ()
    names = list(desk_at(path).facets(LAMP))
    assert names in (["oil", "care"], ["oil", "care", "smell"])


def test_without_a_terminal_the_commands_to_use_instead_are_named(project: Project) -> None:
    run = project.run("edit", "lamp")
    assert run.returncode == 2
    assert run.stdout == ""
    assert "needs a terminal" in run.stderr
    assert "fixturetool search, fixturetool new, fixturetool anchor" in run.stderr


def test_a_rule_that_is_not_there_is_told_before_the_screen_is_taken(
    project: Project, terminals: Start
) -> None:
    project.write("fixturetool.toml", '[verify]\nignore = ["FT999"]\n')
    terminal = terminals("edit", "lamp")
    terminal.wait_for('there is no rule "FT999"')
    assert terminal.end() == 2


@pytest.mark.parametrize(
    ("content", "arguments", "term", "told"),
    [
        pytest.param("{}", ("lamp",), "xterm", "the category is not valid", id="an invalid file"),
        pytest.param(None, ("../x/.hidden",), "xterm", "is no name for a category", id="no name"),
        pytest.param(None, ("text/",), "xterm", "is a folder", id="a folder"),
        pytest.param(None, ("lamp", "--corpus", "no"), "xterm", "no corpus", id="no corpus"),
        pytest.param(None, ("lamp",), "dumb", "that can draw a screen", id="a dumb terminal"),
    ],
)
def test_what_can_not_be_edited_is_told_before_the_screen_is_taken(
    project: Project,
    terminals: Start,
    content: str | None,
    arguments: tuple[str, ...],
    term: str,
    told: str,
) -> None:
    if content is not None:
        project.write("retrieval_fixtures/lamp.json", content)
    terminal = terminals("edit", *arguments, term=term)
    terminal.wait_for(told)
    assert terminal.end() == 2
