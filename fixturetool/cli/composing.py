"""A new fixture put together from flags, or with a person, and written."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from fixturetool.authoring.anchoring import anchor_of, find_source
from fixturetool.authoring.ground import Ground, open_ground
from fixturetool.authoring.review import OF_QUERY, review, review_query
from fixturetool.cli.asking import Finder, ask, given_or_asked, is_terminal, tell
from fixturetool.cli.corpora import load_corpora
from fixturetool.cli.fixture_flags import Asked
from fixturetool.cli.troubles import warn_of
from fixturetool.cli.writing import content_of, refuse, spelled, tell_wanted, with_anchor
from fixturetool.corpus.normalize import normalize
from fixturetool.errors import FixturetoolError, SelectionError
from fixturetool.fixtures.edit import (
    Addition,
    Coverage,
    insert_coverage,
    insert_fixture,
    insert_passages,
    new_category,
)
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.fixtures.model import Fixture
from fixturetool.jsontext.problem import quote, quote_all
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings


def compose(
    loaded: LoadedCategory,
    asked: Asked,
    forced: Collection[str],
    settings: Settings,
    progress: Progress,
) -> None:
    """Write a fixture into a category, which is made where it is not on disk yet.

    Raises:
        click.UsageError: Something is left out, and there is nobody to ask.
        FixturetoolError: An anchor does not stand in its source, a rule is against the fixture,
            or it can't be written.
        click.Abort: The person had enough; facets that were complete are written.
    """
    query = given_or_asked(asked.query, "--query", "The question")
    bare = [facet for facet in asked.facets if not asked.has_anchor(facet)]
    if is_terminal() and (bare or not asked.facets):
        query = _agreed(loaded.name, query, settings, forced)
        forced = {*forced, *OF_QUERY}
    language = asked.language or _language(settings)
    _check_new(loaded, query, language)
    rationale = given_or_asked(asked.rationale, "--rationale", "Why ask it? (a sentence)")
    ground = open_ground(language, settings, progress)
    warn_of(ground.snapshot.troubles)
    head = Fixture(query, language, rationale, {}, (), asked.subtype)
    given = _from_flags(ground, head, asked)
    desk = _Desk(loaded, ground, settings, progress, forced, _without(given, bare))
    if asked.facets and not bare:
        desk.save_checked()
        return
    if not is_terminal():
        raise _nothing_to_ask(bare)
    if given.relevant_passages:
        refuse(review(loaded, None, desk.fixture, settings, progress), forced)
    for facet in bare:
        desk.ask_facet(facet, asked.facets[facet])
    if not asked.facets:
        desk.ask_facets()


@dataclass(slots=True)
class _Desk:
    """A fixture being written.

    Attributes:
        loaded: Its category, as it was before.
        ground: The corpus.
        settings: The settings.
        progress: Told of long work.
        forced: Codes of rules that may be broken.
        fixture: The fixture so far.
        written: What of it is on disk, None for nothing yet.
        content: What the file holds then.
    """

    loaded: LoadedCategory
    ground: Ground
    settings: Settings
    progress: Progress
    forced: Collection[str]
    fixture: Fixture
    written: Fixture | None = None
    content: bytes = b""

    def save_checked(self) -> None:
        """Write the fixture if the rules allow it."""
        found = review(self.loaded, None, self.fixture, self.settings, self.progress)
        refuse(found, self.forced)
        self.save()
        tell_wanted(found.wanted)

    def save(self) -> None:
        """Write what is not on disk yet."""
        fixture, path = self.fixture, self.loaded.path
        if self.written is not None:
            self._add_to(self.written, fixture)
        elif self.loaded.source:
            expected = content_of(self.loaded)
            self.content = insert_fixture(path, fixture, expected=expected).content
        else:
            model = replace(self.loaded.model, fixtures=(fixture,))
            self.content = new_category(path, model)
        self.written = fixture
        click.echo(_told(self.loaded.name, fixture))

    def _add_to(self, before: Fixture, after: Fixture) -> None:
        """Write what a fixture has more than before: passages, and coverage of known ones."""
        path, known = self.loaded.path, {one.passage: one for one in before.relevant_passages}
        where = (after.query, after.language)
        for one in after.relevant_passages:
            facets = {facet: after.expected_coverage[facet] for facet in one.covers}
            if one.passage not in known:
                addition = Addition(*where, one, facets)
                self.content = insert_passages(path, [addition], expected=self.content).content
            elif one != known[one.passage]:
                more = Coverage(*where, one.passage, one.covers, facets)
                self.content = insert_coverage(path, [more], expected=self.content).content

    def ask_facets(self) -> None:
        """Ask for facets until one is left blank."""
        number = 1
        while True:
            is_first = self.written is None
            question = f"Facet {number}: a short name such as oath"
            default = None if is_first else ""
            name = ask(question if is_first else f"{question} (Enter when done)", default)
            if not name:
                return
            if name in self.fixture.expected_coverage:
                tell(f"There is a facet {quote(name)} already.")
                continue
            self.ask_facet(name, ask("The claim that a complete answer must cover"))
            number += 1

    def ask_facet(self, name: str, claim: str) -> None:
        """Ask for the anchors of a facet, and write it."""
        before = self.fixture
        self.fixture = replace(before, expected_coverage={**before.expected_coverage, name: claim})
        taken: list[str] = []

        def take(text: str, path: str | None) -> bool:
            taking = self._take(name, text, path)
            if taking is None:
                return False
            self.fixture = taking
            taken.append(normalize(text))
            return True

        Finder(self.ground, before.query, claim).run(taken, take, name)
        self.save()

    def _take(self, facet: str, text: str, path: str | None) -> Fixture | None:
        """Return the fixture with an anchor, if it holds and the person wants it."""
        try:
            source = None if path is None else find_source(self.ground, path)
            anchor = anchor_of(self.ground, text, (facet,), source)
        except FixturetoolError as error:
            tell(visible(f"{error}; {error.hint}" if error.hint else str(error)))
            return None
        after = with_anchor(self.fixture, anchor)
        before = self.fixture if self.fixture.relevant_passages else None
        found = review(self.loaded, before, after, self.settings, self.progress)
        against = found.against(self.forced)
        for finding in against:
            tell("\n".join(map(visible, spelled(finding).split("\n"))))
        if against and not click.confirm("Take it all the same?", default=False, err=True):
            return None
        return after


def _from_flags(ground: Ground, head: Fixture, asked: Asked) -> Fixture:
    """Return the fixture as far as the flags give it, its anchors proved.

    Raises:
        FixturetoolError: An anchor names no facet, or does not stand in its source.
    """
    fixture = replace(head, expected_coverage=dict(asked.facets))
    for facet, named, text in asked.anchors:
        _check_known((facet,), asked.facets)
        source = find_source(ground, named)
        fixture = with_anchor(fixture, anchor_of(ground, text, (facet,), source))
    for one in asked.passages:
        _check_known(one.covers, asked.facets)
        anchor = anchor_of(ground, one.passage, one.covers, None, one.label)
        fixture = with_anchor(fixture, anchor)
    return fixture


def _without(fixture: Fixture, bare: Collection[str]) -> Fixture:
    """Leave the facets out that have no anchor yet, so that what is written is valid."""
    facets = {f: claim for f, claim in fixture.expected_coverage.items() if f not in bare}
    return replace(fixture, expected_coverage=facets)


def _agreed(name: str, query: str, settings: Settings, forced: Collection[str]) -> str:
    """Return a query that no rule is against, or that the person wants all the same."""
    while True:
        found = review_query(name, query, settings)
        against = [finding for finding in found if finding.code not in forced]
        for finding in against:
            tell("\n".join(map(visible, spelled(finding).split("\n"))))
        if not against or click.confirm("Ask it all the same?", default=False, err=True):
            return query
        query = ask("The question")


def _check_new(loaded: LoadedCategory, query: str, language: str) -> None:
    if any((one.query, one.language) == (query, language) for one in loaded.model.fixtures):
        message = f"{loaded.name} asks {quote(query)} already"
        raise SelectionError(message, hint="add to it with: fixturetool anchor add")


def _check_known(covers: Sequence[str], facets: Mapping[str, str]) -> None:
    for facet in covers:
        if facet not in facets:
            known = f"known are {quote_all(facets)}" if facets else "none is given"
            message = f"an anchor attests {quote(facet)}, which is no facet of the fixture; {known}"
            raise SelectionError(message, hint=f"give --facet {facet} CLAIM as well")


def _nothing_to_ask(bare: Sequence[str]) -> click.UsageError:
    if bare:
        return click.UsageError(f"no --anchor or --passages for facet {quote_all(bare)}")
    return click.UsageError("give --facet NAME CLAIM and --anchor NAME SOURCE TEXT, or --passages")


def _language(settings: Settings) -> str:
    known = list(load_corpora(settings, ()))
    if len(known) == 1:
        return known[0]
    if not is_terminal():
        raise click.UsageError(f"--language is missing; the corpus has {quote_all(known)}")
    language = click.prompt("Language", type=click.Choice(known), err=True)
    assert isinstance(language, str)  # noqa: S101 - one of them
    return language


def _told(name: str, fixture: Fixture) -> str:
    facets = counted(len(fixture.expected_coverage), "facet")
    anchors = counted(len(fixture.relevant_passages), "anchor")
    return visible(f"{name}: {quote(fixture.query)} with {facets}, {anchors}")
