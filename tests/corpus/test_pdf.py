"""PDFs as a corpus, read from real files."""

import os
from pathlib import Path

import pytest

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.pdf import (
    PdfCorpus,
    PdfFacts,
    forget_pdfs,
    known_pdfs,
    load_pdf_corpus,
    load_record,
    make_record,
    save_record,
)
from fixturetool.errors import CorpusError, StateError, UsageError
from fixturetool.progress import Silent
from tests.corpus.pdf_files import SCAN, write_pdf


class Counting(Silent):
    """A Progress that counts the pages that were read."""

    def __init__(self) -> None:
        self.pages = 0

    def advance(self, steps: int = 1) -> None:
        self.pages += steps


def corpus_of(*paths: Path, state: Path, writes: bool = True) -> PdfCorpus:
    return load_pdf_corpus(make_record(paths, "x", None), state, writes=writes)


def pages_read(corpus: PdfCorpus) -> int:
    counting = Counting()
    corpus.prepare(counting)
    return counting.pages


def test_pages_of_both_languages_in_order(tmp_path: Path) -> None:
    file = write_pdf(
        tmp_path / "a.pdf", [["The first page."], ["第二页：潮尺。", "Figure 1 Gauge"]]
    )
    document = corpus_of(file, state=tmp_path / "s").document("a.pdf")
    assert [(p.page, document.text[p.start : p.end]) for p in document.parts] == [
        (1, "The first page."),
        (2, "第二页：潮尺。"),
        (2, "Figure 1 Gauge"),
    ]


def test_a_line_is_where_it_is_printed(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["", "A second line."]])
    document = corpus_of(file, state=tmp_path / "s").document("a.pdf")
    box = document.box_of(0, 3)
    assert box is not None
    # Its baseline is 740 of 800 points above the bottom, 60 of 600 from the left.
    assert box.left == pytest.approx(0.1, abs=0.005)
    assert box.top < 60 / 800 <= box.bottom + 0.001
    assert box.bottom - box.top < 0.02


def test_pages_that_cannot_be_searched_are_named(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["Some text on this page."], SCAN, [], SCAN, ["4"]])
    (facts,) = corpus_of(file, state=tmp_path / "s").facts()
    assert facts == PdfFacts("a.pdf", 5, 0, 0, (2, 4), (3,), (), (), ())


def test_a_page_whose_font_has_no_map_to_unicode_is_named(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["\ue001\ue002\ue003\ue004"]])
    (facts,) = corpus_of(file, state=tmp_path / "s").facts()
    assert facts.garbled == (1,)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(
            lambda file: write_pdf(file, [["Secret."]], user_password="pw"),
            "encrypted: it needs a password; save a copy without one",
            id="encrypted",
        ),
        pytest.param(
            lambda file: file.write_bytes(b"%PDF-1.7\n" + b"\0" * 400),
            "a damaged PDF: it can't be opened",
            id="damaged",
        ),
        pytest.param(
            lambda file: file.write_text("潮", "utf-8"),
            "no PDF: its first bytes don't say %PDF-",
            id="text",
        ),
        pytest.param(
            lambda file: file.write_bytes(b""),
            "no PDF: its first bytes don't say %PDF-",
            id="empty",
        ),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(tmp_path: Path, make: object, reason: str) -> None:
    assert callable(make)
    make(tmp_path / "a.pdf")
    corpus = corpus_of(tmp_path / "a.pdf", state=tmp_path / "s")
    corpus.prepare(Silent())
    with pytest.raises(UnreadableError) as caught:
        corpus.document("a.pdf")
    assert str(caught.value) == f'"a.pdf" is {reason}'
    assert [trouble.path for trouble in corpus.unreadable()] == ["a.pdf"]


def test_an_encrypted_pdf_that_anyone_may_open_is_read(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["Open to all."]], user_password="")
    assert corpus_of(file, state=tmp_path / "s").read("a.pdf") == "Open to all."


