"""Whatever writes into a person's file: only its own lines differ, and trouble loses nothing."""

import difflib
import json
import os
import pty
import re
import select
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage

QUERY = "灯塔的灯烧过什么？"
FILE = "retrieval_fixtures/lamp.json"
SET = "set-paths.json"


@pytest.fixture(name="desk")
def project_with_something_to_write(here: Project) -> Project:
    """An anchor that moved by a character nobody sees, and a dataset."""
    here.write("fixturetool.toml", "")
    here.write("text/chs/voice/2_老蔺.txt", "灯里头一样\n烧的\u200b是鱼油，我闻得出来。\n")
    entries = [{"question": f"第{n}？", "expected_paths": ["a.txt"]} for n in "一二三"]
    here.write(SET, json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    return here


ADD = ("anchor", "add", "lamp", "-q", "-f", "oil", "-p", "守灯人每夜添油三次", "--force", "FT210")
NEW = (
    *("new", "fixture", "lamp", "-q", "-Q", "守灯人每夜做什么？", "--rationale", "r"),
    *("-f", "thrice", "添油三次", "-a", "thrice", "1_灯志.txt", "每夜添油三次"),
)
# A command, the file that it writes, and the lines that it adds and takes away.
WRITERS = [
    pytest.param(ADD, FILE, 8, 0, id="anchor-add"),
    pytest.param(NEW, FILE, 18, 0, id="new-fixture"),
    pytest.param(("repair", "-q", "--write", "--yes"), FILE, 1, 1, id="repair-write"),
    pytest.param(("anchor", "remove", "lamp", "-p", "烧过鱼油"), FILE, 0, 8, id="anchor-remove"),
    pytest.param(
        ("dataset", "add", SET, "--question", "四？", "--path", "b.txt"),
        SET,
        6,
        0,
        id="dataset-add",
    ),
    pytest.param(("dataset", "edit", SET, "2", "--question", "新？"), SET, 1, 1, id="dataset-edit"),
    pytest.param(("dataset", "delete", SET, "2", "--yes"), SET, 0, 6, id="dataset-delete"),
]
writers = pytest.mark.parametrize(("command", "file", "added", "removed"), WRITERS)
TARGETS = [pytest.param(*one.values[:2], id=one.id) for one in WRITERS]
targets = pytest.mark.parametrize(("command", "file"), TARGETS)


def changed(before: bytes, after: bytes) -> tuple[int, int]:
    """Count the lines that were added and removed."""
    old, new = before.split(b"\n"), after.split(b"\n")
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    same = sum(block.size for block in blocks)
    return len(new) - same, len(old) - same


def reformat(file: Path, change: Callable[[str], str]) -> bytes:
    text = change(file.read_text("utf-8"))
    file.write_bytes(text.encode())
    return file.read_bytes()


STYLES = [
    pytest.param(lambda text: "\ufeff" + text.replace("\n", "\r\n"), id="mark-and-crlf"),
    pytest.param(
        lambda text: json.dumps(json.loads(text), ensure_ascii=False, indent="\t") + "\n", id="tabs"
    ),
    pytest.param(lambda text: text.rstrip("\n") + "\n\n", id="two-final-newlines"),
]


@pytest.mark.parametrize("style", STYLES)
@writers
def test_only_the_lines_of_the_edit_differ(
    desk: Project,
    command: Sequence[str],
    file: str,
    added: int,
    removed: int,
    style: Callable[[str], str],
) -> None:
    before = reformat(desk.root / file, style)
    done = desk.run(*command)
    assert done.returncode == 0, done.stderr
    after = (desk.root / file).read_bytes()
    assert changed(before, after) == (added, removed)
    assert after.count(b"\r\n") == (after.count(b"\n") if b"\r\n" in before else 0)
    assert after[:3] == before[:3]
    assert after[-2:] == before[-2:]
    assert b"\\u" not in after


@targets
def test_a_link_stays_a_link_and_the_mode_is_kept(
    desk: Project, command: Sequence[str], file: str
) -> None:
    real = desk.root / "elsewhere.json"
    link = desk.root / file
    link.rename(real)
    real.chmod(0o640)
    link.symlink_to(real)
    before = real.read_bytes()
    assert desk.run(*command).returncode == 0
    assert link.is_symlink()
    assert real.read_bytes() != before
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    left = {entry.name for folder in (link.parent, real.parent) for entry in folder.iterdir()}
    assert not [name for name in left if name.endswith((".tmp", ".lock"))]


@pytest.mark.parametrize(
    ("command", "file"), [*TARGETS, pytest.param(("fmt", "lamp"), FILE, id="fmt")]
)
def test_a_read_only_file_is_refused_and_not_replaced(
    desk: Project, command: Sequence[str], file: str
) -> None:
    target = desk.root / file
    before = target.read_bytes()
    target.chmod(0o444)
    done = desk.run(*command)
    assert done.returncode == 2
    assert f'"{file}" is read-only, so nothing was written' in done.stderr
    assert f"chmod u+w {file}, then try again" in done.stderr
    assert (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) == (before, 0o444)


SMALL_DISK = """
import resource, signal, sys
sys.dont_write_bytecode = True  # a module compiled to 100 bytes would stay
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
from fixturetool.cli.main import main
main()
"""


@targets
def test_a_disk_that_is_full_leaves_the_original_bytes(
    desk: Project, command: Sequence[str], file: str
) -> None:
    assert desk.run("repair", "-q").returncode == 1  # what the state holds is there already
    before = (desk.root / file).read_bytes()
    names = sorted(entry.name for entry in (desk.root / file).parent.iterdir())
    done = desk.start([sys.executable, "-c", SMALL_DISK, *command])
    assert done.returncode == 3, done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert (desk.root / file).read_bytes() == before
    assert sorted(entry.name for entry in (desk.root / file).parent.iterdir()) == names


def anchored(here: Project) -> list[str]:
    document = json.loads((here.root / FILE).read_text("utf-8"))
    return [one["passage"] for one in document["fixtures"][0]["relevant_passages"]]


def test_writers_at_once_lose_nothing(desk: Project) -> None:
    """Anchors are added by processes of their own, all at the same time."""
    texts = ["守灯人每夜添油", "每夜添油三次", "灯塔据说烧过盐", "闻得出来"]
    running = [
        subprocess.Popen(
            [
                *(sys.executable, "-m", "fixturetool", "anchor", "add", "lamp", "-q", "-f", "oil"),
                *("-p", text, "--force", "FT205", "--force", "FT209", "--force", "FT210"),
            ],
            cwd=desk.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for text in texts
    ]
    counts = []
    for text, process in zip(texts, running, strict=True):
        answer, told = process.communicate()
        counts += re.findall(r'"oil" has (\d) anchors', answer.decode())
        assert process.returncode in {0, 3}
        assert (text in anchored(desk)) is (process.returncode == 0), told.decode()
        assert process.returncode == 0 or "changed meanwhile" in told.decode()
    assert anchored(desk)[:2] == ["烧过鱼油", "烧的是鱼油"]
    assert sorted(counts) == [str(number) for number in range(3, len(anchored(desk)) + 1)]


def answer_after(
    here: Project, prompt: str, meanwhile: Callable[[], object], keys: str, *arguments: str
) -> tuple[int, str]:
    """Run a command at a terminal, do something once it asks, and then type."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", *arguments],
        cwd=here.root,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"},
    )
    os.close(theirs)
    screen = b""
    asked = False
    while select.select([ours], [], [], 20)[0]:
        try:
            screen += os.read(ours, 4096)
        except OSError:  # the terminal is closed with its last process
            break
        if not asked and prompt.encode() in screen:
            asked = True
            meanwhile()
            os.write(ours, keys.encode())
    os.close(ours)
    process.kill()
    return process.wait(timeout=20), screen.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("command", "prompt", "keys", "file", "old", "new"),
    [
        pytest.param(
            ("repair", "-q", "--write"),
            "replace 1 anchor",
            "y\n",
            FILE,
            "小样",
            "手改",
            id="repair",
        ),
        pytest.param(
            ("misses", "-q", "-i"),
            "Anchor number",
            "t\nq\n",
            FILE,
            "小样",
            "手改",
            id="misses-interactive",
        ),
        pytest.param(
            ("dataset", "delete", SET, "2"), "elete", "delete\n", SET, "第三", "改三", id="dataset"
        ),
    ],
)
def test_a_hand_edit_while_a_person_is_asked_survives(
    desk: Project, command: Sequence[str], prompt: str, keys: str, file: str, old: str, new: str
) -> None:
    miss(desk)
    path = desk.root / file
    before = path.read_text("utf-8")

    def edit() -> None:
        path.write_text(before.replace(old, new), "utf-8")

    code, screen = answer_after(desk, prompt, edit, keys, *command)
    after = path.read_text("utf-8")
    assert new in after, screen
    assert "Traceback" not in screen, screen
    assert json.loads(after)
    assert (after != before.replace(old, new)) or code == 3, screen


def miss(here: Project) -> None:
    """Make a run that missed a facet; nothing else of the project changes."""
    here.write("text/chs/book/4_海事.txt", "渡口的灯笼里点过蜂蜡，是商人捐的。\n")
    anchors = (passage("灯笼里点过蜂蜡", "wax"), passage("烧的是鱼油", "oil"))
    here.write_category("lamp", [fixture(QUERY, *anchors, wax="灯烧过蜡", oil="烧过鱼油")])
    assert here.run("eval-retrieval", "-q", "--k", "1").returncode == 0
