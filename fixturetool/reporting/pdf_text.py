"""What the PDFs of a corpus have to offer, in lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted, ranges

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fixturetool.corpus.pdf import PdfFacts


def pdf_lines(facts: PdfFacts) -> Iterator[str]:
    """Yield a line about a PDF, and one for every kind of page that can't be searched."""
    name = visible(facts.path)
    figures = f"{counted(facts.figures, 'figure')}, {facts.described} described"
    yield f"{name}: {counted(facts.pages, 'page')}, {figures}"
    for pages, state in _silent(facts):
        yield f"{name}: {counted(len(pages), 'page')} {state}: {ranges(pages)}"
    if facts.unplaced:
        names = ", ".join(map(visible, facts.unplaced))
        yield f"{name}: described, but not found in it: {names}"


def undescribed_line(name: str, facts: Iterable[PdfFacts]) -> str:
    """Say what to expect of figures that nobody described, ``""`` where all are described."""
    each = tuple(facts)
    figures, described = sum(one.figures for one in each), sum(one.described for one in each)
    if figures == described:
        return ""
    alone = figures - described
    return (
        f"{visible(name)}: {alone} of {figures} figures are known by a caption alone: "
        "questions about what only a plot shows (the content group) are expected to score low; "
        "describe figures with --figures FILE"
    )


def strange_line(name: str, files: Sequence[str]) -> str:
    """Say which PDFs are described and not there, ``""`` where all are."""
    if not files:
        return ""
    return f"{visible(name)}: described, but none of its PDFs: {', '.join(map(visible, files))}"


def _silent(facts: PdfFacts) -> Iterator[tuple[Sequence[int], str]]:
    kinds = (
        (facts.silent, "of images or drawings without text (add a text layer, or describe them)"),
        (facts.garbled, "whose text has no meaning (its font lacks a map to Unicode)"),
        (facts.broken, "that can't be opened"),
        (facts.blank, "with nothing on them"),
    )
    return ((pages, state) for pages, state in kinds if pages)
