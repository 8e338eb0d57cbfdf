"""Which description belongs to which figure of a PDF."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fixturetool.corpus.pdfs.captions import figure_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fixturetool.corpus.documents import Figure
    from fixturetool.corpus.pdfs.descriptions import Descriptions


class Placed(NamedTuple):
    """A figure on a page.

    Attributes:
        caption: Its 0-based position among the captions of the page, None for one without.
        described: What the sidecar says of it, or None.
    """

    caption: int | None
    described: Figure | None


@dataclass(frozen=True, slots=True)
class Placement:
    """The figures of a PDF.

    Attributes:
        by_page: 1-based page to its figures, those with captions first, in order.
        unplaced: Names and pages of the sidecar that the PDF does not have.
    """

    by_page: Mapping[int, tuple[Placed, ...]]
    unplaced: tuple[str, ...]


def place_figures(captions: Sequence[Sequence[str]], said: Descriptions) -> Placement:
    """Bring captions and descriptions together.

    A description by name belongs to the first caption of that name, on its page where it says
    one; without a caption, to that page. One by page belongs to the page's only caption, else
    to the page itself.

    Args:
        captions: The names of the captions on each page.
        said: The descriptions.
    """
    known = _Captions(captions)
    taken: dict[tuple[int, int], Figure] = {}
    loose: defaultdict[int, list[Figure]] = defaultdict(list)
    unplaced: list[str] = []
    for key, figure in said.by_figure.items():
        at = known.first(key, said.pages.get(key))
        if at is not None:
            taken[at] = figure
        elif 1 <= said.pages.get(key, 0) <= len(captions):
            loose[said.pages[key]].append(figure)
        else:
            unplaced.append(figure.name)
    for page, figure in said.by_page.items():
        if not 1 <= page <= len(captions):
            unplaced.append(f"page {page}")
        elif len(captions[page - 1]) == 1 and (page, 0) not in taken:
            taken[page, 0] = figure
        else:
            loose[page].append(figure)
    return Placement(_by_page(captions, taken, loose), tuple(unplaced))


class _Captions:
    """Where the captions of each figure are: the page, and the position there."""

    def __init__(self, captions: Sequence[Sequence[str]]) -> None:
        self._places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for page, names in enumerate(captions, 1):
            for position, name in enumerate(names):
                self._places[figure_key(name)].append((page, position))

    def first(self, key: str, page: int | None) -> tuple[int, int] | None:
        """Return the first caption of a figure, on its page where one is given, or None."""
        places = self._places.get(key, ())
        return next((place for place in places if page in {None, place[0]}), None)


def _by_page(
    captions: Sequence[Sequence[str]],
    taken: Mapping[tuple[int, int], Figure],
    loose: Mapping[int, Sequence[Figure]],
) -> dict[int, tuple[Placed, ...]]:
    placed: dict[int, tuple[Placed, ...]] = {}
    for page, names in enumerate(captions, 1):
        printed = [Placed(at, taken.get((page, at))) for at in range(len(names))]
        printed += [Placed(None, figure) for figure in loose.get(page, ())]
        if printed:
            placed[page] = tuple(printed)
    return placed
