"""The editor as its user sees it: keys in, screen and file out."""

from pathlib import Path

from rich.cells import cell_len
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


async def look_for(pilot: Pilot[int], app: EditorApp, words: str) -> None:
    await pilot.press("slash")
    await type_in(pilot, words)
    await find(pilot, app)


def test_one_key_finds_one_adds_and_what_they_did_is_undone_and_redone_on_disk(
    tmp_path: Path,
) -> None:
    path = category(tmp_path)
    before = path.read_bytes()

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down")
        await find(pilot, app)
        assert app.query_one(Words).value == OIL
        assert ANCHOR not in listed(app)  # it is there already
        assert {cell_len(line) for line in screen(app).splitlines()} == {80}
        await pilot.press("a")
        await until(pilot, lambda: len(passages(path, "oil")) == 2)
        after = path.read_bytes()
        await until(pilot, lambda: "✓ added" in screen(app))
        await pilot.press("u")
        assert path.read_bytes() == before
        await until(pilot, lambda: "✓ added" not in screen(app))
        assert status(app).startswith("undone: added")
        await pilot.press("U")
        assert path.read_bytes() == after
        await pilot.press("ctrl+z", "ctrl+z")
        assert path.read_bytes() == before
        assert "nothing to be undone" in status(app)

    drive(path, act)


def test_a_rule_that_is_against_an_anchor_is_shown_and_y_adds_it_anyway(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down")
        await look_for(pilot, app, "船夫不许说谎")
        for answer, count in (("escape", 1), ("y", 2)):
            await pilot.press("a")
            await until(pilot, lambda: isinstance(app.screen, Question))
            assert "FT205" in screen(app)
            await pilot.press(answer)
            await until(pilot, lambda: not isinstance(app.screen, Question))
            await until(pilot, lambda: app.is_settled and "proving" not in status(app))
            assert len(passages(path, "oil")) == count

    drive(path, act)


async def save_the_form(pilot: Pilot[int], app: EditorApp) -> None:
    """Save a form whose question a rule is against, and wait for the warning."""
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(app.screen, Question))
    assert "A rule is against this question" in screen(app)
    assert "FT211" in screen(app)


def test_a_question_that_asks_several_things_is_told_when_it_is_saved_and_no_slice_is_blamed(
    tmp_path: Path,
) -> None:
    path = category(tmp_path)
    query = "灯塔点什么油，谁添油？"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("n")
        for answer in (query, "两问", "点的向来是鱼油", "kind"):
            await type_in(pilot, answer)
            await pilot.press("tab")
        await save_the_form(pilot, app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Form))
        assert [one.value for one in app.screen.query(Input)][:2] == [query, "两问"]
        assert app.focused is app.screen.query(Input).first()
        assert load_draft(path).fixtures == ()
        await save_the_form(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: app.query_one(OutlineTree).place.facet == "kind")
        await pilot.press("up")
        await until(pilot, lambda: "FT211" in screen(app))
        await pilot.press("down")
        await find(pilot, app)
        await pilot.press("a")
        await until(pilot, lambda: f'"{query}"' in path.read_text("utf-8"))

    drive(path, act)
    assert load_file(path).findings == ()


def test_other_words_for_a_question_are_held_against_the_rules_too(tmp_path: Path) -> None:
    path = category(tmp_path)
    query = "灯塔的灯烧过什么，谁添油？"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "e")
        await until(pilot, lambda: isinstance(app.screen, Form))
        app.screen.query(Input).first().value = query
        await save_the_form(pilot, app)
        await pilot.press("y")
        await until(pilot, lambda: lamp(path).query == query)
        await pilot.press("e")  # the same question, so it is not asked again
        await until(pilot, lambda: isinstance(app.screen, Form))
        await pilot.press("tab")
        await type_in(pilot, "，又及")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: lamp(path).rationale == "散在各处，又及")

    drive(path, act)


def test_a_category_is_created_after_asking_and_written_with_its_first_anchor(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fixtures" / "new.json"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, Form))
        assert "There is no new.json yet" in screen(app)
        await type_in(pilot, "What it probes")
        await pilot.press("enter")
        await until(pilot, lambda: "Question: one intent" in screen(app))
        assert load_draft(path).description == "What it probes"
        await pilot.press("escape", "n", "ctrl+s")
        await until(pilot, lambda: "Still blank: Question" in screen(app))
        for answer in ("灯塔有多高", "只一处说到", "灯塔\n高七丈", "height"):
            await type_in(pilot, answer)
            await pilot.press("enter")
        await until(pilot, lambda: app.query_one(OutlineTree).place.facet == "height")
        assert load_draft(path).fixtures[0].facets == {"height": "灯塔高七丈"}
        assert not path.exists()
        await find(pilot, app)
        await pilot.press("a")
        await until(pilot, path.exists)

    assert drive(path, act).return_value is None
    assert lamp(path).query == "灯塔有多高"
    assert [one.name for one in path.parent.iterdir()] == ["new.json"]


def test_a_category_that_is_not_to_be_created_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fixtures" / "new.json"

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, Form))
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)

    assert drive(path, act).return_value == 1
    assert not path.parent.exists()


