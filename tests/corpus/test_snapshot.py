"""The normalised corpus on disk: fresh, whole, and the same whatever its history."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from fixturetool.corpus.snapshot import Snapshot, open_snapshot
from fixturetool.corpus.sources import Trouble, load_corpus
from fixturetool.errors import StateError
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings

FIRST = {"a/1.txt": "摩拉克\n　　斯", "a/2.txt": "Rex\nLapis", "b/3.txt": "", "b/4.txt": "岩神"}
LONG_AGO_NS = 1_000_000_000_000_000_000


class Counting(Silent):
    """Counts the sources that are read."""

    def __init__(self) -> None:
        self.steps = 0

    def advance(self, steps: int = 1) -> None:
        self.steps += steps


class Place:
    """A corpus and a state folder."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.state = base / "state"
        self.time_ns = LONG_AGO_NS
        self.rules = CorpusSettings()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files, each time at a new modification time in the past."""
        self.time_ns += 1
        for path, text in files.items():
            file = self.base / "text/chs" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
            os.utime(file, ns=(self.time_ns, self.time_ns))

    def remove(self, path: str) -> None:
        (self.base / "text/chs" / path).unlink()

    def open(self, state: Path | None = None) -> Snapshot:
        corpus = load_corpus(self.base / "text", "CHS", "chs", self.rules)
        self.progress = Counting()
        return open_snapshot(corpus, state or self.state, self.progress)

    @property
    def home(self) -> Path:
        (home,) = (self.state / "snapshots").iterdir()
        return home


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.write(FIRST)
    return place


def texts(snapshot: Snapshot) -> dict[str, str]:
    return {path: snapshot.text(path) for path in snapshot.paths}


def located(snapshot: Snapshot, byte_offset: int) -> tuple[str, int] | None:
    """Return the source whose document holds a byte of the file, and the byte's place in it."""
    row = snapshot.row_at(byte_offset)
    return (
        None if row is None else (snapshot.path_of(row), byte_offset - snapshot.bounds_of(row)[0])
    )


