"""Files that are written in whole steps."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fixturetool.state import replace_file


@pytest.fixture(name="ended", scope="module")
def ended_process() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid


def test_what_a_killed_process_left_half_written_goes_with_the_next_write(
    tmp_path: Path, ended: int
) -> None:
    (tmp_path / f"run.json.{ended}.new").write_bytes(b"{")
    replace_file(tmp_path / "run.json", b"{}")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"run.json": b"{}"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("run.json.{parent}.new", id="of-a-process-at-work"),
        pytest.param("other.json.{ended}.new", id="of-another-file"),
        pytest.param("run.json.mine.new", id="of-no-process"),
        pytest.param("run.json.{ended}", id="no-scratch-file"),
    ],
)
def test_what_is_not_left_behind_stays(tmp_path: Path, ended: int, name: str) -> None:
    other = tmp_path / name.format(parent=os.getppid(), ended=ended)
    other.write_bytes(b"x")
    replace_file(tmp_path / "run.json", b"{}")
    assert other.read_bytes() == b"x"
