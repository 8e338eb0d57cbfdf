"""What is shown of a category, without a screen."""

from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.authoring.verify import verify
from fixturetool.evaluation.scores import FacetScore
from fixturetool.progress import Silent
from fixturetool.tui.draft import Draft, DraftFixture
from fixturetool.tui.last_run import LastRun
from fixturetool.tui.rows import CATEGORY, Place, fitted, row_of
from fixturetool.tui.state import Known, known_of, outline
from fixturetool.tui.views import FacetView, Mark, Outline
from fixturetool.tui.wording import describe
from tests.tui.desk_place import ANCHOR, LAMP, OTHER, anchor, category, desk_at, settings_at


@pytest.fixture(name="known")
def known_of_lamp(tmp_path: Path) -> Known:
    settings = settings_at(tmp_path)
    loaded = desk_at(category(tmp_path)).loaded
    assert loaded is not None
    verified = verify([loaded], settings, Silent())
    return known_of(loaded.source, verified, loaded.model, 2)


def shown(tmp_path: Path, known: Known | None, draft: Draft | None = None) -> Outline:
    loaded = desk_at(category(tmp_path)).loaded
    assert loaded is not None
    return outline(loaded.model, loaded.source, draft or Draft(), known, None)


def facet(of: Outline, name: str) -> FacetView:
    return next(one for one in of.fixtures[0].facets if one.name == name)


def test_a_facet_has_its_anchors_its_sources_and_what_the_rules_say(
    tmp_path: Path, known: Known
) -> None:
    oil = facet(shown(tmp_path, known), "oil")
    assert [one.passage.passage for one in oil.anchors] == [ANCHOR]
    assert oil.anchors[0].sources == ("book/1_灯志.txt",)
    assert oil.sources == 1
    assert oil.mark is Mark.WEAK
    assert [one.code for one in oil.findings] == ["FT203"]


def test_a_facet_on_two_sources_is_fine(tmp_path: Path, known: Known) -> None:
    holders = {("CHS", ANCHOR): ("a.txt", "b.txt"), ("CHS", "每夜添油三次"): ("a.txt", "c.txt")}
    seen = shown(tmp_path, replace(known, holders=holders, findings=()))
    assert seen.fixtures[0].mark is Mark.GOOD
    assert seen.fixtures[0].good == 2


def test_an_anchor_that_no_source_holds_is_wrong_and_so_is_all_above_it(
    tmp_path: Path, known: Known
) -> None:
    seen = shown(tmp_path, replace(known, holders={("CHS", ANCHOR): ()}, findings=()))
    assert facet(seen, "oil").anchors[0].mark is Mark.WRONG
    assert facet(seen, "oil").mark is Mark.WRONG
    assert seen.fixtures[0].mark is Mark.WRONG


def test_before_the_corpus_was_asked_nothing_is_claimed(tmp_path: Path) -> None:
    seen = shown(tmp_path, None)
    assert not seen.is_checked
    assert facet(seen, "oil").sources is None
    assert facet(seen, "oil").mark is Mark.UNKNOWN


def test_of_an_earlier_text_places_are_kept_and_findings_are_not(
    tmp_path: Path, known: Known
) -> None:
    seen = shown(tmp_path, replace(known, source="earlier"))
    assert not seen.is_checked
    assert facet(seen, "oil").sources == 1
    assert facet(seen, "oil").findings == ()


def test_what_waits_for_an_anchor_comes_last_and_is_bare(tmp_path: Path, known: Known) -> None:
    draft = Draft(
        "", (DraftFixture(*LAMP, "", {"smell": "味道"}), DraftFixture("新问", "CHS", "为什么"))
    )
    seen = shown(tmp_path, known, draft)
    assert [one.name for one in seen.fixtures[0].facets] == ["oil", "care", "smell"]
    assert facet(seen, "smell").mark is Mark.BARE
    assert (seen.fixtures[1].key.query, seen.fixtures[1].is_draft) == ("新问", True)
    assert seen.fixtures[1].mark is Mark.BARE


def test_the_last_run_gives_hit_rates(tmp_path: Path, known: Known) -> None:
    loaded = desk_at(category(tmp_path)).loaded
    assert loaded is not None
    score = FacetScore("oil", (1, None, 3), winnable=True)
    run = LastRun("R-001", {("CHS", LAMP.query, "oil"): score})
    seen = outline(loaded.model, loaded.source, Draft(), known, run)
    assert row_of(facet(seen, "oil")).columns == "    1   1  67% "
    assert "hit rate 67%, rank 1" in describe(seen, Place(LAMP, "oil")).plain
    assert "R-001" in describe(seen, CATEGORY).plain


@pytest.mark.parametrize(
    ("place", "told"),
    [
        pytest.param(CATEGORY, "小样", id="the category"),
        pytest.param(Place(LAMP), "散在各处", id="a fixture"),
        pytest.param(Place(LAMP, "oil"), "FT203 ", id="a facet"),
        pytest.param(Place(LAMP, "oil", ANCHOR), "book/1_灯志.txt", id="an anchor"),
        pytest.param(Place(LAMP, "gone"), "散在各处", id="a facet that is gone"),
    ],
)
def test_what_is_selected_is_described(
    tmp_path: Path, known: Known, place: Place, told: str
) -> None:
    assert told in describe(shown(tmp_path, known), place).plain


def test_an_empty_category_says_what_to_press(tmp_path: Path) -> None:
    desk = desk_at(tmp_path / "new.json")
    assert "Press n" in describe(outline(desk.model, "", desk.draft, None, None), CATEGORY).plain


@pytest.mark.parametrize(
    ("text", "cells", "cut"),
    [
        pytest.param("oil", 5, "oil  ", id="filled"),
        pytest.param("灯塔", 4, "灯塔", id="wide and exact"),
        pytest.param("灯塔烧油", 7, "灯塔 ..", id="no half of a wide character"),
        pytest.param("small_change", 8, "small_..", id="cut"),
    ],
)
def test_names_take_exactly_the_cells_that_there_are(text: str, cells: int, cut: str) -> None:
    assert fitted(text, cells) == cut


def test_text_that_looks_like_markup_or_steers_a_terminal_is_shown_as_it_is(
    tmp_path: Path, known: Known
) -> None:
    desk = desk_at(category(tmp_path))
    draft = Draft("", (DraftFixture(*LAMP, "", {"x": "[bold]a[/] \x1b[31mb"}),))
    seen = outline(desk.model, "", draft, known, None)
    assert describe(seen, Place(LAMP, "x")).plain.startswith("[bold]a[/] \\x1b[31mb\n")


def test_an_anchor_of_two_facets_stands_under_both(tmp_path: Path) -> None:
    path = category(tmp_path)
    path.write_text(
        path.read_text("utf-8")
        .replace(f'"{ANCHOR}"', f'"{OTHER}"', 1)
        .replace('"oil"\n', '"oil", "care"\n'),
        "utf-8",
    )
    desk = desk_at(path)
    seen = outline(desk.model, "", Draft(), None, None)
    held = [[a.passage for a in one.anchors] for one in seen.fixtures[0].facets]
    both = replace(anchor(OTHER, "oil", "care"), label="灯志")
    assert both in held[0]
    assert both in held[1]
