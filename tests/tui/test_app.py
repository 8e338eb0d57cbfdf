"""The editor as its user sees it: keys in, screen and file out."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from fixturetool.fixtures.load import load_file
from fixturetool.fixtures.model import Fixture
from fixturetool.tui.app import EditorApp
from fixturetool.tui.draft import load_draft
from fixturetool.tui.form import Form
from fixturetool.tui.help import Help
from fixturetool.tui.question import Question
from fixturetool.tui.rows import Place
from fixturetool.tui.search_pane import SearchPane
from fixturetool.tui.search_widgets import Words
from fixturetool.tui.searching import Mode
from fixturetool.tui.tree import OutlineTree
from tests.tui.desk_place import ANCHOR, LAMP, OIL, category
from tests.tui.pilot import drive, find, listed, screen, status, type_in, until


def lamp(path: Path) -> Fixture:
    loaded = load_file(path).category
    assert loaded is not None
    return loaded.model.fixtures[0]


def passages(path: Path, facet: str) -> list[str]:
    return [one.passage for one in lamp(path).relevant_passages if facet in one.covers]


async def look_for_oil(pilot: Pilot[int], app: EditorApp) -> None:
    await pilot.press("down", "down")
    await find(pilot, app)


def test_one_key_looks_for_the_claim_of_a_facet_and_one_adds_a_slice(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await look_for_oil(pilot, app)
        assert app.query_one(Words).value == OIL
        assert ANCHOR not in listed(app)  # it is there already
        await pilot.press("a")
        await until(pilot, lambda: len(passages(path, "oil")) == 2)

    drive(path, act)
    added = lamp(path).relevant_passages[-1]
    assert added.official is True
    assert added.label in {"老蔺", "家书"}


def test_an_anchor_of_an_unofficial_source_is_written_as_such(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "slash")
        await type_in(pilot, "据说烧过盐")
        await find(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: len(passages(path, "oil")) == 2)

    drive(path, act)
    assert lamp(path).relevant_passages[-1].official is False


def test_a_slice_is_made_longer_before_it_is_added(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "slash")
        await type_in(pilot, "点的向来是鱼油")
        await find(pilot, app)
        assert listed(app) == ["点的向来是鱼油"]
        await pilot.press("right_square_bracket", "left")
        await pilot.press("a")
        await until(pilot, lambda: len(passages(path, "oil")) == 2)

    drive(path, act)
    assert passages(path, "oil")[-1] == "点的向来是鱼油，味道冲得"


@pytest.mark.parametrize(
    ("answer", "count"),
    [pytest.param("escape", 1, id="left"), pytest.param("y", 2, id="added anyway")],
)
def test_a_rule_that_is_against_an_anchor_is_shown_with_its_code(
    tmp_path: Path, answer: str, count: int
) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "slash")
        await type_in(pilot, "船夫不许说谎")
        await find(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, Question))
        assert "FT205" in screen(app)
        await pilot.press(answer)
        await until(pilot, lambda: not isinstance(app.screen, Question))
        await until(pilot, lambda: len(passages(path, "oil")) == count)

    drive(path, act)


def test_undo_and_redo_are_on_disk(tmp_path: Path) -> None:
    path = category(tmp_path)
    before = path.read_bytes()

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await look_for_oil(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: len(passages(path, "oil")) == 2)
        after = path.read_bytes()
        await pilot.press("u")
        assert path.read_bytes() == before
        assert status(app).startswith("undone: added")
        await pilot.press("U")
        assert path.read_bytes() == after
        await pilot.press("ctrl+z", "ctrl+z")
        assert path.read_bytes() == before
        assert "nothing to be undone" in status(app)

    drive(path, act)


def test_a_new_fixture_is_drafted_and_written_with_its_first_anchor(tmp_path: Path) -> None:
    path = category(tmp_path)
    content = path.read_bytes()

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Form))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "Still blank: Question" in screen(app))
        for answer in ("灯塔有多高", "只一处说到", "灯塔高七丈", "height"):
            await type_in(pilot, answer)
            await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Form))
        assert path.read_bytes() == content
        assert load_draft(path).fixtures[0].facets == {"height": "灯塔高七丈"}
        await until(pilot, lambda: app.query_one(OutlineTree).place.facet == "height")
        await find(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: not load_draft(path).fixtures)

    drive(path, act)
    loaded = load_file(path).category
    assert loaded is not None
    assert [one.query for one in loaded.model.fixtures] == [LAMP.query, "灯塔有多高"]


def test_a_claim_is_edited_and_markup_in_it_is_text(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "e")
        await until(pilot, lambda: isinstance(app.screen, Form))
        app.screen.query(Input).first().value = "[bold]鱼油[/]"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: lamp(path).expected_coverage["oil"] == "[bold]鱼油[/]")
        await until(pilot, lambda: "[bold]鱼油[/]" in screen(app))

    drive(path, act)


def test_markup_in_the_corpus_is_shown_as_it_is(tmp_path: Path) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("slash")
        await type_in(pilot, "[bold]高")
        await find(pilot, app)
        assert "灯塔[bold]高[/]七丈" in screen(app)

    drive(category(tmp_path), act, (120, 30))


def test_an_anchor_is_replaced_where_it_stands(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "right", "down")
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil", ANCHOR)
        await find(pilot, app)
        assert listed(app)[0] == ANCHOR
        await pilot.press("full_stop", "full_stop", "right_square_bracket", "r")
        await until(pilot, lambda: passages(path, "oil") == ["烧过鱼油。守灯人每夜添油三次"])

    drive(path, act)


def test_an_anchor_is_removed_and_its_facet_waits(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "right", "down", "x")
        assert "oil" not in lamp(path).expected_coverage
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil")

    drive(path, act)
    assert load_draft(path).fixtures[0].facets == {"oil": OIL}


def test_a_hand_edit_is_noticed(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        path.write_text(path.read_text("utf-8").replace("小样", "手改"), "utf-8")
        await until(pilot, lambda: "changed by another program" in status(app))
        assert app.desk.model.description == "手改"

    drive(path, act)


def test_a_category_is_created_after_asking(tmp_path: Path) -> None:
    path = tmp_path / "fixtures" / "new.json"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, Form))
        assert "There is no new.json yet" in screen(app)
        await type_in(pilot, "What it probes")
        await pilot.press("enter")
        await until(pilot, lambda: load_draft(path).description == "What it probes")

    assert drive(path, act).return_value is None
    assert not path.exists()


def test_a_category_that_is_not_to_be_created_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fixtures" / "new.json"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, Form))
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)

    assert drive(path, act).return_value == 1
    assert not path.parent.exists()


def test_a_search_that_finds_nothing_says_what_to_try(tmp_path: Path) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("slash")
        await type_in(pilot, "鱼油 添油")
        await find(pilot, app)
        assert "No source has this text" in screen(app)  # so its words were looked for
        assert listed(app) != []
        await pilot.press("slash")
        await type_in(pilot, "zebra")
        await find(pilot, app)
        assert "Nothing in the corpus: zebra" in screen(app)
        await pilot.press("escape", "slash", "f2")
        await type_in(pilot, "鱼油(")
        await pilot.press("enter")
        await until(pilot, lambda: 'bad pattern "鱼油("' in screen(app))
        assert "F2 turns to plain text" in screen(app)

    drive(category(tmp_path), act, (120, 30))


def test_keys_are_at_the_bottom_and_all_of_them_on_the_help_screen(tmp_path: Path) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        words = ("Find", "New", "Facet", "Undo", "Help", "Quit")
        await until(pilot, lambda: all(one in screen(app).splitlines()[-1] for one in words))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        assert "new fixture" in screen(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Help))

    drive(category(tmp_path), act)


def test_every_line_of_the_screen_is_as_wide_as_the_terminal(tmp_path: Path) -> None:
    from rich.cells import cell_len

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await look_for_oil(pilot, app)
        assert {cell_len(line) for line in screen(app).splitlines()} == {80}

    drive(category(tmp_path), act)


def test_the_mouse_selects_a_facet_and_turns_the_mode(tmp_path: Path) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.click(OutlineTree, offset=(8, 2))
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil")
        await pilot.click("#mode")
        assert app.query_one(SearchPane).mode is Mode.PATTERN

    drive(category(tmp_path), act)


def test_while_words_are_typed_letters_are_letters_and_the_footer_says_what_is_left(
    tmp_path: Path,
) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("slash", "u", "q", "question_mark")
        assert app.query_one(Words).value == "uq?"
        await until(pilot, lambda: "^q Quit" in screen(app).splitlines()[-1])
        assert "? Help" not in screen(app).splitlines()[-1]
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press("escape", "ctrl+q")
        await until(pilot, lambda: not app.is_running)

    drive(category(tmp_path), act)
