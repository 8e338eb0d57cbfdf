"""What a key is about where something is selected at the left; pure."""

from fixturetool.tui.desk import Desk
from fixturetool.tui.rows import Place
from fixturetool.tui.searching import Mode


def facet_of(desk: Desk, place: Place) -> str:
    """Return the facet that is selected, else the only one of the fixture, else ``""``."""
    if place.facet or place.key is None:
        return place.facet
    names = list(desk.facets(place.key))
    return names[0] if len(names) == 1 else ""


def words_for(desk: Desk, place: Place) -> tuple[str, Mode]:
    """Return what to look for in the corpus, ``""`` where nothing is selected that has words."""
    if place.passage:
        return place.passage, Mode.TEXT
    if place.key is None:
        return "", Mode.TEXT
    return desk.facets(place.key).get(facet_of(desk, place), ""), Mode.CLAIM


def passages_beside(desk: Desk, place: Place) -> tuple[str, ...]:
    """Return the anchors of a facet, but for the one that is selected itself."""
    fixture = desk.fixture(place.key) if place.key else None
    passages = fixture.relevant_passages if fixture else ()
    covering = (one for one in passages if place.facet in one.covers)
    return tuple(one.passage for one in covering if one.passage != place.passage)
