"""PDFs in the embedded index: pages and figures of what is found, and only what changed is cut."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fixturetool.corpus.pdf import PdfCorpus, load_pdf_corpus, make_record
from fixturetool.corpus.tokens import Tokenizer
from fixturetool.errors import RetrievalError
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit, fold_pages
from fixturetool.retrieval.bm25 import open_bm25
from fixturetool.retrieval.index import BuildReport, build_index, index_status
from fixturetool.retrieval.serving.shelf import Shelf
from fixturetool.retrieval.serving.wire import ChunkMatch
from tests.corpus.pdf_files import SCAN, write_pdf

PAGES = [
    ["The crew feel the load through the bars.", "Figure 1 Pull on the chains"],
    ["潮尺读三遍。", "图 2 一日之潮"],
    SCAN,
]
SAID = {
    "Figure 1": {"kind": "chart", "summary": "It peaks at stroke 170.", "values": ["44 cwt"]},
    "page 3": "A rubbing of the ruler, sawn off.",
}


class Desk:
    """A PDF, its sidecar and its index."""

    def __init__(self, base: Path, tokenizer: Tokenizer) -> None:
        self.base = base
        self.state = base / "state"
        self.tokenizer = tokenizer
        self.describe(SAID)
        self.write(PAGES)

    def write(self, pages: Sequence[Sequence[str] | str], name: str = "manual.pdf") -> Path:
        return write_pdf(self.base / "in" / name, pages)

    def describe(self, said: object) -> None:
        (self.base / "figures.json").write_text(json.dumps(said), "utf-8")

    def corpus(self, *, described: bool = True) -> PdfCorpus:
        figures = self.base / "figures.json" if described else None
        return load_pdf_corpus(make_record([self.base / "in"], "m", figures), self.state)

    def build(self) -> BuildReport:
        return build_index(self.corpus(), self.tokenizer, self.state, Silent())

    def shelf(self, corpus: PdfCorpus | None = None) -> Shelf:
        found = corpus or self.corpus()
        return Shelf({"m": found}, {"m": self.tokenizer}, self.state, Silent())

    def search(
        self, query: str, limit: int = 5, corpus: PdfCorpus | None = None
    ) -> list[ChunkMatch]:
        shelf = self.shelf(corpus)
        try:
            return shelf.search("m", query, limit)
        finally:
            shelf.close()

    def retrieve(self, query: str, k: int) -> Sequence[Hit]:
        retriever = open_bm25({"m": self.corpus()}, {"m": self.tokenizer}, self.state, Silent())
        try:
            return retriever.retrieve(query, k, language="m", chunk_context=0)
        finally:
            retriever.close()


@pytest.fixture(name="desk")
def desk_with_a_manual(tmp_path: Path, tokenizer: Tokenizer) -> Desk:
    return Desk(tmp_path, tokenizer)


def test_a_described_figure_is_found_by_what_it_shows(desk: Desk) -> None:
    match = desk.search("at which stroke does it peak", 1)[0].model_dump(mode="json")
    assert match["metadata"] == {
        "corpus_id": "m",
        "char_start": 42,
        "char_end": 100,
        "chunk_ordinal": 1,
        "extraction": "direct",
        "sparse_engine": "tantivy",
        "chunk_kind": "figure",
        "figure": {
            "kind": "chart",
            "summary": "It peaks at stroke 170.",
            "labels": [],
            "components": [],
            "connections": [],
            "values": ["44 cwt"],
            "references": [],
        },
    }
    assert match["language"] is None
    provenance = match["provenance"]
    assert (provenance["page_start"], provenance["page_end"]) == (1, 1)
    assert [region["page"] for region in provenance["regions"]] == [1]


def test_a_chunk_of_plain_text_has_pages_and_no_kind(desk: Desk) -> None:
    match = desk.search("load through the bars", 1)[0].model_dump(mode="json")
    assert "chunk_kind" not in match["metadata"]
    assert "figure" not in match["metadata"]
    (region,) = match["provenance"]["regions"]
    assert 0 <= region["left"] < region["right"] <= 1
    assert 0 <= region["top"] < region["bottom"] <= 1


def test_a_figure_that_nobody_described_is_known_by_its_caption(desk: Desk) -> None:
    (match,) = desk.search("一日之潮", 1)
    assert match.content == "图 2 一日之潮"
    figure = match.model_dump()["metadata"]["figure"]
    assert (figure["kind"], figure["summary"]) == ("other", "")


def test_a_scanned_page_is_found_by_its_description(desk: Desk) -> None:
    (match,) = desk.search("rubbing of the ruler", 1)
    assert match.provenance is not None
    assert match.provenance.model_dump()["regions"] == [
        {"page": 3, "left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
    ]


def test_the_embedded_retriever_tells_the_same(desk: Desk) -> None:
    (hit,) = desk.retrieve("at which stroke does it peak", 1)
    assert (hit.path, hit.start_page, hit.end_page) == ("manual.pdf", 1, 1)
    assert (hit.chunk_id, hit.kind) == ("manual.pdf#1", "figure")
    assert hit.summary == "It peaks at stroke 170."


def test_one_long_pdf_fills_an_answer(desk: Desk) -> None:
    desk.write([[f"The tide of day {page}."] for page in range(30)])
    matches = desk.search("tide", 20)
    assert len(matches) == 20
    assert len({match.provenance.page_start for match in matches if match.provenance}) == 20


def test_pages_count_where_sources_have_pages(desk: Desk) -> None:
    desk.write([["tide " * 60, "tide " * 60, "tide " * 60], ["a tide"], ["another tide"]])
    hits = desk.retrieve("tide", 2)
    assert len({hit.start_page for hit in hits}) == 2
    assert [len(page.hits) for page in fold_pages(hits, 1)] == [
        sum(hit.start_page == hits[0].start_page for hit in hits)
    ]


def test_only_changed_pdfs_are_cut_again(desk: Desk) -> None:
    desk.write([["Another manual."]], "other.pdf")
    assert (desk.build().read, desk.build().kept) == (2, 2)
    desk.write([["Another manual, mended."]], "other.pdf")
    report = desk.build()
    assert (report.read, report.kept) == (1, 1)


def test_a_new_description_is_indexed_without_a_new_pdf(desk: Desk) -> None:
    desk.build()
    desk.describe({**SAID, "Figure 1": "It has a hump at the second relief."})
    status = index_status(desk.corpus(), desk.tokenizer, desk.state)
    assert (status.changed, status.is_current) == (1, False)
    assert desk.build().read == 1
    assert "hump" in desk.search("hump", 1)[0].content
    assert desk.build().read == 0


def test_without_descriptions_what_only_a_plot_shows_is_not_found(desk: Desk) -> None:
    assert desk.search("stroke 170 cwt", corpus=desk.corpus(described=False)) == []


def test_an_index_brought_up_to_date_ranks_as_a_fresh_one(desk: Desk, tmp_path: Path) -> None:
    desk.write([[f"The tide of {page} spans."] for page in range(9)], "other.pdf")
    desk.build()
    desk.write([[f"The tide of {page} fingers and spans."] for page in range(7)], "other.pdf")
    desk.describe({"Figure 1": "spans and fingers"})
    later = desk.search("tide spans fingers", 20)
    desk.state = tmp_path / "fresh"
    assert desk.search("tide spans fingers", 20) == later


def test_a_pdf_that_changes_under_a_server_is_an_error_and_no_empty_answer(desk: Desk) -> None:
    shelf = desk.shelf()
    desk.write([["Something else."]])
    with pytest.raises(RetrievalError, match="was changed after it was indexed"):
        shelf.search("m", "load", 1)
    shelf.close()


def test_one_pdf_that_cannot_be_read_leaves_the_others(desk: Desk) -> None:
    (desk.base / "in/broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    report = desk.build()
    assert [(one.path, one.reason) for one in report.troubles] == [
        ("broken.pdf", "a damaged PDF: it can't be opened")
    ]
    assert desk.search("load", 1)[0].file_path == "manual.pdf"
