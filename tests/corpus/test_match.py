"""Anchors are found by the one whitespace rule, in one pass, whatever the windows."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixturetool.corpus.match import find_anchors, occurs
from fixturetool.corpus.matching.needles import LONGEST_BYTES
from fixturetool.corpus.matching.rows import RowSet
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.snapshot import Snapshot, open_snapshot
from fixturetool.corpus.sources import load_corpus
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings


class Counting(Silent):
    def __init__(self) -> None:
        self.total = self.steps = 0

    def begin(self, task: str, total: int) -> None:
        self.total += total

    def advance(self, steps: int = 1) -> None:
        self.steps += steps


def snapshot_of(base: Path, files: Mapping[str, str]) -> Snapshot:
    for path, text in files.items():
        file = base / "text/chs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    corpus = load_corpus(base / "text", "CHS", "chs", CorpusSettings())
    return open_snapshot(corpus, base / "state", Silent())


def holders(base: Path, files: Mapping[str, str], anchor: str) -> tuple[str, ...]:
    return find_anchors(snapshot_of(base, files), [anchor], base / "cache", Silent())[anchor]


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        pytest.param("摩拉克\n　　斯是岩神", "摩拉克斯是岩神", id="re-wrapped-in-the-source"),
        pytest.param("摩拉克斯是岩神", "摩拉克\n　　斯是岩神", id="re-wrapped-in-the-anchor"),
        pytest.param("a the\r\nrapist b", "the rapist", id="latin-break"),
        pytest.param("摩拉克斯是岩\u0085神", "摩拉克斯是岩神", id="next-line-character"),
        pytest.param("a.b(c)*[d]\\e", "b(c)*[d]\\", id="no-pattern-language"),
        pytest.param("一\0二三", "一\0二", id="nul-in-the-anchor"),
        pytest.param("一\0\0二三" + "长" * 20, "\0\0", id="nothing-but-nul"),
        pytest.param("长" * 300 + "末", "长" * 250 + "末", id="longer-than-a-needle"),
        pytest.param("x", "x", id="one-character"),
        pytest.param("\U00020000\u200b", "\U00020000\u200b", id="rare-and-zero-width"),
    ],
)
def test_an_anchor_is_found_whatever_its_white_space(
    tmp_path: Path, text: str, anchor: str
) -> None:
    assert holders(tmp_path, {"a.txt": text}, anchor) == ("a.txt",)
    assert occurs(anchor, text)


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        pytest.param("therapist", "the rapist", id="latin-space-counts"),
        pytest.param("the rapist", "therapist", id="latin-space-is-not-deleted"),
        pytest.param("Lv.\n10", "Lv.10", id="latin-line-break-counts"),
        pytest.param("摩拉\u200b克斯", "摩拉克斯", id="zero-width-counts"),
        pytest.param("ＡＢＣ", "ABC", id="width-counts"),
        pytest.param("Rex", "rex", id="case-counts"),
        pytest.param("é", "e\u0301", id="unicode-form-counts"),
        pytest.param("长" * 300 + "末", "长" * 250 + "尾", id="only-its-start"),
        pytest.param("一\0二", "一\0三", id="only-before-the-nul"),
        pytest.param("末", "\udc80", id="lone-surrogate"),
    ],
)
def test_an_anchor_is_missing_where_anything_but_white_space_differs(
    tmp_path: Path, text: str, anchor: str
) -> None:
    assert holders(tmp_path, {"a.txt": text}, anchor) == ()
    assert not occurs(anchor, text)


@pytest.mark.parametrize(
    "anchor",
    [
        pytest.param("岩神风神", id="joined"),
        pytest.param("岩神\n风神", id="line-break"),
        pytest.param("神 风", id="space"),
    ],
)
def test_no_match_across_documents(tmp_path: Path, anchor: str) -> None:
    assert holders(tmp_path, {"a.txt": "岩神", "b.txt": "风神"}, anchor) == ()


@pytest.mark.parametrize(
    "anchor",
    [pytest.param("", id="empty"), pytest.param(" \n\u3000", id="only-white-space")],
)
def test_blank_anchor_is_refused(tmp_path: Path, anchor: str) -> None:
    snapshot = snapshot_of(tmp_path, {"a.txt": "x"})
    with pytest.raises(ValueError, match="is blank"):
        find_anchors(snapshot, [anchor], tmp_path / "cache", Silent())
    with pytest.raises(ValueError, match="is blank"):
        occurs(anchor, "x")


def test_anchors_keep_their_spelling(tmp_path: Path) -> None:
    snapshot = snapshot_of(tmp_path, {"b.txt": "岩神", "a.txt": "岩神", "c.txt": "风"})
    found = find_anchors(snapshot, ["岩神", "岩 神", "雷"], tmp_path / "cache", Silent())
    assert dict(found) == {"岩神": ("a.txt", "b.txt"), "岩 神": ("a.txt", "b.txt"), "雷": ()}


def test_no_anchor_is_no_work(tmp_path: Path) -> None:
    snapshot = snapshot_of(tmp_path, {"a.txt": "x"})
    assert find_anchors(snapshot, [], tmp_path / "cache", Silent()) == {}
    assert not (tmp_path / "cache").exists()


def test_corpus_of_empty_files(tmp_path: Path) -> None:
    assert holders(tmp_path, {"a.txt": ""}, "x") == ()


def test_dead_ranges_do_not_count(tmp_path: Path) -> None:
    files = {"a.txt": "旧文", "b.txt": "很长的文字" * 20}
    snapshot_of(tmp_path, files)
    (tmp_path / "text/chs/a.txt").unlink()
    assert holders(tmp_path, {"c.txt": "新文"}, "旧文") == ()
    assert holders(tmp_path, {}, "新文") == ("c.txt",)


def test_common_anchor_is_held_by_every_file(tmp_path: Path) -> None:
    files = {f"{number:04}.txt": "的" * 100 for number in range(600)}
    assert holders(tmp_path, files, "的") == tuple(files)


def test_every_window_is_told(tmp_path: Path) -> None:
    snapshot = snapshot_of(tmp_path, {f"{n}.txt": "岩" * 500 for n in range(5)})
    progress = Counting()
    find_anchors(snapshot, ["岩"], tmp_path / "cache", progress, window_bytes=1000)
    assert progress.total == progress.steps == 8


WORDS = st.lists(st.sampled_from(["岩", "神", "a", "b", " ", "\n", "，", "\0"]), max_size=12)
TEXTS = st.one_of(WORDS.map("".join), WORDS.map(lambda words: "".join(words) * 30))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(TEXTS, min_size=1, max_size=5),
    st.lists(TEXTS.filter(normalize), min_size=1, max_size=6),
    st.integers(1, 64),
)
def test_windows_lose_nothing(texts: list[str], anchors: list[str], window_bytes: int) -> None:
    files = {f"{number}.txt": text for number, text in enumerate(texts)}
    with TemporaryDirectory() as folder:
        base = Path(folder)
        snapshot = snapshot_of(base, files)
        found = find_anchors(snapshot, anchors, base / "cache", Silent(), window_bytes)
        readable = set(snapshot.paths)
        assert dict(found) == {
            anchor: tuple(
                path
                for path, text in files.items()
                if path in readable and normalize(anchor) in normalize(text)
            )
            for anchor in anchors
        }


@pytest.mark.parametrize("shift", [pytest.param(n, id=f"shift-{n}") for n in range(4)])
def test_longest_needle_over_a_window_border(tmp_path: Path, shift: int) -> None:
    anchor = "x" * (LONGEST_BYTES - 1) + "y"
    text = "z" * (1000 - LONGEST_BYTES + shift) + anchor + "z" * 1000
    snapshot = snapshot_of(tmp_path, {"a.txt": text})
    found = find_anchors(snapshot, [anchor], tmp_path / "cache", Silent(), window_bytes=1000)
    assert found[anchor] == ("a.txt",)


def cached(base: Path) -> list[Path]:
    return sorted((base / "cache").glob("*"))


def test_compiled_needles_are_kept(tmp_path: Path) -> None:
    for _ in range(2):
        holders(tmp_path, {"a.txt": "岩神"}, "岩神")
    assert len(cached(tmp_path)) == 1


def test_only_a_handful_is_kept(tmp_path: Path) -> None:
    for number in range(20):
        holders(tmp_path, {"a.txt": "岩神"}, f"第{number}回")
    assert len(cached(tmp_path)) == 8


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\0" * 5000, id="zeros"),
        pytest.param(b"not a database", id="foreign"),
    ],
)
def test_junk_in_the_cache_is_made_anew(tmp_path: Path, junk: bytes) -> None:
    holders(tmp_path, {"a.txt": "岩神"}, "岩神")
    (file,) = cached(tmp_path)
    file.write_bytes(junk)
    assert holders(tmp_path, {"a.txt": "岩神"}, "岩神") == ("a.txt",)
    assert file.read_bytes() != junk


def test_cache_that_can_not_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file, no folder", "utf-8")
    assert holders(tmp_path, {"a.txt": "岩神"}, "岩神") == ("a.txt",)


@given(st.integers(1, 3000), st.data())
def test_row_set_is_a_set(total: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, total - 1), max_size=400))
    others = data.draw(st.lists(st.integers(0, total - 1), max_size=400))
    own, other = RowSet(total), RowSet(total)
    for row in rows:
        own.add(row)
    for row in others:
        other.add(row)
    own.update(other)
    assert list(own) == sorted({*rows, *others})
