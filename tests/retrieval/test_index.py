"""The index on disk: only what changed is read, and what is of no use is rebuilt and named."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.errors import RetrievalError, StateError
from fixturetool.retrieval.index import BuildReport, clear_index
from fixturetool.retrieval.indexing.manifest import (
    Entry,
    Manifest,
    describe_file,
    load_manifest,
    save_manifest,
)
from tests.retrieval.place import Place

FIRST = {
    "a/1_岩神.txt": "摩拉克斯是岩之神。他也叫钟离。",
    "a/2_风神.txt": "温迪是风之神。",
    "b/3_雷神.txt": "雷电将军住在天守阁。",
    "b/4_empty.txt": "",
}
QUESTION = "谁是岩之神？"


def rebuilt(report: BuildReport) -> bool:
    return report.read == len(FIRST) and report.kept == 0


@pytest.fixture
def built(place: Place) -> Place:
    place.write(FIRST)
    place.build()
    return place


def test_a_first_build_reads_everything(place: Place) -> None:
    place.write(FIRST)
    assert place.build() == BuildReport("CHS", 4, 0, 0, 3, "", ())


def test_a_second_build_reads_nothing_and_writes_nothing(built: Place) -> None:
    before = {file: file.stat().st_mtime_ns for file in built.home.rglob("*")}
    assert built.build() == BuildReport("CHS", 0, 4, 0, 3, "", ())
    assert {file: file.stat().st_mtime_ns for file in built.home.rglob("*")} == before


def test_only_what_is_new_or_changed_is_read(built: Place) -> None:
    built.write({"a/2_风神.txt": "温迪是吟游诗人。", "c/5.txt": "纳西妲是草之神。"})
    built.remove("b/3_雷神.txt")
    assert built.build() == BuildReport("CHS", 2, 2, 1, 3, "", ())


def test_a_renamed_source_is_one_gone_and_one_new(built: Place) -> None:
    built.remove("a/1_岩神.txt")
    built.write({"a/9_岩神.txt": FIRST["a/1_岩神.txt"]})
    assert built.build() == BuildReport("CHS", 1, 3, 1, 3, "", ())


def test_a_touched_source_is_not_cut_again(built: Place) -> None:
    built.write({"a/1_岩神.txt": FIRST["a/1_岩神.txt"]})
    assert built.build() == BuildReport("CHS", 0, 4, 0, 3, "", ())
    assert built.ask(QUESTION, k=1)[0].path == "a/1_岩神.txt"


def test_a_change_of_the_same_size_right_after_a_build_is_seen(built: Place) -> None:
    file = built.root / "a/1_岩神.txt"
    file.write_text("摩拉克斯是岩之神。他也叫钟离。", "utf-8")
    built.build()
    moment = file.stat().st_mtime_ns
    file.write_text("摩拉克斯是岩之神。他也叫钟馗。", "utf-8")
    os.utime(file, ns=(moment, moment))
    assert built.build().read == 1


def test_an_unreadable_source_is_left_out_and_named(place: Place) -> None:
    place.write({**FIRST, "b/5_junk.txt": b"\xff\x00\xfe\x81"})
    report = place.build()
    assert (report.read, report.kept, report.chunks) == (4, 0, 3)
    assert [trouble.path for trouble in report.troubles] == ["b/5_junk.txt"]


def test_an_unreadable_source_makes_no_work_again(place: Place) -> None:
    place.write({**FIRST, "b/5_junk.txt": b"\xff\x00\xfe\x81"})
    first = place.build()
    assert place.build() == replace(first, read=0, kept=4)


def test_a_source_that_becomes_readable_is_read(place: Place) -> None:
    place.write({**FIRST, "b/5_junk.txt": b"\xff\x00\xfe\x81"})
    place.build()
    place.write({"b/5_junk.txt": "火"})
    assert place.build() == BuildReport("CHS", 1, 4, 0, 4, "", ())


def change_dictionary(place: Place) -> None:
    file = place.text / "nouns.txt"
    file.write_text("天守阁 9 ns\n", "utf-8")
    place.tokenizer = load_tokenizer("rjieba", file, ())


def change_segmenter(place: Place) -> None:
    place.tokenizer = load_tokenizer("jieba", None, ())


def change_encodings(place: Place) -> None:
    place.rules = replace(place.rules, encodings=("utf-8", "gb18030"))


def change_root(place: Place) -> None:
    place.text.rename(place.text.with_name("moved"))
    place.text = place.text.with_name("moved")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(change_dictionary, "tokenizer was", id="dictionary"),
        pytest.param(change_segmenter, 'is "jieba 0.42.1, dictionary none', id="segmenter"),
        pytest.param(change_encodings, 'encodings was "utf-8", is', id="encodings"),
        pytest.param(change_root, "corpus was", id="corpus-root"),
    ],
)
def test_an_index_of_something_else_is_rebuilt(
    built: Place, change: Callable[[Place], None], reason: str
) -> None:
    change(built)
    report = built.build()
    assert reason in report.rebuilt_because
    assert rebuilt(report)
    assert built.build().rebuilt_because == ""


def spoil(name: str, data: bytes | None) -> Callable[[Place], None]:
    def damage(place: Place) -> None:
        file = place.home / name if name == "current" else place.folder / name
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data or file.read_bytes()[:-1])

    return damage


def noise_in_blocks(place: Place) -> None:
    file = place.folder / "blocks"
    file.write_bytes(b"?" * file.stat().st_size)
    place.write({"a/2_风神.txt": "温迪是吟游诗人。"})


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(spoil("current", b"../../elsewhere"), id="pointer-leads-elsewhere"),
        pytest.param(spoil("current", b"\xff"), id="pointer-is-noise"),
        pytest.param(spoil("current", b"0123456789abcdef"), id="pointer-to-nothing"),
        pytest.param(spoil("manifest.json", b"{}"), id="manifest-is-noise"),
        pytest.param(spoil("manifest.json", b""), id="manifest-is-cut-short"),
        pytest.param(spoil("manifest.json", None), id="manifest-is-missing"),
        pytest.param(spoil("blocks", b""), id="blocks-are-cut-short"),
        pytest.param(spoil("engine/meta.json", b""), id="engine-is-cut-short"),
        pytest.param(spoil("engine/meta.json", None), id="engine-is-missing"),
        pytest.param(noise_in_blocks, id="blocks-are-noise"),
    ],
)
def test_a_damaged_index_is_rebuilt(built: Place, damage: Callable[[Place], None]) -> None:
    damage(built)
    report = built.build()
    assert report.rebuilt_because
    assert rebuilt(report)
    assert built.ask(QUESTION, k=1)[0].path == "a/1_岩神.txt"


def overwrite(file: Path, data: bytes) -> None:
    """Change a file in place and put its modification time back."""
    times = file.stat()
    with file.open("r+b") as out:
        out.write(data)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def noise(data: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in data)


def files_of(place: Place, pattern: str) -> list[Path]:
    found = [file for file in place.folder.glob(pattern) if file.stat().st_size]
    assert found
    return found


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("engine/*.idx", id="postings"),
        pytest.param("engine/*.term", id="terms"),
        pytest.param("engine/*.fieldnorm", id="lengths"),
        pytest.param("engine/*.fast", id="ordinals"),
        pytest.param("engine/meta.json", id="description"),
        pytest.param("blocks", id="blocks"),
    ],
)
def test_files_overwritten_under_their_old_size_and_time_are_made_anew(
    built: Place, pattern: str
) -> None:
    before = built.ask(QUESTION)
    for file in files_of(built, pattern):
        overwrite(file, noise(file.read_bytes()))
    status = built.status()
    assert not status.is_built
    assert status.rebuilt_because.endswith("is not what was written")
    assert built.ask(QUESTION) == before


def test_an_index_that_was_copied_whole_is_kept(built: Place) -> None:
    name = built.folder.name
    shutil.copytree(built.folder, built.home / "copy")
    shutil.rmtree(built.folder)
    (built.home / "copy").rename(built.home / name)
    assert built.build() == BuildReport("CHS", 0, 4, 0, 3, "", ())
    assert load_manifest(built.folder).is_saved


def test_an_index_of_an_older_format_is_made_anew(built: Place) -> None:
    data = json.dumps({"key": {"format": "1"}, "files": {"blocks": 7}, "entries": []}).encode()
    checksum = blake2b(data, digest_size=16).hexdigest().encode()
    (built.folder / "manifest.json").write_bytes(checksum + b"\n" + data)
    report = built.build()
    assert 'format was "1", is "2"' in report.rebuilt_because
    assert rebuilt(report)


def disguise(place: Place, pattern: str) -> None:
    """Damage files of an index in a way that its manifest doesn't tell."""
    for file in files_of(place, pattern):
        # The engine looks at the end of a file alone when it opens it.
        overwrite(file, noise(file.read_bytes()[: file.stat().st_size // 3]))
    manifest = json.loads((place.folder / "manifest.json").read_bytes().partition(b"\n")[2])
    files = {name: describe_file(place.folder / name) for name in manifest["files"]}
    entries = tuple(Entry(*entry) for entry in manifest["entries"])
    save_manifest(place.folder, Manifest(manifest["key"], files, entries))


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("engine/meta.json", id="an-error"),
        pytest.param("engine/*.fast", id="a-panic"),
    ],
)
def test_an_engine_that_can_not_be_opened_is_made_anew(built: Place, pattern: str) -> None:
    disguise(built, pattern)
    retriever = built.open()
    assert "can't be opened" in retriever.reports["CHS"].rebuilt_because
    assert retriever.retrieve(QUESTION, 1, language="CHS", chunk_context=0)
    retriever.close()


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("engine/*.term", id="an-error"),
        pytest.param("engine/*.idx", id="a-panic"),
        pytest.param("blocks", id="blocks"),
    ],
)
def test_damage_that_shows_when_it_is_asked_is_told(built: Place, pattern: str) -> None:
    built.write({f"c/{number}.txt": "岩之神" * number for number in range(1, 300)})
    built.build()
    disguise(built, pattern)
    retriever = built.open()
    with pytest.raises(RetrievalError, match="the index is damaged") as caught:
        retriever.retrieve(QUESTION, 1, language="CHS", chunk_context=0)
    retriever.close()
    assert caught.value.hint == "delete it with: fixturetool index clear"


