"""What a terminal of any width gets, and a file."""

import re
from collections.abc import Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from fixturetool.reporting.console import write_blocks, write_text
from fixturetool.reporting.grid import Column, Grid

RUNS = Grid(
    (Column("run"), Column("state"), Column("corpus", spare=1), Column("fixtures", spare=2)),
    [[Text("20260102T120000Z-001"), Text("complete"), Text("14ac77b4"), Text("4bec970f")]],
    indent=0,
)


class Terminal(StringIO):
    """A file that says that somebody is looking."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, columns: int, block: Text | Grid) -> Sequence[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    file = Terminal()
    write_blocks([block], file)
    return [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in file.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("columns", "headings"),
    [
        pytest.param(52, ["run", "state", "corpus", "fixtures"], id="room-for-all"),
        pytest.param(51, ["run", "state", "corpus"], id="one-cell-less"),
        pytest.param(42, ["run", "state", "corpus"], id="room-for-three"),
        pytest.param(41, ["run", "state"], id="room-for-two"),
    ],
)
def test_spare_columns_are_left_out_before_any_cell_is_cut(
    monkeypatch: pytest.MonkeyPatch, columns: int, headings: list[str]
) -> None:
    heading, row = shown(monkeypatch, columns, RUNS)
    assert heading.split() == headings
    assert row.split()[:2] == ["20260102T120000Z-001", "complete"]


def test_a_file_gets_every_column() -> None:
    file = StringIO()
    write_blocks([RUNS], file)
    assert file.getvalue().split()[:4] == ["run", "state", "corpus", "fixtures"]


def test_what_a_long_line_goes_on_with_stands_below_where_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Text("   lost: polish 2/2 → 0/2, was in voice/4.txt")
    assert shown(monkeypatch, 24, line) == [
        "   lost: polish 2/2 →",
        "   0/2, was in",
        "   voice/4.txt",
    ]


@pytest.mark.parametrize(
    "text", [pytest.param("", id="empty"), pytest.param("甲", id="not-indented")]
)
def test_a_short_line_stays_as_it_is(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    assert shown(monkeypatch, 24, Text(text)) == [text]


@given(st.integers(0, 12), st.text("ab 甲", min_size=1, max_size=80))
def test_folding_loses_no_letter_and_keeps_to_the_width(indent: int, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        lines = shown(patch, 20, Text(" " * indent + text))
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= 20 for line in lines)


def test_painted_lines_are_folded_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    file = Terminal()
    write_text("  \x1b[33mwick\x1b[0m: not retrieved by it\n", file)
    assert file.getvalue().startswith("  \x1b[33mwick\x1b[0m: not")
    assert [line.rstrip() for line in file.getvalue().splitlines()][1:] == ["  retrieved by it"]


def test_painted_lines_reach_a_file_as_they_are() -> None:
    file = StringIO()
    write_text("  \x1b[33mwick\x1b[0m\n", file)
    assert file.getvalue() == "  \x1b[33mwick\x1b[0m\n"
