import os
import pty
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import StringIO

import pytest

from fixturetool.reporting.progress_bar import ProgressBar, ProgressLines


class Clock:
    """A clock that is set by hand, in seconds."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_writes_a_line_every_few_seconds(clock: Clock) -> None:
    stream = StringIO()
    lines = ProgressLines(stream, every=5, clock=clock)
    lines.begin("retrieving", 40)
    for _ in range(40):
        clock.now += 0.5
        lines.advance()
    lines.end()
    assert stream.getvalue() == (
        "retrieving: 10 of 40, 2.0 a second, about 15 s left\n"
        "retrieving: 20 of 40, 2.0 a second, about 10 s left\n"
        "retrieving: 30 of 40, 2.0 a second, about 5 s left\n"
        "retrieving: 40 of 40, 2.0 a second\n"
    )


def test_ends_with_the_last_count(clock: Clock) -> None:
    stream = StringIO()
    lines = ProgressLines(stream, every=5, clock=clock)
    lines.begin("retrieving", 12)
    clock.now += 5
    lines.advance(10)
    clock.now += 1
    lines.advance(2)
    lines.end()
    assert stream.getvalue().splitlines() == [
        "retrieving: 10 of 12, 2.0 a second, about 1 s left",
        "retrieving: 12 of 12, 2.0 a second",
    ]


def test_says_nothing_about_what_is_done_at_once(clock: Clock) -> None:
    stream = StringIO()
    lines = ProgressLines(stream, every=5, clock=clock)
    lines.begin("reading", 2)
    lines.advance(2)
    lines.end()
    assert stream.getvalue() == ""


def test_writes_plain_lines_where_there_is_no_terminal() -> None:
    stream = StringIO()
    progress = ProgressBar(stream)
    progress.begin("reading [red]", 1)
    progress.advance()
    progress.end()
    assert stream.getvalue() == ""


def read_to_the_end(terminal: int) -> bytes:
    """Read what is drawn until the last writer has closed; a terminal then says EIO."""
    read = b""
    with suppress(OSError):
        while piece := os.read(terminal, 4096):
            read += piece
    return read


def test_draws_a_bar_on_a_terminal_and_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    reader, writer = pty.openpty()
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read_to_the_end, reader)
        with os.fdopen(writer, "w", encoding="utf-8") as terminal:
            progress = ProgressBar(terminal)
            for _ in range(2):
                progress.begin("retrieving [red]", 3)
                progress.advance(3)
                progress.end()
        drawn = reading.result().decode("utf-8")
    os.close(reader)
    assert "retrieving [red]" in drawn
    assert "3/3" in drawn
    assert re.search(r"\d\.\d/s", drawn)
    assert drawn.rstrip("\r\n").endswith("\x1b[2K")