def documents(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Walk over the file byte by byte and yield the documents that ``row_at`` tells."""
    data = snapshot.file.read_bytes()[: snapshot.size]
    for start in range(len(data)):
        found = located(snapshot, start)
        if found and found[1] == 0:
            yield found[0], data[start : data.index(b"\n", start)].decode()


def test_texts_are_normalised(place: Place) -> None:
    snapshot = place.open()
    assert texts(snapshot) == {
        "a/1.txt": "摩拉克斯",
        "a/2.txt": "Rex Lapis",
        "b/3.txt": "",
        "b/4.txt": "岩神",
    }


def test_file_holds_the_documents_each_ended_by_a_line_break(place: Place) -> None:
    assert place.open().file.read_text("utf-8") == "摩拉克斯\nRex Lapis\n\n岩神\n"


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        pytest.param(0, ("a/1.txt", 0), id="first"),
        pytest.param(11, ("a/1.txt", 11), id="last-byte"),
        pytest.param(12, None, id="the-line-break"),
        pytest.param(13, ("a/2.txt", 0), id="next-document"),
        pytest.param(23, None, id="an-empty-document"),
        pytest.param(24, ("b/4.txt", 0), id="after-an-empty-document"),
        pytest.param(31, None, id="behind-the-end"),
        pytest.param(-1, None, id="before-the-start"),
    ],
)
def test_the_document_that_holds_a_byte_is_found(
    place: Place, offset: int, expected: tuple[str, int] | None
) -> None:
    assert located(place.open(), offset) == expected


def test_second_time_nothing_is_read_or_written(place: Place) -> None:
    place.open()
    before = {file: file.stat().st_mtime_ns for file in place.home.iterdir()}
    place.open()
    assert place.progress.steps == 0
    assert {file: file.stat().st_mtime_ns for file in place.home.iterdir()} == before


def test_only_changed_files_are_read(place: Place) -> None:
    place.open()
    place.write({"a/2.txt": "Rex\nrapis", "c/5.txt": "新"})
    snapshot = place.open()
    assert place.progress.steps == 2
    assert (snapshot.text("a/2.txt"), snapshot.text("c/5.txt")) == ("Rex rapis", "新")


def test_vanished_file_leaves_a_dead_range(place: Place) -> None:
    place.write({"z.txt": "长" * 100})
    place.open()
    place.remove("a/1.txt")
    snapshot = place.open()
    assert place.progress.steps == 0
    assert "a/1.txt" not in snapshot.paths
    assert (located(snapshot, 0), located(snapshot, 13)) == (None, ("a/2.txt", 0))


def test_touched_file_keeps_its_document(place: Place) -> None:
    size = place.open().size
    place.write({"a/1.txt": FIRST["a/1.txt"]})
    snapshot = place.open()
    assert (place.progress.steps, snapshot.size) == (1, size)
    assert located(snapshot, 0) == ("a/1.txt", 0)


def test_file_changed_a_moment_ago_is_read_again(place: Place) -> None:
    now = time.time_ns()
    file = place.base / "text/chs/a/1.txt"
    file.write_text("新一", "utf-8")
    os.utime(file, ns=(now, now))
    place.open()
    file.write_text("新二", "utf-8")
    os.utime(file, ns=(now, now))
    assert place.open().text("a/1.txt") == "新二"


def test_mostly_dead_snapshot_is_made_anew(place: Place) -> None:
    place.open()
    for path in ("a/1.txt", "a/2.txt"):
        place.remove(path)
    snapshot = place.open()
    assert snapshot.file.read_text("utf-8") == "\n岩神\n"
    assert len(list(place.home.glob("documents-*"))) == 1


def test_open_snapshot_outlives_its_file(place: Place) -> None:
    old = place.open()
    place.write(dict.fromkeys(FIRST, "全新的文字"))
    place.open()
    assert old.text("a/1.txt") == "摩拉克斯"
    assert old.file.read_text("utf-8") == "摩拉克斯\nRex Lapis\n\n岩神\n"


def test_documents_that_nobody_reads_are_deleted(place: Place) -> None:
    old = place.open().file
    place.write(dict.fromkeys(FIRST, "全新的文字"))
    place.open()
    assert not old.exists()


def test_name_of_documents_that_are_read_is_not_given_again(place: Place) -> None:
    old = place.open()
    names = [old.file.name]
    for text in ("全新的文字", "更新的文字"):
        place.write(dict.fromkeys(FIRST, text))
        names.append(place.open().file.name)
    assert names == ["documents-1", "documents-2", "documents-3"]
    assert old.file.read_text("utf-8").startswith("摩拉克斯\n")


def test_open_snapshot_outlives_its_last_document(place: Place) -> None:
    place.write({"z.txt": "末尾"})
    old = place.open()
    place.remove("z.txt")
    place.open()
    place.write({"c.txt": "新"})
    place.open()
    assert old.text("z.txt") == "末尾"


def test_history_does_not_show(place: Place, tmp_path: Path) -> None:
    place.open()
    place.write({"a/0.txt": "零", "b/4.txt": "风神与岩神"})
    place.remove("a/2.txt")
    grown = place.open()
    fresh = place.open(tmp_path / "other")
    assert grown.fingerprint == fresh.fingerprint
    assert texts(grown) == texts(fresh)
    assert sorted(documents(grown)) == sorted(documents(fresh))
    assert [grown.digest(path) for path in grown.paths] == [
        fresh.digest(path) for path in fresh.paths
    ]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"a/1.txt": "摩拉克司"}, id="text"),
        pytest.param({"a/9.txt": "摩拉克斯"}, id="name"),
    ],
)
def test_fingerprint_changes_with_the_content(place: Place, change: dict[str, str]) -> None:
    before = place.open().fingerprint
    place.write(change)
    assert place.open().fingerprint != before


def test_fingerprint_is_of_the_normalised_text(place: Place) -> None:
    before = place.open().fingerprint
    place.write({"a/1.txt": "摩拉\n克斯"})
    assert place.open().fingerprint == before


@pytest.mark.parametrize(
    ("data", "trouble"),
    [
        pytest.param(
            b"caf\n\xe9",
            Trouble(
                "x.txt", "not readable as text: byte 0xe9 on line 2 is not UTF-8; save it as UTF-8"
            ),
            id="undecodable",
        ),
        pytest.param(
            b"a\0" + b"b" * 50,
            Trouble("x.txt", "holds 1 NUL character, the first on line 1", usable=True),
            id="stray-nul",
        ),
    ],
)
def test_troubles_are_told_again_when_nothing_is_read_again(
    place: Place, data: bytes, trouble: Trouble
) -> None:
    place.write({"x.txt": data})
    for _ in range(2):
        snapshot = place.open()
        assert snapshot.troubles == (trouble,)
        assert ("x.txt" in snapshot.paths) is trouble.usable
    assert place.progress.steps == 0


def test_mended_file_is_no_trouble_any_more(place: Place) -> None:
    place.write({"x.txt": b"\xff"})
    place.open()
    place.write({"x.txt": "好"})
    snapshot = place.open()
    assert (snapshot.troubles, snapshot.text("x.txt")) == ((), "好")


def test_text_of_an_unreadable_source_is_refused(place: Place) -> None:
    place.write({"x.txt": b"\xff"})
    with pytest.raises(KeyError):
        place.open().text("x.txt")


def test_other_encodings_make_it_anew(place: Place) -> None:
    place.write({"x.txt": "摩拉克斯是岩神".encode("gb18030")})
    place.open()
    place.rules = CorpusSettings(encodings=("utf-8", "gb18030"))
    assert place.open().text("x.txt") == "摩拉克斯是岩神"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda data: data[:-1], id="cut-short"),
        pytest.param(lambda data: data[:60] + b"x" + data[61:], id="one-byte-changed"),
        pytest.param(lambda _: b"SQLite format 3\0", id="foreign"),
    ],
)
def test_damaged_table_is_made_anew(place: Place, damage: "object") -> None:
    fingerprint = place.open().fingerprint
    table = place.home / "table"
    assert callable(damage)
    table.write_bytes(damage(table.read_bytes()))
    assert place.open().fingerprint == fingerprint
    assert place.progress.steps == len(FIRST)


@pytest.mark.parametrize(
    "size", [pytest.param(5, id="cut-short"), pytest.param(None, id="removed")]
)
def test_damaged_documents_are_made_anew(place: Place, size: int | None) -> None:
    file = place.open().file
    if size is None:
        file.unlink()
    else:
        os.truncate(file, size)
    assert place.open().text("b/4.txt") == "岩神"


def overwrite(file: Path, data: bytes) -> None:
    """Change the bytes of a file in place and put its modification time back."""
    times = file.stat()
    with file.open("r+b") as out:
        out.write(data)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: bytes(len(data)), id="zeroes"),
        pytest.param(lambda data: b"\xff" * len(data), id="not-utf-8"),
        pytest.param(lambda data: data.replace("岩神".encode(), "风神".encode()), id="other-text"),
    ],
)
def test_documents_overwritten_behind_its_back_are_made_anew(
    place: Place, damage: Callable[[bytes], bytes]
) -> None:
    file = place.open().file
    overwrite(file, damage(file.read_bytes()))
    assert place.open().text("b/4.txt") == "岩神"
    assert place.progress.steps == len(FIRST)


def test_documents_replaced_by_a_copy_are_made_anew(place: Place) -> None:
    file = place.open().file
    copy = file.with_name("copy")
    copy.write_bytes(file.read_bytes())
    os.utime(copy, ns=(LONG_AGO_NS, file.stat().st_mtime_ns))
    copy.replace(file)
    place.open()
    assert place.progress.steps == len(FIRST)


def test_text_damaged_while_it_is_read_is_told_and_made_anew(place: Place) -> None:
    snapshot = place.open()
    overwrite(snapshot.file, b"\xff" * 12)
    with pytest.raises(StateError, match=r'is damaged at "a/1\.txt"') as caught:
        snapshot.text("a/1.txt")
    assert caught.value.hint == "run the command again: it reads the corpus anew"
    assert place.open().text("a/1.txt") == "摩拉克斯"


def test_file_changed_under_its_old_size_and_time_is_read_again(place: Place) -> None:
    file = place.base / "text/chs/b/4.txt"
    place.open()
    overwrite(file, "风神".encode())
    assert place.open().text("b/4.txt") == "风神"
    assert place.progress.steps == 1


def test_file_replaced_by_another_of_its_size_and_time_is_read_again(place: Place) -> None:
    place.write({"x.new": "风神"})
    file = place.base / "text/chs/b/4.txt"
    place.open()
    times = file.stat()
    os.utime(place.base / "text/chs/x.new", ns=(times.st_atime_ns, times.st_mtime_ns))
    (place.base / "text/chs/x.new").replace(file)
    assert place.open().text("b/4.txt") == "风神"


def test_bytes_of_a_crashed_run_are_swept(place: Place) -> None:
    with place.open().file.open("ab") as file:
        file.write("半途而废".encode())
    (place.home / "documents-1.99.rows").write_text("left behind", "utf-8")
    place.write({"c.txt": "新"})
    assert place.open().file.read_text("utf-8") == "摩拉克斯\nRex Lapis\n\n岩神\n新\n"
    assert sorted(file.name for file in place.home.iterdir()) == ["documents-2", "lock", "table"]


def test_state_folder_is_kept_out_of_git(place: Place) -> None:
    place.open()
    assert (place.state / ".gitignore").read_text("utf-8") == "*\n"


def test_state_that_can_not_be_written_is_told(place: Place, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StateError, match="can't be written") as caught:
        place.open(tmp_path / "file" / "state")
    assert "paths.state" in caught.value.hint


PROGRAM = """
import sys
from pathlib import Path
from fixturetool.corpus.snapshots import building
from fixturetool.corpus.snapshot import open_snapshot
from fixturetool.corpus.sources import load_corpus
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings
building.SHARED_BYTES = int(sys.argv[2])
base = Path(sys.argv[1])
corpus = load_corpus(base / "text", "CHS", "chs", CorpusSettings())
print(open_snapshot(corpus, base / "state", Silent()).fingerprint)
"""


def start(place: Place, shared_bytes: int = 1 << 40) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(place.base), str(shared_bytes)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_at_once_get_the_same(place: Place, tmp_path: Path) -> None:
    place.write({f"d/{number}.txt": f"第{number}回" * 50 for number in range(300)})
    runs = [start(place) for _ in range(2)]
    answers = {run.communicate()[0].strip() for run in runs}
    assert answers == {place.open(tmp_path / "other").fingerprint}


@pytest.mark.parametrize(
    "shared_bytes", [pytest.param(1 << 40, id="alone"), pytest.param(0, id="with-a-helper")]
)
@pytest.mark.parametrize("moment", [pytest.param(n, id=f"moment-{n}") for n in (0, 2)])
def test_killed_at_any_time_the_next_run_is_right(
    place: Place, tmp_path: Path, shared_bytes: int, moment: int
) -> None:
    place.open()
    place.write({f"d/{number}.txt": f"第{number}回" * 50 for number in range(900)})
    run = start(place, shared_bytes)
    documents = place.home / "documents-2"
    while run.poll() is None and not (
        documents.exists() and documents.stat().st_size >= moment * 40_000
    ):
        os.sched_yield()
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert place.open().fingerprint == place.open(tmp_path / "other").fingerprint
