"""Builds that are killed, and builds at once: the index is the old one or a whole new one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.retrieval.place import Place

SOURCES = 40
PROGRAM = """
import sys
from pathlib import Path
from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.progress import Silent
from tests.retrieval.place import Place, build_index

class Telling(Silent):
    def advance(self, steps=1):
        print("step", flush=True)
        if len(sys.argv) > 2:
            sys.stdin.readline()

place = Place(Path(sys.argv[1]), load_tokenizer("rjieba", None, ()))
report = build_index(place.corpus(), place.tokenizer, place.state, Telling())
print("read", report.read, "kept", report.kept, flush=True)
"""
QUESTION = "谁在第7个山洞里等雷电将军？"


def start(base: Path, *, waits: bool = False) -> subprocess.Popen[str]:
    """Start a build; where it waits, it goes on by one source for every line on its stdin."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(base), *(["waits"] if waits else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def kill_after(steps: int, base: Path) -> None:
    """Start a build and kill it while it waits after that many sources."""
    with start(base, waits=True) as process:
        assert process.stdin
        assert process.stdout
        for step in range(steps):
            assert process.stdout.readline() == "step\n"
            if step < steps - 1:
                process.stdin.write("\n")
                process.stdin.flush()
        process.kill()
        assert process.wait() == -signal.SIGKILL


@pytest.fixture
def written(place: Place) -> Place:
    place.write({f"a/{n}.txt": f"雷电将军在第{n}个山洞里。" * 30 for n in range(SOURCES)})
    return place


@pytest.mark.parametrize("steps", [1, SOURCES // 2, SOURCES])
def test_a_killed_first_build_is_made_anew(written: Place, tmp_path: Path, steps: int) -> None:
    kill_after(steps, tmp_path)
    assert not written.status().is_built
    assert written.build().read == SOURCES
    assert written.ask(QUESTION) == written.ask(QUESTION, state=tmp_path / "fresh")


@pytest.mark.parametrize("steps", [1, SOURCES])
def test_a_killed_update_leaves_the_old_index(written: Place, tmp_path: Path, steps: int) -> None:
    written.build()
    written.write({"a/7.txt": "雷电将军不在。"})
    kill_after(steps, tmp_path)
    status = written.status()
    assert (status.sources, status.changed) == (SOURCES, 1)
    assert written.build().read == 1
    assert written.ask(QUESTION) == written.ask(QUESTION, state=tmp_path / "fresh")


def test_what_a_killed_build_left_is_deleted(written: Place, tmp_path: Path) -> None:
    kill_after(SOURCES, tmp_path)
    written.build()
    assert [entry for entry in written.home.iterdir() if entry.is_dir()] == [written.folder]


def test_of_two_builds_at_once_one_reads_and_the_other_finds(
    written: Place, tmp_path: Path
) -> None:
    with start(tmp_path) as one, start(tmp_path) as other:
        said = sorted(process.communicate()[0].splitlines()[-1] for process in (one, other))
    assert (one.returncode, other.returncode) == (0, 0)
    assert said == [f"read 0 kept {SOURCES}", f"read {SOURCES} kept 0"]
    assert written.ask(QUESTION) == written.ask(QUESTION, state=tmp_path / "fresh")


def test_an_open_index_answers_while_another_process_replaces_it(
    written: Place, tmp_path: Path
) -> None:
    retriever = written.open()
    before = retriever.retrieve(QUESTION, 3, language="CHS", chunk_context=0)
    written.write({"b/new.txt": "雷电将军"})
    with start(tmp_path) as process:
        assert process.communicate()[0].endswith(f"read 1 kept {SOURCES}\n")
    assert retriever.retrieve(QUESTION, 3, language="CHS", chunk_context=0) == before
    retriever.close()
