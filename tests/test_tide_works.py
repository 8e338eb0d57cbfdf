"""The shipped PDF is what its generator makes, and its questions are worth asking."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from fixturetool.corpus.pdf import PdfFacts, load_pdf_corpus, make_record
from fixturetool.corpus.pdfs.extraction import extract_pages

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "examples/tide_works"
PDF = HOME / "tide-works.pdf"
ITEMS = json.loads((ROOT / "eval_datasets/tide-works-figures.json").read_text("utf-8"))["items"]


def pages_of(file: Path) -> object:
    return extract_pages(file.read_bytes(), lambda _: None, lambda: None)


def small_pictures(file: Path) -> list[bytes]:
    from pypdfium2 import PdfDocument

    with PdfDocument(file) as document:
        return [page.render(scale=0.25).to_numpy().tobytes() for page in document]


def test_the_generator_makes_the_shipped_pdf(tmp_path: Path) -> None:
    built = tmp_path / "tide-works.pdf"
    subprocess.run([sys.executable, HOME / "build.py", built], check=True, timeout=120)
    if built.read_bytes() != PDF.read_bytes():  # equal bytes have equal pages
        assert pages_of(built) == pages_of(PDF)
        assert small_pictures(built) == small_pictures(PDF)


def test_what_it_has_to_offer(tmp_path: Path) -> None:
    assert PDF.stat().st_size < 1_000_000
    for figures, described, silent in (
        (None, 0, (15, 16)),
        (HOME / "tide-works-figures.json", 21, ()),
    ):
        record = make_record([PDF], None, figures)
        (facts,) = load_pdf_corpus(record, tmp_path, writes=False).facts()
        shown = described or 19
        assert facts == PdfFacts("tide-works.pdf", 34, shown, described, silent, (), (), (), ())


@pytest.mark.parametrize("item", [pytest.param(one, id=one["figure_ref"]) for one in ITEMS])
def test_a_question_is_one(item: dict[str, object]) -> None:
    question = str(item["question"])
    assert len(question.split()) >= 6
    assert question.endswith("?")
    assert set(item) == {"question", "expected_pages", "figure_ref", "kind", "tags"}
    assert item["tags"] == ["prose"] or str(item["figure_ref"]).startswith("Figure ")


def test_the_groups_are_large_enough_and_share_no_page() -> None:
    groups = Counter("prose" if "prose" in one["tags"] else one["kind"] for one in ITEMS)
    assert groups == {"locate": 10, "content": 10, "prose": 6}
    assert len({one["question"] for one in ITEMS}) == len(ITEMS)
    pages = {
        kind: {page for one in ITEMS if one["kind"] == kind for page in one["expected_pages"]}
        for kind in ("locate", "content")
    }
    assert not pages["locate"] & pages["content"]
    assert min(*pages["locate"], *pages["content"]) >= 1
    assert max(*pages["locate"], *pages["content"]) <= 34


def test_what_a_figure_shows_stands_nowhere_in_the_text() -> None:
    text = " ".join(
        line.text
        for page in extract_pages(PDF.read_bytes(), lambda _: None, lambda: None)
        for line in page.lines
    )
    said = json.loads((HOME / "tide-works-figures.json").read_text("utf-8"))
    values = [value for one in said.values() for value in one.get("values", ())]
    assert len(values) > 40
    assert [value for value in values if value in text] == []
