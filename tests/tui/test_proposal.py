"""An anchor is proved before it is written."""

from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.authoring.ground import open_ground
from fixturetool.errors import FixturetoolError
from fixturetool.progress import Silent
from fixturetool.tui.proposal import Proposal, Wish, head_of, propose
from tests.tui.desk_place import ANCHOR, LAMP, OIL, category, desk_at, settings_at


def proposed(root: Path, text: str, source: str, instead_of: str = "") -> Proposal:
    desk = desk_at(category(root))
    settings = settings_at(root)
    wish = Wish(desk.sketch(LAMP), False, "oil", OIL, text, source, instead_of)
    head = head_of(desk.loaded, desk.model, desk.name)
    return propose(wish, open_ground("CHS", settings, Silent()), head, settings, Silent())


@pytest.mark.parametrize(
    ("text", "source", "official", "against"),
    [
        pytest.param("点的向来是鱼油", "letter/3_家书.txt", True, [], id="official"),
        pytest.param("据说烧过盐", "tps_notes/4_笔记.txt", False, [], id="unofficial"),
        pytest.param(
            "船夫不许说谎", "notice/5_船.txt", True, ["FT205", "FT210"], id="out of reach"
        ),
    ],
)
def test_it_is_official_as_its_source_is_and_rules_may_be_against_it(
    tmp_path: Path, text: str, source: str, official: bool, against: list[str]
) -> None:
    proposal = proposed(tmp_path, text, source)
    assert (proposal.anchor.passage, proposal.anchor.covers) == (text, ("oil",))
    assert proposal.anchor.official is official
    assert [one.code for one in proposal.against] == against


def test_a_slice_is_not_blamed_for_a_question_that_asks_several_things(tmp_path: Path) -> None:
    settings = settings_at(tmp_path)
    desk = desk_at(category(tmp_path))
    asked = replace(
        desk.sketch(LAMP),
        query="灯塔的灯烧过什么，谁添油？",
        expected_coverage={},
        relevant_passages=(),
    )
    wish = Wish(asked, True, "oil", OIL, "点的向来是鱼油", "letter/3_家书.txt")
    head = head_of(desk.loaded, desk.model, desk.name)
    proposal = propose(wish, open_ground("CHS", settings, Silent()), head, settings, Silent())
    assert proposal.against == ()


def test_what_does_not_stand_in_its_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FixturetoolError, match="灯塔烧过油"):
        proposed(tmp_path, "灯塔烧过油", "book/1_灯志.txt")


def test_in_another_ones_place_it_attests_what_that_did(tmp_path: Path) -> None:
    proposal = proposed(tmp_path, "点的向来是鱼油", "letter/3_家书.txt", instead_of=ANCHOR)
    assert proposal.anchor.covers == ("oil",)