def test_only_changed_pdfs_are_read_again(tmp_path: Path) -> None:
    first = write_pdf(tmp_path / "in/a.pdf", [["One."], ["Two."]])
    second = write_pdf(tmp_path / "in/b.pdf", [["Three."]])
    for file in (first, second):
        os.utime(file, ns=(10**18, 10**18))
    state = tmp_path / "s"
    assert pages_read(corpus_of(tmp_path / "in", state=state)) == 3
    assert pages_read(corpus_of(tmp_path / "in", state=state)) == 0
    os.utime(first, ns=(10**18 + 5, 10**18 + 5))
    assert pages_read(corpus_of(tmp_path / "in", state=state)) == 0
    write_pdf(second, [["Three."], ["Four."]])
    assert pages_read(corpus_of(tmp_path / "in", state=state)) == 2


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"mark": 1}\n[]', id="another file"),
        pytest.param(None, id="a byte turned"),
    ],
)
def test_kept_pages_that_are_damaged_are_read_again(tmp_path: Path, damage: bytes | None) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["One page of text."]])
    state = tmp_path / "s"
    corpus_of(file, state=state).prepare(Silent())
    (kept,) = (state / "pdfs/x/pages").iterdir()
    data = kept.read_bytes()
    kept.write_bytes(data.replace(b"One", b"Two") if damage is None else damage)
    assert corpus_of(file, state=state).read("a.pdf") == "One page of text."


def test_nothing_is_written_where_it_must_not_be(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", [["One."]])
    corpus = corpus_of(file, state=tmp_path / "s", writes=False)
    assert corpus.read("a.pdf") == "One."
    assert not (tmp_path / "s").exists()


def test_pages_of_other_pdfs_are_dropped(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_pdf(tmp_path / f"in/{name}.pdf", [["One."]])
    state = tmp_path / "s"
    corpus_of(tmp_path / "in", state=state).prepare(Silent())
    (tmp_path / "in/b.pdf").unlink()
    corpus_of(tmp_path / "in", state=state).prepare(Silent())
    assert len(list((state / "pdfs/x/pages").iterdir())) == 1


def test_files_and_folders_make_one_corpus(tmp_path: Path) -> None:
    one = write_pdf(tmp_path / "a/one.pdf", [["1"]])
    write_pdf(tmp_path / "b/sub/two.PDF", [["2"]])
    (tmp_path / "b/notes.txt").write_text("no PDF", "utf-8")
    corpus = corpus_of(one, tmp_path / "b", one, state=tmp_path / "s")
    assert [source.path for source in corpus.sources] == ["a/one.pdf", "b/sub/two.PDF"]


@pytest.mark.parametrize(
    ("paths", "name", "expected"),
    [
        pytest.param(["in/manual.pdf"], None, "manual", id="file"),
        pytest.param(["in"], None, "in", id="folder"),
        pytest.param(["in/manual.pdf", "in"], "Both", "Both", id="given"),
    ],
)
def test_a_corpus_of_pdfs_has_the_name_given_or_that_of_its_only_file_or_folder(
    tmp_path: Path, paths: list[str], name: str | None, expected: str
) -> None:
    write_pdf(tmp_path / "in/manual.pdf", [["1"]])
    record = make_record([tmp_path / path for path in paths], name, None)
    assert record.name == expected
    save_record(tmp_path / "s", record)
    assert known_pdfs(tmp_path / "s") == (expected,)
    assert load_record(tmp_path / "s", expected) == record
    assert forget_pdfs(tmp_path / "s", expected)
    assert not forget_pdfs(tmp_path / "s", expected)
    assert load_record(tmp_path / "s", expected) is None


@pytest.mark.parametrize(
    "name",
    [pytest.param("../x", id="path"), pytest.param("", id="empty"), pytest.param("..", id="dots")],
)
def test_a_name_leads_nowhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="no corpus can have the name"):
        make_record([tmp_path], name, None)


def test_several_pdfs_need_a_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="several PDFs need a name"):
        make_record([tmp_path / "a.pdf", tmp_path / "b.pdf"], None, None)


def test_missing_and_empty_places_are_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no file or folder"):
        corpus_of(tmp_path / "gone.pdf", state=tmp_path / "s")
    with pytest.raises(CorpusError, match="there is no PDF in"):
        corpus_of(tmp_path, state=tmp_path / "s")


def test_a_damaged_record_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "pdfs/x").mkdir(parents=True)
    (tmp_path / "pdfs/x/record.json").write_text("[]", "utf-8")
    with pytest.raises(StateError) as caught:
        load_record(tmp_path, "x")
    assert caught.value.hint == "make it again with: fixturetool index build --pdf"
