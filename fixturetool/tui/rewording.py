"""What a person can say otherwise in the editor, as ``tui.actions`` does: words, names, queries."""

from collections.abc import Mapping
from dataclasses import replace

from fixturetool.errors import InvalidFixturesError
from fixturetool.fixtures.edit import Renaming, Rewording, rename_facets, reword
from fixturetool.jsontext.problem import quote
from fixturetool.tui.actions import begin, check_free
from fixturetool.tui.desk import Desk, FixtureKey
from fixturetool.tui.draft import DraftFixture


def describe(desk: Desk, text: str) -> str:
    """Say otherwise what the category probes."""
    if desk.loaded is None:
        return begin(desk, text)
    return _reword(desk, Rewording("", "", text), "described the category")


def describe_facet(desk: Desk, key: FixtureKey, facet: str, text: str) -> str:
    """Say otherwise what a facet claims."""
    title = f"described {quote(facet)}"
    fixture = desk.fixture(key)
    if fixture is None or facet not in fixture.expected_coverage:
        return desk.change(title, draft=desk.draft.with_facets(*key, {facet: text}))
    return _reword(desk, Rewording(*key, text, facet=facet), title)


def rename_facet(desk: Desk, key: FixtureKey, facet: str, name: str) -> str:
    """Give a facet another name."""
    title = f"renamed {quote(facet)} to {quote(name)}"
    if name in desk.facets(key):
        raise InvalidFixturesError(f"the fixture has a facet {quote(name)} already")
    fixture, drafted = desk.fixture(key), desk.draft.find(*key)
    if fixture is None or facet not in fixture.expected_coverage:
        known = drafted.facets.items() if drafted else ()
        facets = {name if one == facet else one: text for one, text in known}
        changed = replace(drafted or DraftFixture(*key), facets=facets)
        return desk.change(title, draft=desk.draft.with_fixture(changed))
    one = Renaming(*key, facet, name)
    write = desk.editing(lambda now: rename_facets(desk.path, [one], expected=now))
    return desk.change(title, write)


def change_fixture(desk: Desk, key: FixtureKey, words: Mapping[str, str]) -> str:
    """Give a fixture another query, rationale or notes, each under its key of the file."""
    title = f"changed the fixture {quote(key.query)}"
    query = words.get("query", key.query)
    if query != key.query:
        check_free(desk, FixtureKey(query, key.language))
    fixture, drafted = desk.fixture(key), desk.draft.find(*key)
    draft = desk.draft
    if drafted:
        after = replace(
            drafted,
            query=query,
            rationale="" if fixture else words.get("rationale", drafted.rationale),
            notes="" if fixture else words.get("notes", drafted.notes),
        )
        changed = (after if one is drafted else one for one in draft.fixtures)
        draft = replace(draft, fixtures=tuple(changed))
    if fixture is None:
        return desk.change(title, draft=draft)
    # The query last: it is what the others are found by.
    ordered = sorted(words.items(), key=lambda item: item[0] == "query")
    changes = [Rewording(*key, text, name) for name, text in ordered]
    write = desk.editing(lambda now: reword(desk.path, changes, expected=now))
    return desk.change(title, write, draft)


def _reword(desk: Desk, rewording: Rewording, title: str) -> str:
    write = desk.editing(lambda now: reword(desk.path, [rewording], expected=now))
    return desk.change(title, write)
