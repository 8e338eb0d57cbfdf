"""A second process that lists a share of a large corpus: nothing differs but the time it takes."""

import os
import sys
from pathlib import Path

import pytest

from fixturetool.corpus.listing.globs import Globs
from fixturetool.corpus.listing.sharing import Share
from fixturetool.corpus.listing.stamp import mark_of
from fixturetool.corpus.listing.walk import Walk


@pytest.fixture(name="root")
def corpus_of_many_folders(tmp_path: Path) -> Path:
    root = tmp_path / "text" / "chs"
    for number in range(20):
        kind = "tps_fan" if number % 3 else "book"
        folder = root / f"{kind}{number:02}"
        folder.mkdir(parents=True)
        (folder / "甲.txt").write_text("一", "utf-8")
        (folder / "乙.md").write_text("二", "utf-8")
        (folder / "图.png").write_bytes(b"")
    (root / "book03" / "inner" / "deep").mkdir(parents=True)
    (root / "book03" / "inner" / "deep" / "丙.txt").write_text("三", "utf-8")
    (root / "book06" / "link.txt").symlink_to(root / "book00" / "甲.txt")
    (root / "book09" / "back").symlink_to(root)
    (root / "book12" / "gone.txt").symlink_to(root / "none.txt")
    os.mkfifo(root / "book15" / "pipe.txt")
    Path(os.fsdecode(bytes(root / "book18") + b"/\xff.txt")).write_text("x", "utf-8")
    return root


def walked(root: Path, share_from: int) -> Walk:
    include, exclude = Globs(["**/*.txt", "**/*.md"]), Globs(["tps_fan04/甲.txt"])
    return Walk(
        root,
        root.parent,
        include,
        exclude,
        lambda kind: not kind.startswith("tps_"),
        share_from=share_from,
    )


def test_a_shared_listing_is_the_listing(root: Path) -> None:
    shared, alone = walked(root, 1), walked(root, 1_000_000)
    assert len(alone.sources) == 20 * 2 - 1 + 2
    assert [trouble.path for trouble in alone.troubles] == [
        "book09/back",
        "book12/gone.txt",
        "book15/pipe.txt",
        "book18/\\xff.txt",
    ]
    assert (shared.sources, shared.troubles) == (alone.sources, alone.troubles)


def test_folders_of_plain_files_are_listed_with_marks_and_others_are_left(root: Path) -> None:
    with Share(os.fspath(root), ["tps_fan01/", "book03/", "none/"]) as share:
        (plain, files), nested, missing = share.listed()
    marks = {name: facts for name, *facts in files or ()}
    assert (plain, sorted(marks)) == ("tps_fan01/", ["乙.md", "图.png", "甲.txt"])
    assert marks["甲.txt"] == list(mark_of((root / "tps_fan01" / "甲.txt").stat()))
    assert (nested, missing) == (("book03/", None), ("none/", None))


def test_what_a_process_that_fails_was_to_list_is_left(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Share(os.fspath(root), ["tps_fan01/"]) as share:
        assert list(share.listed()) == [("tps_fan01/", None)]
    assert walked(root, 1).sources == walked(root, 1_000_000).sources


def test_where_no_process_can_be_begun_one_walks_alone(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    assert walked(root, 1).sources == walked(root, 1_000_000).sources
