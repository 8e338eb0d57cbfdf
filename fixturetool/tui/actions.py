"""What a person can do to a category in the editor; each is on disk when the function returns.

Anchors come proved (see ``tui.proposal``). Each function returns what it did in words.
All raise a FixturetoolError, having changed nothing, where it can't be done or written.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from fixturetool.errors import InvalidFixturesError, SelectionError, UnansweredError
from fixturetool.fixtures.edit import (
    Addition,
    Coverage,
    FixtureRemoval,
    Removal,
    Replacement,
    insert_coverage,
    insert_fixture,
    insert_passages,
    new_category,
    remove_fixtures,
    remove_passages,
    replace_passages,
)
from fixturetool.fixtures.model import Fixture, Passage
from fixturetool.jsontext.problem import quote
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import DraftFixture


def begin(desk: Desk, description: str) -> str:
    """Begin a category that has no file: it is drafted until its first anchor."""
    draft = replace(desk.draft, description=description)
    return desk.change(f"began the category {quote(desk.path.stem)}", draft=draft)


def add_fixture(desk: Desk, fixture: DraftFixture) -> str:
    """Draft a fixture."""
    check_free(desk, FixtureKey(fixture.query, fixture.language))
    draft = desk.draft.with_fixture(fixture)
    return desk.change(f"added the fixture {quote(fixture.query)}", draft=draft)


def add_facet(desk: Desk, key: FixtureKey, facet: str, description: str) -> str:
    """Draft a facet of a fixture."""
    if facet in desk.facets(key):
        raise InvalidFixturesError(f"the fixture has a facet {quote(facet)} already")
    draft = desk.draft.with_facets(*key, {facet: description})
    return desk.change(f"added the facet {quote(facet)}", draft=draft)


def add_anchor(desk: Desk, key: FixtureKey, facet: str, anchor: Passage) -> str:
    """Put an anchor into the file, with its facet and fixture where they were drafted."""
    fixture = desk.fixture(key)
    described = {facet: desk.facets(key).get(facet, "")}
    known = fixture and _known(fixture, anchor.passage)
    if known and facet in known.covers:
        raise SelectionError(f"{quote(facet)} has the anchor {quote(anchor.passage)} already")
    if fixture is None:
        sketch = replace(desk.sketch(key), expected_coverage=described, relevant_passages=(anchor,))
        write = _with_fixture(desk, sketch)
    elif known:
        more = Coverage(*key, known.passage, (facet,), described)
        write = desk.editing(lambda now: insert_coverage(desk.path, [more], expected=now))
    else:
        one = Addition(*key, anchor, described)
        write = desk.editing(lambda now: insert_passages(desk.path, [one], expected=now))
    draft = desk.draft.without_facet(*key, facet)
    return desk.change(f"added {quote(anchor.passage)}", write, draft)


def replace_anchor(desk: Desk, key: FixtureKey, old: str, anchor: Passage) -> str:
    """Put another slice in the place of an anchor; it attests what the anchor did."""
    one = Replacement(*key, old, anchor)
    write = desk.editing(lambda now: replace_passages(desk.path, [one], expected=now))
    return desk.change(f"put {quote(anchor.passage)} in the place of {quote(old)}", write)


def remove_anchor(desk: Desk, key: FixtureKey, passage: str, facet: str) -> str:
    """Take an anchor from a facet; a facet without any goes back to the draft."""
    fixture = _in_file(desk, key)
    covering = [one.passage for one in fixture.relevant_passages if facet in one.covers]
    if passage not in covering:
        raise SelectionError(f"{quote(facet)} has no anchor {quote(passage)} any more")
    left = [one for one in covering if one != passage]
    title = f"removed {quote(passage)} from {quote(facet)}"
    if left:
        one = Removal(*key, passage, facet)
        write = desk.editing(lambda now: remove_passages(desk.path, [one], expected=now))
        return desk.change(title, write)
    return _take_back(desk, fixture, facet, title, keep=True)


def remove_facet(desk: Desk, key: FixtureKey, facet: str) -> str:
    """Take a facet away with its anchors."""
    title = f"removed the facet {quote(facet)}"
    fixture = desk.fixture(key)
    if fixture is None or facet not in fixture.expected_coverage:
        return desk.change(title, draft=desk.draft.without_facet(*key, facet))
    return _take_back(desk, fixture, facet, title, keep=False)


def remove_fixture(desk: Desk, key: FixtureKey) -> str:
    """Take a fixture away with all that it has."""
    title = f"removed the fixture {quote(key.query)}"
    draft = desk.draft.without_fixture(*key)
    if desk.fixture(key) is None:
        return desk.change(title, draft=draft)
    return desk.change(title, _without_fixture(desk, key), draft)


def _take_back(desk: Desk, fixture: Fixture, facet: str, title: str, *, keep: bool) -> str:
    """Take a facet and its anchors out of the file, perhaps into the draft."""
    key = FixtureKey(fixture.query, fixture.language)
    draft = desk.draft
    if keep:
        draft = draft.with_facets(*key, {facet: fixture.expected_coverage[facet]})
    if len(fixture.expected_coverage) > 1:
        removals = [
            Removal(*key, one.passage, facet)
            for one in fixture.relevant_passages
            if facet in one.covers
        ]
        write = desk.editing(
            lambda now: remove_passages(desk.path, removals, drop_facets=True, expected=now)
        )
        return desk.change(title, write, draft)
    waiting = draft.find(*key) or DraftFixture(*key)
    whole = replace(
        waiting,
        rationale=fixture.rationale,
        subtype=fixture.subtype,
        notes=fixture.notes,
        known_redundancy=fixture.known_redundancy,
    )
    draft = draft.with_fixture(whole)
    return desk.change(title, _without_fixture(desk, key), draft)


def _with_fixture(desk: Desk, fixture: Fixture) -> Callable[[], bool]:
    if desk.content is not None:
        return desk.editing(lambda now: insert_fixture(desk.path, fixture, expected=now))
    today = date.today().isoformat()
    model = replace(desk.model, fixtures=(fixture,), captured_at=today)

    def write() -> bool:
        new_category(desk.path, model)
        return False

    return write


def _without_fixture(desk: Desk, key: FixtureKey) -> Callable[[], bool]:
    one = FixtureRemoval(*key)
    return desk.editing(lambda now: remove_fixtures(desk.path, [one], expected=now))


def check_free(desk: Desk, key: FixtureKey) -> None:
    """Refuse a question that the category asks already."""
    if desk.fixture(key) or desk.draft.find(*key):
        raise InvalidFixturesError(f"{desk.name} asks {quote(key.query)} already")


def _in_file(desk: Desk, key: FixtureKey) -> Fixture:
    fixture = desk.fixture(key)
    if fixture is None:
        raise UnansweredError(f"{desk.name} has no fixture {quote(key.query)} any more")
    return fixture


def _known(fixture: Fixture, passage: str) -> Passage | None:
    same = (one for one in fixture.relevant_passages if one.passage == passage)
    return next(same, None)