def test_blocks_of_noise_are_made_anew_when_the_corpus_changes(built: Place) -> None:
    disguise(built, "blocks")
    built.write({"a/2_风神.txt": "温迪是吟游诗人。"})
    report = built.build()
    assert "its blocks are damaged" in report.rebuilt_because
    assert rebuilt(report)


def test_a_source_changed_under_its_old_size_and_time_is_read_again(built: Place) -> None:
    overwrite(built.root / "a/2_风神.txt", "巴巴".encode())
    assert (built.build().read, built.ask("巴巴", k=1)[0].path) == (1, "a/2_风神.txt")


def test_a_source_changed_while_the_index_is_open_is_told(built: Place) -> None:
    retriever = built.open()
    overwrite(built.root / "a/1_岩神.txt", "巴巴".encode())
    with pytest.raises(RetrievalError, match="was changed after it was indexed"):
        retriever.retrieve(QUESTION, 1, language="CHS", chunk_context=0)
    retriever.close()


def test_a_build_leaves_one_index_and_nothing_of_a_killed_one(built: Place) -> None:
    (built.home / "0000000000000000/engine").mkdir(parents=True)
    built.write({"c/5.txt": "纳西妲"})
    built.build()
    assert sorted(entry.name for entry in built.home.iterdir()) == sorted(
        ["current", built.folder.name]
    )


