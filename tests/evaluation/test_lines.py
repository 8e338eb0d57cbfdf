"""Lines that several threads add to one file."""

from io import FileIO
from pathlib import Path
from threading import Lock, Thread

import pytest

from fixturetool.errors import StateError
from fixturetool.evaluation.storage.lines import Lines


def test_lines_of_many_threads_stand_whole_and_in_the_order_of_adding(tmp_path: Path) -> None:
    path, order, adding = tmp_path / "lines", list[bytes](), Lock()
    lines = Lines(path, FileIO(path, "ab"))

    def work(number: int) -> None:
        for count in range(200):
            with adding:
                order.append(b"%d %d" % (number, count))
                lines.add(order[-1])
            lines.flush()

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    flushed = path.read_bytes().splitlines()
    lines.close()
    assert flushed == order


def test_what_was_not_flushed_is_written_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    lines = Lines(path, FileIO(path, "ab"))
    lines.add(b"one")
    lines.add(b"two")
    before = path.read_bytes()
    lines.close()
    assert (before, path.read_bytes()) == (b"", b"one\ntwo\n")


def test_a_failure_is_told_again_when_it_is_closed() -> None:
    lines = Lines(Path("/dev/full"), FileIO("/dev/full", "ab"))
    lines.add(b"one")
    with pytest.raises(StateError, match="can't write '/dev/full': No space left on device"):
        lines.flush()
    with pytest.raises(StateError, match="No space left"):
        lines.close()
