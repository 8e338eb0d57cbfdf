"""What a PDF has to offer, and what of it nothing is known of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.corpus.pdfs.placing import place_figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.corpus.pdfs.descriptions import Descriptions
    from fixturetool.corpus.pdfs.pages import Page, PageState


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """What a PDF has to offer.

    Attributes:
        path: Its path under the root of its corpus.
        pages: How many pages it has.
        figures: How many figures are known, by caption or description.
        described: How many of them are described.
        silent: 1-based pages with images or drawings, hardly a word, and no description.
        blank: Pages with nothing on them.
        garbled: Pages whose characters have no meaning.
        broken: Pages that can't be opened.
        unplaced: Figures and pages of the sidecar that it doesn't have.
    """

    path: str
    pages: int
    figures: int
    described: int
    silent: tuple[int, ...]
    blank: tuple[int, ...]
    garbled: tuple[int, ...]
    broken: tuple[int, ...]
    unplaced: tuple[str, ...]


def facts_of(path: str, pages: Sequence[Page], said: Descriptions) -> PdfFacts:
    """Count the pages and figures of a PDF.

    Args:
        path: Its path under the root of its corpus.
        pages: Its pages.
        said: What its figures show.
    """
    placement = place_figures([[one.name for one in page.captions] for page in pages], said)
    figures = [placed for one in placement.by_page.values() for placed in one]
    described = {
        number
        for number, placed in placement.by_page.items()
        if any(one.described for one in placed)
    }

    def those(state: PageState) -> tuple[int, ...]:
        return tuple(
            number
            for number, page in enumerate(pages, 1)
            if page.state == state and number not in described
        )

    return PdfFacts(
        path=path,
        pages=len(pages),
        figures=len(figures),
        described=sum(one.described is not None for one in figures),
        silent=those("image"),
        blank=those("blank"),
        garbled=those("garbled"),
        broken=those("broken"),
        unplaced=placement.unplaced,
    )