def test_what_is_edited_here_or_by_another_program_is_shown_as_it_is(tmp_path: Path) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "e")
        await until(pilot, lambda: isinstance(app.screen, Form))
        app.screen.query(Input).first().value = "[bold]鱼油[/]"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: lamp(path).expected_coverage["oil"] == "[bold]鱼油[/]")
        await until(pilot, lambda: "[bold]鱼油[/]" in screen(app))
        path.write_text(path.read_text("utf-8").replace("小样", "[i]手改"), "utf-8")
        await until(pilot, lambda: "changed by another program" in status(app))
        assert "[i]手改" in screen(app)
        path.write_text("{", "utf-8")
        await until(pilot, lambda: "not valid now, nothing is written" in status(app))
        await until(pilot, lambda: "The file is not valid. Mend it" in screen(app))
        path.unlink()
        await until(pilot, lambda: "another program removed it" in status(app))

    drive(path, act)


def test_an_anchor_is_replaced_where_it_stands_and_its_facet_waits_when_it_is_removed(
    tmp_path: Path,
) -> None:
    path = category(tmp_path)

    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await pilot.press("down", "down", "right", "down")
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil", ANCHOR)
        await find(pilot, app)
        assert listed(app)[0] == ANCHOR
        await pilot.press("full_stop", "full_stop", "right_square_bracket", "left", "r")
        await until(pilot, lambda: passages(path, "oil") == ["烧过鱼油。守灯人每夜添油三"])
        await pilot.press("escape")
        path.write_text(path.read_text("utf-8").replace("小样", "手改"), "utf-8")
        await pilot.press("x", "u", "U")  # what another program has just written is not undone
        assert "手改" in path.read_text("utf-8")
        assert status(app).startswith("done again: removed")
        assert "oil" not in lamp(path).expected_coverage
        await until(pilot, lambda: app.query_one(OutlineTree).place.facet == "oil")
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil")

    drive(path, act)
    assert load_draft(path).fixtures[0].facets == {"oil": OIL}


def test_a_search_shows_the_corpus_as_it_is_and_says_what_to_try_where_it_has_nothing(
    tmp_path: Path,
) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        await look_for(pilot, app, "[bold]高")
        assert "灯塔[bold]高[/]七丈" in screen(app)
        await look_for(pilot, app, "鱼油 添油")
        assert "No source has this text" in screen(app)  # so its words were looked for
        assert listed(app) != []
        await pilot.press("escape", "down", "down")
        await look_for(pilot, app, ANCHOR)
        assert f"What has it is an anchor of the facet already: {ANCHOR}" in screen(app)
        await pilot.press("escape")
        await look_for(pilot, app, "zebra")
        assert "Nothing in the corpus: zebra" in screen(app)
        await pilot.press("escape", "slash", "f2")
        await type_in(pilot, "鱼油(")
        await pilot.press("enter")
        await until(pilot, lambda: 'bad pattern "鱼油("' in screen(app))
        assert "F2 turns to plain text" in screen(app)

    drive(category(tmp_path), act, (120, 30))


def test_the_footer_has_the_keys_that_work_now_and_the_mouse_does_too(tmp_path: Path) -> None:
    async def act(pilot: Pilot[int], app: EditorApp) -> None:
        words = ("Find", "New", "Facet", "Undo", "Help", "Quit")
        await until(pilot, lambda: all(one in screen(app).splitlines()[-1] for one in words))
        await pilot.click(OutlineTree, offset=(8, 2))
        assert app.query_one(OutlineTree).place == Place(LAMP, "oil")
        await pilot.click("#mode")
        assert app.query_one(SearchPane).mode is Mode.PATTERN
        await pilot.press("slash", "u", "q", "question_mark")
        assert app.query_one(Words).value == "uq?"  # letters are letters there
        await until(pilot, lambda: "^q Quit" in screen(app).splitlines()[-1])
        assert "? Help" not in screen(app).splitlines()[-1]
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Help))
        assert "new fixture" in screen(app)
        await pilot.press("escape", "ctrl+q")
        await until(pilot, lambda: not app.is_running)

    drive(category(tmp_path), act)
