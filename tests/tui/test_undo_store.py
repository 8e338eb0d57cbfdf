"""Undo across restarts: a desk that is opened anew goes back on disk as the one before could."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.tui import actions
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import Draft, DraftFixture, draft_path
from fixturetool.tui.history import History, OnDisk, Step
from fixturetool.tui.undo_store import UndoStore
from tests.tui.desk_place import ANCHOR, LAMP, OTHER, anchor, category


def opened(path: Path) -> Desk:
    return Desk(path, path.name, path.parent.parent / "state")


def on_disk(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.parent.iterdir()}


def changed(path: Path) -> list[dict[str, bytes]]:
    """Make three changes, each in an editor of its own, and return what was on disk around them."""
    seen = [on_disk(path)]
    actions.add_anchor(opened(path), LAMP, "oil", anchor(OTHER, "oil"))
    seen.append(on_disk(path))
    actions.add_facet(opened(path), LAMP, "smell", "味道冲")
    seen.append(on_disk(path))
    actions.remove_anchor(opened(path), LAMP, ANCHOR, "oil")
    return [*seen, on_disk(path)]


def test_each_editor_takes_back_what_those_before_it_did_and_does_it_again(tmp_path: Path) -> None:
    path = category(tmp_path)
    seen = changed(path)
    for state in reversed(seen[:-1]):
        assert opened(path).undo()
        assert on_disk(path) == state
    for state in seen[1:]:
        assert opened(path).redo()
        assert on_disk(path) == state


def test_a_category_that_an_editor_before_began_is_taken_back_with_its_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fixtures" / "tide.json"
    desk = opened(path)
    actions.begin(desk, "潮")
    actions.add_fixture(desk, DraftFixture("潮？", "CHS", "r", {"twice": ""}))
    actions.add_anchor(desk, FixtureKey("潮？", "CHS"), "twice", anchor("一日两次", "twice"))
    written = path.read_bytes()
    assert opened(path).undo() == 'added "一日两次"'
    assert (path.exists(), draft_path(path).exists()) == (False, True)
    assert opened(path).redo() == 'added "一日两次"'
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda path: path.write_bytes(path.read_bytes() + b"\n"), id="file"),
        pytest.param(lambda path: draft_path(path).unlink(), id="draft"),
    ],
)
def test_what_another_program_changed_since_ends_the_way_back(
    tmp_path: Path, meanwhile: Callable[[Path], object]
) -> None:
    path = category(tmp_path)
    changed(path)
    meanwhile(path)
    before = on_disk(path)
    assert opened(path).undo() == ""
    assert on_disk(path) == before


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="half"),
        pytest.param(b"[]", id="no-object"),
        pytest.param(b"[" * 100_000, id="too-deep"),
        pytest.param(b'{"schema": "fixturetool.undo/9"}', id="another-version"),
        pytest.param(
            b'{"schema": "fixturetool.undo/1", "done": [{"title": 1}], "undone": []}', id="bad-step"
        ),
    ],
)
def test_steps_that_can_not_be_read_are_none(tmp_path: Path, content: bytes) -> None:
    path = category(tmp_path)
    changed(path)
    [kept] = (tmp_path / "state" / "undo").iterdir()
    kept.write_bytes(content)
    assert opened(path).undo() == ""


def test_where_the_state_can_not_be_written_a_change_is_made_all_the_same(tmp_path: Path) -> None:
    path = category(tmp_path)
    (tmp_path / "state").write_text("a file", "utf-8")
    desk = opened(path)
    actions.add_anchor(desk, LAMP, "oil", anchor(OTHER, "oil"))
    assert OTHER in path.read_text("utf-8")
    assert desk.undo() == f'added "{OTHER}"'


CONTENTS = (
    st.none()
    | st.binary(max_size=12)
    | st.text(st.sampled_from("灯油{}"), max_size=5).map(str.encode)
)
DRAFTS = st.sampled_from([Draft(), Draft("潮"), Draft("", (DraftFixture("q", "CHS"),))])
STATES = st.builds(OnDisk, CONTENTS, DRAFTS)


@given(st.lists(STATES, min_size=1, max_size=6), st.integers(0, 5))
def test_what_is_kept_comes_back(
    tmp_path_factory: pytest.TempPathFactory, states: Sequence[OnDisk], undone: int
) -> None:
    steps = [
        Step(f"step {number}", before, after)
        for number, (before, after) in enumerate(pairwise(states))
    ]
    at = max(0, len(steps) - undone)
    history = History(steps[:at], steps[at:][::-1])
    store = UndoStore(tmp_path_factory.getbasetemp() / "kept", Path("lamp.json"))
    store.save(history)
    assert store.load(states[at]) == history