def test_a_state_folder_that_is_a_file_is_one_clear_error(place: Place) -> None:
    place.write(FIRST)
    place.state.write_text("a file")
    with pytest.raises(StateError, match="can't be written") as caught:
        place.build()
    assert caught.value.hint


def test_status_before_a_build(place: Place) -> None:
    place.write(FIRST)
    status = place.status()
    assert (status.is_built, status.is_current, status.added) == (False, False, 4)
    assert not place.state.exists()


def test_status_after_a_build(built: Place) -> None:
    status = built.status()
    assert (status.is_current, status.sources, status.chunks) == (True, 4, 3)
    assert status.bytes_on_disk > 0


def test_status_counts_what_a_build_would_do(built: Place) -> None:
    built.write({"a/2_风神.txt": "温迪", "c/5.txt": "草", "c/6.txt": "水"})
    built.remove("b/3_雷神.txt")
    status = built.status()
    assert (status.added, status.changed, status.removed) == (2, 1, 1)
    assert not status.is_current


def test_status_says_why_an_index_is_of_no_use(built: Place) -> None:
    change_dictionary(built)
    status = built.status()
    assert (status.is_built, status.sources) == (False, 0)
    assert status.rebuilt_because.startswith("tokenizer was")


def test_clear_deletes_the_index_and_says_which(built: Place) -> None:
    assert clear_index(built.state) == ("CHS",)
    assert not built.home.exists()


def test_clear_of_another_language_leaves_the_index(built: Place) -> None:
    assert clear_index(built.state, ["EN"]) == ()
    assert built.status().is_current


def test_clear_without_an_index_is_fine(tmp_path: Path) -> None:
    assert clear_index(tmp_path / "nowhere") == ()


def test_a_language_is_a_folder_whatever_its_name(place: Place) -> None:
    place.write(FIRST)
    corpus = replace(place.corpus(), language="../up")
    place.corpus = lambda: corpus  # type: ignore[method-assign]
    place.build()
    assert [entry.name for entry in (place.state / "index").iterdir() if entry.is_dir()] == [
        "%2E%2E%2Fup"
    ]


def test_a_trouble_names_the_path_apart_from_the_reason(place: Place) -> None:
    place.write({"a/1.txt": "火", "a/2.txt": b"\xff\x00\xfe\x81"})
    (trouble,) = place.build().troubles
    assert trouble.path == "a/2.txt"
    assert trouble.reason.startswith("not readable as text")
