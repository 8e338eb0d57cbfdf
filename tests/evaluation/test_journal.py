import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fixturetool.errors import StateError
from fixturetool.evaluation.journal import load_journal, resume_journal, start_journal
from fixturetool.evaluation.run import Attempt, Run, RunHit, with_attempts

Begin = Callable[..., tuple[Path, Run]]
HIT = RunHit(1, "书/甲.txt", 1.5, "", None, None, "", "一\u2028二\r\n三", "")
FIRST = Attempt(1, 2.5, None, (HIT,))
SECOND = Attempt(1, 0.5, "the server answered 503", ())


@pytest.fixture
def journalled(begin: Begin) -> tuple[Path, Run]:
    folder, run = begin("谁？", "何时？")
    with start_journal(folder, run) as journal:
        journal.append(0, FIRST)
        journal.append(1, SECOND)
    return folder, run


def test_holds_the_run_as_far_as_it_got(journalled: tuple[Path, Run]) -> None:
    folder, run = journalled
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


def test_can_be_read_while_it_is_written(begin: Begin) -> None:
    folder, run = begin("谁？")
    with start_journal(folder, run) as journal:
        journal.append(0, FIRST)
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
        journal.append(1, SECOND)
    assert load_journal(folder) == with_attempts(run, {(0, 1): FIRST, (1, 1): SECOND})


def test_lets_a_later_line_replace_an_earlier_one(journalled: tuple[Path, Run]) -> None:
    folder, _ = journalled
    _, journal = resume_journal(folder)
    with journal:
        journal.append(1, FIRST)
    assert load_journal(folder).fixtures[1].attempts == (FIRST,)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(b'{"fixture": 0, "att\n', "damaged on line 2", id="half a line"),
        pytest.param(b"\n", "damaged on line 2", id="an empty line"),
        pytest.param(
            b'{"fixture":9,"attempt":{"repeat":1,"latency_ms":1,"error":null,"hits":[]}}\n',
            "names fixture 9 on line 2",
            id="a fixture too many",
        ),
    ],
)
def test_refuses_damage_before_the_last_line(
    journalled: tuple[Path, Run], damage: bytes, message: str
) -> None:
    path = journalled[0] / "journal.jsonl"
    head, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(head + b"\n" + damage + rest)
    with pytest.raises(StateError, match=message):
        load_journal(journalled[0])


def test_refuses_a_file_without_even_a_head(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_bytes(b'{"schema": "fixturetool.run/1"')
    with pytest.raises(StateError, match="is no valid JSON"):
        load_journal(tmp_path)


def test_survives_a_process_that_is_killed(begin: Begin) -> None:
    folder, run = begin("谁？", "何时？")
    start_journal(folder, run).__exit__(None, None, None)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from fixturetool.evaluation.journal import resume_journal\n"
        "from fixturetool.evaluation.run import Attempt\n"
        "_, journal = resume_journal(Path(sys.argv[1]))\n"
        "journal.append(0, Attempt(1, 1.0, None, ()))\n"
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
