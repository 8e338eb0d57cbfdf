"""What a person does to a category, on disk."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixturetool.errors import (
    ConflictError,
    FixturetoolError,
    InvalidFixturesError,
    UsageError,
)
from fixturetool.fixtures.load import load_file
from fixturetool.tui import actions, rewording
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import Draft, DraftFixture, draft_path, load_draft, save_draft
from tests.tui.desk_place import ANCHOR, LAMP, OTHER, anchor, category, desk_at

TIDE = FixtureKey("潮水一日几次？", "CHS")


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def test_an_anchor_of_a_known_facet_changes_nothing_but_its_lines(tmp_path: Path) -> None:
    path = category(tmp_path)
    before = lines_of(path)
    actions.add_anchor(desk_at(path), LAMP, "oil", anchor(OTHER, "oil"))
    after = lines_of(path)
    assert [line.strip() for line in after if line not in before] == [
        f'"passage": "{OTHER}",',
        '"label": "出处",',
    ]
    assert set(before) <= set(after)


def test_a_facet_waits_beside_the_file_for_its_first_anchor(tmp_path: Path) -> None:
    path = category(tmp_path)
    content = path.read_bytes()
    desk = desk_at(path)
    actions.add_facet(desk, LAMP, "smell", "味道冲")
    assert path.read_bytes() == content
    assert load_draft(path) == Draft("", (DraftFixture(*LAMP, "", {"smell": "味道冲"}),))
    actions.add_anchor(desk, LAMP, "smell", anchor("味道冲得很", "smell"))
    assert not draft_path(path).exists()
    fixture = desk_at(path).fixture(LAMP)
    assert fixture is not None
    assert fixture.expected_coverage["smell"] == "味道冲"


def test_a_category_is_written_with_its_first_anchor(tmp_path: Path) -> None:
    path = tmp_path / "fixtures" / "tide.json"
    desk = desk_at(path)
    actions.begin(desk, "潮")
    actions.add_fixture(desk, DraftFixture(*TIDE, "为什么", {"twice": "一日两次"}))
    assert not path.exists()
    actions.add_anchor(desk, TIDE, "twice", anchor("潮水一日两次", "twice"))
    loaded = load_file(path).category
    assert loaded is not None
    assert loaded.model.description == "潮"
    assert loaded.model.fixtures[0].rationale == "为什么"
    assert [one.name for one in path.parent.iterdir()] == ["tide.json"]


def test_an_anchor_that_stands_there_attests_a_second_facet(tmp_path: Path) -> None:
    desk = desk_at(category(tmp_path))
    actions.add_anchor(desk, LAMP, "care", anchor(ANCHOR, "care"))
    fixture = desk.fixture(LAMP)
    assert fixture is not None
    assert fixture.relevant_passages[0].covers == ("oil", "care")


def test_the_last_anchor_of_a_facet_takes_the_facet_back_to_the_draft(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    actions.remove_anchor(desk, LAMP, ANCHOR, "oil")
    assert desk.draft.find(*LAMP) == DraftFixture(*LAMP, "", {"oil": "烧过鱼油"})
    assert desk.facets(LAMP) == {"care": "每夜添油", "oil": "烧过鱼油"}


def test_the_last_anchor_of_the_file_stays(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    actions.remove_facet(desk, LAMP, "care")
    content = path.read_bytes()
    with pytest.raises(InvalidFixturesError, match="the last fixture of the file"):
        actions.remove_anchor(desk, LAMP, ANCHOR, "oil")
    assert path.read_bytes() == content
    assert not draft_path(path).exists()


def with_second_fixture(desk: Desk) -> None:
    actions.add_fixture(desk, DraftFixture(*TIDE, "为什么", {"twice": "一日两次"}))
    actions.add_anchor(desk, TIDE, "twice", anchor("潮水一日两次", "twice"))


CHANGES = {
    "add an anchor": lambda desk: actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil")),
    "replace one": lambda desk: actions.replace_anchor(desk, LAMP, ANCHOR, anchor(OTHER, "oil")),
    "remove the only one": lambda desk: actions.remove_anchor(desk, LAMP, ANCHOR, "oil"),
    "add a facet": lambda desk: actions.add_facet(desk, LAMP, "smell", "味道"),
    "remove a facet": lambda desk: actions.remove_facet(desk, LAMP, "care"),
    "describe a facet": lambda desk: rewording.describe_facet(desk, LAMP, "oil", "鱼\t油"),
    "rename a facet": lambda desk: rewording.rename_facet(desk, LAMP, "oil", "鱼油"),
    "describe the category": lambda desk: rewording.describe(desk, "[bold]新[/]"),
    "change a fixture": lambda desk: rewording.change_fixture(
        desk, LAMP, {"query": "灯里烧什么？", "rationale": "再想", "notes": "记"}
    ),
    "add a fixture": lambda desk: actions.add_fixture(desk, DraftFixture("新问", "CHS")),
    "remove a fixture": lambda desk: actions.remove_fixture(desk, TIDE),
}
changes = pytest.mark.parametrize("change", [pytest.param(one, id=k) for k, one in CHANGES.items()])
Change = Callable[[Desk], str]


@changes
def test_undo_brings_back_every_byte_and_redo_does_it_again(tmp_path: Path, change: Change) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    with_second_fixture(desk)
    before = (path.read_bytes(), desk.draft)
    title = change(desk)
    after = (path.read_bytes(), desk.draft)
    assert after != before
    assert desk.undo() == title
    assert (path.read_bytes(), load_draft(path)) == before
    assert desk.redo() == title
    assert (path.read_bytes(), load_draft(path)) == after


@changes
def test_every_change_leaves_a_valid_file_with_its_other_keys(
    tmp_path: Path, change: Change
) -> None:
    path = category(tmp_path, indent=4)
    desk = desk_at(path)
    with_second_fixture(desk)
    change(desk)
    assert load_file(path).findings == ()
    assert path.read_text("utf-8").startswith('{\n    "category": "lamp",\n')


def test_undo_of_a_new_category_removes_its_file_and_redo_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "fixtures" / "tide.json"
    desk = desk_at(path)
    actions.begin(desk, "潮")
    actions.add_fixture(desk, DraftFixture(*TIDE, "为什么", {"twice": "一日两次"}))
    actions.add_anchor(desk, TIDE, "twice", anchor("潮水一日两次", "twice"))
    content = path.read_bytes()
    desk.undo()
    assert not path.exists()
    assert load_draft(path).find(*TIDE) == DraftFixture(*TIDE, "为什么", {"twice": "一日两次"})
    desk.redo()
    assert path.read_bytes() == content
    assert not draft_path(path).exists()


def test_undo_leaves_a_hand_edit_elsewhere_in_the_file(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    path.write_text(path.read_text("utf-8").replace("小样", "改过"), "utf-8")
    desk.undo()
    text = path.read_text("utf-8")
    assert "改过" in text
    assert OTHER not in text


def test_undo_of_lines_that_were_edited_by_hand_is_refused(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    rewording.describe_facet(desk, LAMP, "oil", "第二")
    path.write_text(path.read_text("utf-8").replace("第二", "手改"), "utf-8")
    content = path.read_bytes()
    with pytest.raises(ConflictError, match="changed by hand in the same lines"):
        desk.undo()
    assert path.read_bytes() == content


def test_undo_does_not_bring_back_a_file_that_somebody_removed(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    path.unlink()
    with pytest.raises(ConflictError, match="was removed by another program"):
        desk.undo()
    assert not path.exists()


def test_a_change_is_made_beside_a_hand_edit(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    path.write_text(path.read_text("utf-8").replace("小样", "改过"), "utf-8")
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    assert desk.model.description == "改过"
    assert OTHER in path.read_text("utf-8")
    assert desk.history.done == []  # what the hand edit did can't be told from it


def test_nothing_is_written_while_the_file_is_not_valid(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    path.write_text("{", "utf-8")
    desk.refresh()
    with pytest.raises(InvalidFixturesError, match=r"lamp\.json:1 is not valid now"):
        actions.add_facet(desk, LAMP, "smell", "味道")
    assert path.read_bytes() == b"{"
    assert not draft_path(path).exists()


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda d: actions.add_facet(d, LAMP, "oil", ""), id="a facet"),
        pytest.param(lambda d: rewording.rename_facet(d, LAMP, "care", "oil"), id="a new name"),
        pytest.param(lambda d: actions.add_fixture(d, DraftFixture(*LAMP)), id="a fixture"),
        pytest.param(
            lambda d: actions.add_anchor(d, LAMP, "oil", anchor(ANCHOR, "oil")), id="an anchor"
        ),
    ],
)
def test_what_there_is_already_is_refused(tmp_path: Path, act: Change) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    content = path.read_bytes()
    with pytest.raises(FixturetoolError, match="already"):
        act(desk)
    assert path.read_bytes() == content
    assert desk.history.done == []


def test_what_a_killed_editor_left_in_both_places_is_shown_once(tmp_path: Path) -> None:
    path = category(tmp_path)
    save_draft(path, Draft("", (DraftFixture(*LAMP, "", {"oil": "老", "smell": "味道"}),)))
    assert desk_at(path).facets(LAMP) == {"oil": "烧过鱼油", "care": "每夜添油", "smell": "味道"}


@settings(max_examples=10, deadline=None)
@given(names=st.lists(st.sampled_from([k for k in CHANGES if k != "remove a fixture"]), max_size=5))
def test_undoing_everything_brings_back_the_first_byte_to_the_last(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    path = category(tmp_path_factory.mktemp("e"))
    desk = desk_at(path)
    before = path.read_bytes()
    for name in names:
        try:
            CHANGES[name](desk)
        except FixturetoolError:
            continue
        assert load_file(path).findings == ()
        assert json.loads(path.read_bytes())
    while desk.undo():
        pass
    assert path.read_bytes() == before
    assert not draft_path(path).exists()


def test_a_read_only_file_is_not_taken_back(tmp_path: Path) -> None:
    path = category(tmp_path)
    desk = desk_at(path)
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    before = path.read_bytes()
    path.chmod(0o444)
    with pytest.raises(UsageError, match="is read-only, so nothing was written"):
        desk.undo()
    assert path.read_bytes() == before
    path.chmod(0o644)
    assert desk.undo()
