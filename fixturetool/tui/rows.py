"""Lines of the fixtures at the left, and the places that they stand for; pure."""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from fixturetool.tui.desk import FixtureKey
from fixturetool.tui.views import AnchorView, FacetView, FixtureView, Mark

HEADING = f"{'anch':>5}{'src':>4}{'hit':>5} "


@dataclass(frozen=True, slots=True)
class Place:
    """What is selected: a fixture, one of its facets, or one of the facet's anchors.

    Attributes:
        key: The fixture; None for the category.
        facet: The facet, or ``""``.
        passage: The anchor, or ``""``.
    """

    key: FixtureKey | None = None
    facet: str = ""
    passage: str = ""


CATEGORY = Place()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tree.

    Attributes:
        mark: How it stands.
        name: What it is.
        columns: What is at the right.
    """

    mark: Mark | None
    name: str
    columns: str


def row_of(view: FixtureView | FacetView | AnchorView) -> Row:
    """Return the line of a fixture, a facet or an anchor; pure."""
    if isinstance(view, FixtureView):
        return Row(view.mark, view.key.query, f" {view.good}/{len(view.facets)} ")
    if isinstance(view, FacetView):
        sources = "?" if view.sources is None else str(view.sources)
        rate = None if view.hit is None else view.hit.hit_rate
        hit = "" if rate is None else f"{rate:.0%}"
        return Row(view.mark, view.name, f"{len(view.anchors):>5}{sources:>4}{hit:>5} ")
    sources = "?" if view.sources is None else str(len(view.sources))
    return Row(view.mark, view.passage.passage, f" {sources} src ")


def fitted(text: str, cells: int) -> str:
    """Cut or fill a text to a width; wide characters take two cells."""
    if cell_len(text) <= cells:
        return set_cell_size(text, cells)
    return set_cell_size(text, cells - 2) + ".."
