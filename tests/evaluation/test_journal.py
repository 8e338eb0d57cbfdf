import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.errors import SelectionError, StateError
from fixturetool.evaluation.run import Attempt, Run, RunHit, with_attempts
from fixturetool.evaluation.storage.journal import load_journal, resume_journal, start_journal

Begin = Callable[..., tuple[Path, Run]]
HIT = RunHit(1, "书/甲.txt", 1.5, "", None, None, "", "一\u2028二\r\n三", "")
FIRST = Attempt(1, 2.5, None, (HIT,))
SECOND = Attempt(1, 0.5, "the server answered 503", ())
AGAIN = Attempt(
    2, 3.5, None, (RunHit(1, "书/甲.txt", 1.5, "", None, None, "", "一\u2028二\r\n三", ""),)
)
OTHER = Attempt(3, 1.0, None, (RunHit(1, "乙.txt", 1.0, "", None, None, "", "四", ""),))
READERS = [pytest.param(load_journal, id="read"), pytest.param(resume_journal, id="go on")]


@pytest.fixture
def journalled(begin: Begin) -> tuple[Path, Run]:
    folder, run = begin("谁？", "何时？")
    with start_journal(folder, run) as journal:
        journal.add(0, FIRST)
        journal.add(1, SECOND)
    return folder, run


def test_holds_the_run_as_far_as_it_got(journalled: tuple[Path, Run]) -> None:
    folder, run = journalled
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


def test_can_be_read_while_it_is_written(begin: Begin) -> None:
    folder, run = begin("谁？")
    with start_journal(folder, run) as journal:
        journal.add(0, FIRST)
        journal.flush()
        assert load_journal(folder).fixtures[0].attempts == (FIRST,)


@pytest.mark.parametrize(
    "cut", [pytest.param(1, id="the newline"), pytest.param(30, id="half a line")]
)
def test_leaves_out_a_torn_last_line(journalled: tuple[Path, Run], cut: int) -> None:
    folder, run = journalled
    path = folder / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST})


def test_goes_on_after_a_torn_last_line(journalled: tuple[Path, Run]) -> None:
    folder, run = journalled
    path = folder / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    _, journal = resume_journal(folder)
    with journal:
        journal.add(1, SECOND)
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


def test_lets_a_later_line_replace_an_earlier_one(journalled: tuple[Path, Run]) -> None:
    folder, _ = journalled
    _, journal = resume_journal(folder)
    with journal:
        journal.add(1, FIRST)
    assert load_journal(folder).fixtures[1].attempts == (FIRST,)


@pytest.fixture
def repeated(begin: Begin) -> tuple[Path, Run]:
    """Journal a fixture's first repeat, an equal second one and another third one."""
    folder, run = begin("谁？", repeat=4)
    with start_journal(folder, run) as journal:
        for attempt in (FIRST, AGAIN, OTHER):
            journal.add(0, attempt)
    return folder, run


def entries(folder: Path) -> list[tuple[int, int | None]]:
    """Return of each line after the head how many hits stand there, and whose it refers to."""
    lines = (folder / "journal.jsonl").read_bytes().split(b"\n")[1:-1]
    return [(len(entry["attempt"]["hits"]), entry["same_as"]) for entry in map(json.loads, lines)]


def test_writes_equal_hits_of_a_fixture_once(repeated: tuple[Path, Run]) -> None:
    assert entries(repeated[0]) == [(1, None), (0, 1), (1, None)]


def test_reads_equal_hits_back_whole_and_holds_them_once(repeated: tuple[Path, Run]) -> None:
    [fixture] = load_journal(repeated[0]).fixtures
    first, again, other = fixture.attempts
    assert (first, again, other) == (FIRST, AGAIN, OTHER)
    assert again.hits is first.hits


def test_refers_to_no_other_fixture(begin: Begin) -> None:
    folder, run = begin("谁？", "何时？")
    with start_journal(folder, run) as journal:
        journal.add(0, FIRST)
        journal.add(1, FIRST)
    assert entries(folder) == [(1, None), (1, None)]


