"""Two processes leave the same bytes and rows as one."""

from pathlib import Path

import pytest

from fixturetool.corpus.snapshots.building import append_documents
from fixturetool.corpus.snapshots.table import Rows
from fixturetool.corpus.sources import Corpus, load_corpus
from fixturetool.progress import Silent
from fixturetool.settings import CorpusSettings


class Counting(Silent):
    def __init__(self) -> None:
        self.steps = 0

    def advance(self, steps: int = 1) -> None:
        self.steps += steps


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    root = tmp_path / "text/chs"
    root.mkdir(parents=True)
    for number in range(700):
        (root / f"{number:03}.txt").write_text(f"第{number}回 Rex\n{'岩' * number}", "utf-8")
    (root / "650.txt").write_bytes(b"\xff")
    return load_corpus(tmp_path / "text", "CHS", "chs", CorpusSettings())


def build(corpus: Corpus, file: Path, shared_bytes: int) -> tuple[Rows, int]:
    progress = Counting()
    with file.open("wb") as out:
        rows = append_documents(corpus, corpus.sources, out, progress, shared_bytes)
    return rows, progress.steps


def test_a_second_process_changes_nothing(corpus: Corpus, tmp_path: Path) -> None:
    alone, alone_steps = build(corpus, tmp_path / "alone", 1 << 40)
    shared, shared_steps = build(corpus, tmp_path / "shared", 0)
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "shared").read_bytes()
    assert alone == shared
    assert (alone_steps, shared_steps) == (700, 700)
    assert list(alone.notes) == [650]


def test_a_second_process_leaves_no_file(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    build(corpus, tmp_path / "out/documents", 0)
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["documents"]
