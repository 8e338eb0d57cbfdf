"""What a key is about where something is selected."""

from pathlib import Path

import pytest

from fixturetool.tui import actions
from fixturetool.tui.rows import CATEGORY, Place
from fixturetool.tui.searching import Mode
from fixturetool.tui.target import facet_of, passages_beside, words_for
from tests.tui.desk_place import ANCHOR, LAMP, OIL, OTHER, anchor, category, desk_at


@pytest.mark.parametrize(
    ("place", "words", "mode"),
    [
        pytest.param(CATEGORY, "", Mode.TEXT, id="the category has none"),
        pytest.param(Place(LAMP), "", Mode.CLAIM, id="a fixture of two facets has none"),
        pytest.param(Place(LAMP, "oil"), OIL, Mode.CLAIM, id="a facet has its claim"),
        pytest.param(Place(LAMP, "oil", ANCHOR), ANCHOR, Mode.TEXT, id="an anchor has its text"),
    ],
)
def test_what_is_looked_for(tmp_path: Path, place: Place, words: str, mode: Mode) -> None:
    assert words_for(desk_at(category(tmp_path)), place) == (words, mode)


def test_the_only_facet_of_a_fixture_is_meant_by_the_fixture(tmp_path: Path) -> None:
    desk = desk_at(category(tmp_path))
    assert facet_of(desk, Place(LAMP)) == ""
    actions.remove_facet(desk, LAMP, "care")
    assert facet_of(desk, Place(LAMP)) == "oil"
    assert words_for(desk, Place(LAMP)) == (OIL, Mode.CLAIM)


def test_an_anchor_does_not_count_as_known_beside_itself(tmp_path: Path) -> None:
    desk = desk_at(category(tmp_path))
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    assert passages_beside(desk, Place(LAMP, "oil")) == (ANCHOR, OTHER)
    assert passages_beside(desk, Place(LAMP, "oil", ANCHOR)) == (OTHER,)