@pytest.mark.parametrize(
    ("torn", "told"),
    [
        pytest.param(1, [(1, None), (0, 1), (0, 1)], id="the other one"),
        pytest.param(2, [(1, None), (0, 1)], id="what referred to the first"),
        pytest.param(3, [(1, None)], id="the first itself"),
    ],
)
def test_refers_to_what_is_left_after_a_torn_line(
    repeated: tuple[Path, Run], torn: int, told: list[tuple[int, int | None]]
) -> None:
    folder, _ = repeated
    path = folder / "journal.jsonl"
    whole = path.read_bytes().split(b"\n")[:-1]
    path.write_bytes(b"\n".join(whole[: 5 - torn])[:-5])
    _, journal = resume_journal(folder)
    last = replace(AGAIN, repeat=4)
    with journal:
        journal.add(0, last)
    assert entries(folder) == told
    assert load_journal(folder).fixtures[0].attempts[-1] == last


def test_what_was_replaced_is_not_referred_to(repeated: tuple[Path, Run]) -> None:
    folder, _ = repeated
    _, journal = resume_journal(folder)
    changed, last = replace(OTHER, repeat=1), replace(AGAIN, repeat=4)
    with journal:
        journal.add(0, changed)
        journal.add(0, last)
    assert load_journal(folder).fixtures[0].attempts == (changed, AGAIN, OTHER, last)


def test_reads_a_journal_from_before_hits_were_written_once(
    journalled: tuple[Path, Run],
) -> None:
    folder, run = journalled
    path = folder / "journal.jsonl"
    path.write_bytes(path.read_bytes().replace(b',"same_as":null', b""))
    assert b"same_as" not in path.read_bytes()
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(b'{"fixture": 0, "att\n', "damaged on line 2", id="half a line"),
        pytest.param(b"\n", "damaged on line 2", id="an empty line"),
        pytest.param(
            b'{"fixture":9,"attempt":{"repeat":1,"latency_ms":1,"error":null,"hits":[]}}\n',
            "damaged on line 2: there is no fixture 9",
            id="a fixture too many",
        ),
        pytest.param(
            b'{"fixture":-1,"attempt":{"repeat":1,"latency_ms":1,"error":null,"hits":[]}}\n',
            "damaged on line 2: there is no fixture -1",
            id="a negative fixture",
        ),
        pytest.param(
            b'{"fixture":0,"attempt":{"repeat":0,"latency_ms":1,"error":null,"hits":[]}}\n',
            "damaged on line 2: there is no repeat 0",
            id="a repeat of zero",
        ),
        pytest.param(
            b'{"fixture":0,"attempt":{"repeat":2,"latency_ms":1,"error":null,"hits":[]}}\n',
            "damaged on line 2: there is no repeat 2",
            id="a repeat too many",
        ),
        pytest.param(
            b'{"fixture":0,"attempt":{"repeat":1,"latency_ms":1,"error":null,"hits":[]},'
            b'"same_as":1}\n',
            "damaged on line 2: there is no repeat 1 on a line before",
            id="the hits of nothing",
        ),
    ],
)
def test_refuses_damage_before_the_last_line(
    journalled: tuple[Path, Run], damage: bytes, message: str
) -> None:
    path = journalled[0] / "journal.jsonl"
    head, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(head + b"\n" + damage + rest)
    with pytest.raises(StateError, match=message) as caught:
        load_journal(journalled[0])
    assert caught.value.hint == "delete that line: what it held is then asked again"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "holds no run: it ended, or the disk was full", id="empty"),
        pytest.param(b'{"schema": "fixturetool.run/1"', "holds no run", id="a torn head"),
        pytest.param(b"\0\0\0\n", "is no valid JSON", id="a damaged head"),
    ],
)
@pytest.mark.parametrize("read", READERS)
def test_says_what_to_do_with_a_file_without_a_head(
    tmp_path: Path, read: Callable[[Path], object], data: bytes, message: str
) -> None:
    (tmp_path / "journal.jsonl").write_bytes(data)
    with pytest.raises(StateError, match=message) as caught:
        read(tmp_path)
    assert caught.value.hint == f"delete '{tmp_path}' and start a new run"


