"""From pages and descriptions to a document."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.documents import WHOLE_PAGE, Box, Document
from fixturetool.corpus.pdfs.composing import compose_document
from fixturetool.corpus.pdfs.descriptions import JSON, load_sidecar, parse_sidecar
from fixturetool.corpus.pdfs.pages import HYPHEN_BREAK, Caption, Page, PrintedLine
from fixturetool.corpus.pdfs.placing import place_figures
from fixturetool.errors import UsageError
from fixturetool.retrieval.indexing.chunks import cut_document

TOP, MIDDLE = Box(0.1, 0.1, 0.9, 0.12), Box(0.2, 0.5, 0.6, 0.52)


def page(*texts: str, captions: tuple[Caption, ...] = ()) -> Page:
    boxes = (TOP, MIDDLE, Box(0.1, 0.8, 0.9, 0.82))
    lines = tuple(PrintedLine(text, boxes[at % 3]) for at, text in enumerate(texts))
    return Page("text", lines, captions)


def composed(pages: list[Page], said: JSON = None) -> Document:
    return compose_document(pages, parse_sidecar(said or {"page 99": "elsewhere"}).of("a.pdf"))


def texts(document: Document) -> list[tuple[int, str, str]]:
    return [
        (part.page, part.figure.name if part.figure else "", document.text[part.start : part.end])
        for part in document.parts
    ]


def test_a_figure_follows_the_text_of_its_page() -> None:
    pages = [page("Before.", "Fig. 1 Pull", "After.", captions=(Caption("Fig. 1", 1, 2),))]
    assert texts(composed(pages, {"Figure 1": {"summary": "It peaks.", "values": ["44", 45]}})) == [
        (1, "", "Before.\nAfter."),
        (1, "Fig. 1", "Fig. 1 Pull\nIt peaks.\n44; 45"),
    ]


def test_a_described_page_without_text_is_a_figure_of_the_whole_page() -> None:
    document = composed([page("Text."), Page("image")], {"2": "A rubbing."})
    assert texts(document) == [(1, "", "Text."), (2, "", "A rubbing.")]
    part = document.parts[1]
    assert document.box_of(part.start, part.end) == WHOLE_PAGE


def test_a_chunk_covers_its_lines_and_no_others() -> None:
    document = composed([page("One line.", "Another line.")])
    assert document.box_of(0, 4) == TOP
    assert document.box_of(12, 20) == MIDDLE
    assert document.box_of(0, 20) == Box(0.1, 0.1, 0.9, 0.52)


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        pytest.param(f"manage{HYPHEN_BREAK}ment", "management", id="a word cut in two"),
        pytest.param(
            f"tide{HYPHEN_BREAK}table, tide-table",
            "tide-table, tide-table",
            id="a hyphen of its own",
        ),
        pytest.param(
            f"in{HYPHEN_BREAK}ter{HYPHEN_BREAK}national", "international", id="a word cut in three"
        ),
        pytest.param(f"Seal{HYPHEN_BREAK}Tower", "Seal-Tower", id="a capital"),
        pytest.param(f"end{HYPHEN_BREAK}", "end-", id="nothing after"),
    ],
)
def test_words_parted_by_a_line(printed: str, text: str) -> None:
    assert composed([page(printed)]).text == text


def test_a_description_goes_to_the_first_caption_of_its_name_or_to_its_page() -> None:
    captions = [["Figure 1"], ["Figure 1", "图 2"], []]
    said = parse_sidecar(
        {"Fig. 1": "a", "Figure 2": "b", "page 3": "c", "Figure 9": "d", "7": "e"}
    ).common
    placement = place_figures(captions, said)
    shown = {
        number: [(one.caption, one.described.summary if one.described else "") for one in figures]
        for number, figures in placement.by_page.items()
    }
    assert shown == {1: [(0, "a")], 2: [(0, ""), (1, "b")], 3: [(None, "c")]}
    assert placement.unplaced == ("Figure 9", "page 7")


def test_a_description_may_say_the_page_of_its_figure() -> None:
    said = parse_sidecar({"Figure 1": {"page": 2, "summary": "a"}}).common
    placement = place_figures([["Figure 1"], ["Figure 1"]], said)
    assert [one.described is not None for one in placement.by_page[1]] == [False]
    assert [one.described is not None for one in placement.by_page[2]] == [True]


def test_descriptions_of_one_pdf_among_several() -> None:
    sidecar = parse_sidecar({"b.pdf": {"Figure 1": "of b"}, "sub/c.pdf": {"Figure 1": "of c"}})
    assert sidecar.of("sub/b.pdf").by_figure["1"].summary == "of b"
    assert sidecar.of("sub/c.pdf").by_figure["1"].summary == "of c"
    assert sidecar.strange(["sub/b.pdf"]) == ("sub/c.pdf",)
    assert not sidecar.of("a.pdf")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("{", "not valid JSON", id="no JSON"),
        pytest.param(
            "[]", "an object from figures or pages to descriptions is wanted", id="a list"
        ),
        pytest.param('{"Plate": "x"}', '"Plate" names neither a figure nor a page', id="a name"),
        pytest.param('{"Figure 1": 3}', '"Figure 1": a text or an object is wanted', id="a number"),
        pytest.param('{"Figure 1": ""}', '"Figure 1": its "summary" is no text', id="empty"),
        pytest.param(
            '{"1": {"kind": "plot", "summary": "x"}}',
            "its kind is 'plot'; known are diagram",
            id="a kind",
        ),
        pytest.param(
            '{"1": "x", "page 1": "y"}', '"page 1" is described twice', id="one page twice"
        ),
        pytest.param('{"1": "x", "1": "y"}', '"1" stands twice in one object', id="one key twice"),
        pytest.param(
            '{"Figure 1": {"summary": "x", "page": true}}',
            'its "page" is True',
            id="a page that is none",
        ),
        pytest.param("[" * 100_000, "not valid JSON", id="nesting without an end"),
        pytest.param(
            f'{{"page {"9" * 5000}": "x"}}', "names neither a figure nor a page", id="a long number"
        ),
    ],
)
def test_a_sidecar_that_is_none_is_told_in_one_line(
    tmp_path: Path, content: str, message: str
) -> None:
    file = tmp_path / "figures.json"
    file.write_text(content, "utf-8")
    with pytest.raises(UsageError) as caught:
        load_sidecar(file)
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


words = st.text(alphabet="潮 tide。.\n-" + HYPHEN_BREAK, min_size=1, max_size=700)


@given(st.lists(st.lists(words, max_size=3), min_size=1, max_size=4), st.booleans())
def test_no_chunk_leaves_its_page_and_nothing_but_white_space_is_lost(
    pages: list[list[str]], described: bool
) -> None:
    said: JSON = {"1": "A summary。" * 90} if described else None
    document = composed([page(*lines) for lines in pages], said)
    chunks = cut_document(document)
    for chunk in chunks:
        part = document.part_at(chunk.start)
        assert part is not None
        assert part.start <= chunk.start < chunk.end <= part.end
        assert (chunk.page, chunk.kind) == (part.page, "figure" if part.figure else "")
        assert chunk.first_line == document.text.count("\n", 0, chunk.start) + 1
        assert chunk.last_line == document.text.count("\n", 0, chunk.end) + 1
        box = document.box_of(chunk.start, chunk.end)
        assert box is not None
        assert 0 <= box.left <= box.right <= 1
        assert 0 <= box.top <= box.bottom <= 1
    assert HYPHEN_BREAK not in document.text
    kept = "".join(document.text[chunk.start : chunk.end] for chunk in chunks)
    assert "".join(kept.split()) == "".join(document.text.split())
    assert sum(chunk.kind == "figure" for chunk in chunks) == int(described)