@pytest.mark.parametrize("read", READERS)
def test_a_folder_without_a_journal_is_no_run(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    with pytest.raises(SelectionError, match="there is no run in"):
        read(tmp_path)


@pytest.mark.parametrize("read", READERS)
def test_does_not_wait_for_a_named_pipe(tmp_path: Path, read: Callable[[Path], object]) -> None:
    os.mkfifo(tmp_path / "journal.jsonl")
    with pytest.raises(StateError, match="is no regular file"):
        read(tmp_path)


def test_belongs_to_one_process_from_its_start(begin: Begin) -> None:
    folder, run = begin("谁？")
    with (
        start_journal(folder, run),
        pytest.raises(StateError, match="another process is completing the run") as caught,
    ):
        resume_journal(folder)
    assert caught.value.hint == "wait until it has ended"


def test_belongs_to_one_process_that_goes_on(journalled: tuple[Path, Run]) -> None:
    folder, run = journalled
    _, journal = resume_journal(folder)
    with journal, pytest.raises(StateError, match="another process is completing the run"):
        resume_journal(folder)
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


def test_is_free_again_when_it_is_closed_or_was_refused(journalled: tuple[Path, Run]) -> None:
    folder, _ = journalled
    path = folder / "journal.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b"?\n")
    with pytest.raises(StateError, match="damaged on line 4"):
        resume_journal(folder)
    path.write_bytes(whole)
    for _ in range(2):
        _, journal = resume_journal(folder)
        journal.__exit__(None, None, None)


def test_leaves_nothing_of_a_run_that_the_disk_had_no_room_for(begin: Begin) -> None:
    folder, run = begin("谁？" * 1000)
    with room_for(100), pytest.raises(StateError, match="can't write") as caught:
        start_journal(folder, run)
    assert "free some space" in caught.value.hint
    assert not folder.exists()


def test_adds_nothing_to_a_line_that_the_disk_had_no_room_for(begin: Begin) -> None:
    folder, run = begin("谁？", repeat=2)
    journal = start_journal(folder, run)
    room = (folder / "journal.jsonl").stat().st_size + 20
    journal.add(0, Attempt(1, 1.0, None, ()))
    with room_for(room), pytest.raises(StateError, match="can't write"):
        journal.flush()
    journal.add(0, Attempt(2, 1.0, None, ()))
    with pytest.raises(StateError, match="can't write"):
        journal.flush()
    with pytest.raises(StateError, match="can't write"):
        journal.__exit__(None, None, None)
    assert load_journal(folder).fixtures[0].attempts == ()


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond some bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)


def test_makes_no_file_before_it_knows_what_to_write(begin: Begin) -> None:
    folder, run = begin()
    with pytest.raises(ValueError, match="surrogates not allowed"):
        start_journal(folder, replace(run, revision="\ud800"))
    assert list(folder.iterdir()) == []


def test_survives_a_process_that_is_killed(begin: Begin) -> None:
    folder, run = begin("谁？", "何时？")
    start_journal(folder, run).__exit__(None, None, None)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from fixturetool.evaluation.storage.journal import resume_journal\n"
        "from fixturetool.evaluation.run import Attempt\n"
        "_, journal = resume_journal(Path(sys.argv[1]))\n"
        "journal.add(0, Attempt(1, 1.0, None, ()))\n"
        "journal.flush()\n"
        "print('written', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        process.send_signal(signal.SIGKILL)
    assert load_journal(folder).fixtures[0].attempts == (Attempt(1, 1.0, None, ()),)
