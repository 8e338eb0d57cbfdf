"""What the editor shows of a category, worked out from what is known; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from fixturetool.authoring.verify import Verification
from fixturetool.fixtures.model import CategoryFile, Fixture, Passage
from fixturetool.jsontext.finding import Finding
from fixturetool.jsontext.pointer import path_of
from fixturetool.tui.desk import FixtureKey
from fixturetool.tui.draft import Draft, DraftFixture
from fixturetool.tui.last_run import LastRun
from fixturetool.tui.views import AnchorView, FacetView, FixtureView, Outline


@dataclass(frozen=True, slots=True)
class Known:
    """What the corpus said when it was asked last.

    Attributes:
        source: The text of the file that it was asked about.
        holders: Language and passage to the paths of the sources that hold it.
        findings: What the rules say of that text.
        least: How many distinct sources a facet should rest on.
    """

    source: str
    holders: Mapping[tuple[str, str], tuple[str, ...]]
    findings: tuple[Finding, ...]
    least: int


@dataclass(frozen=True, slots=True)
class _Facts:
    """What fixtures are shown with."""

    holders: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    findings: Sequence[tuple[tuple[str | int, ...], Finding]] = ()
    run: LastRun | None = None


def known_of(source: str, verification: Verification, model: CategoryFile, least: int) -> Known:
    """Keep of a verification what is shown.

    Args:
        source: The text of the file that was verified.
        verification: The outcome.
        model: The records of that text.
        least: How many distinct sources a facet should rest on.
    """
    passages = ((one.language, p.passage) for one in model.fixtures for p in one.relevant_passages)
    found = (tuple(one.path for one in held.sources) for held in verification.passages)
    return Known(source, dict(zip(passages, found, strict=True)), verification.findings, least)


def outline(
    model: CategoryFile,
    source: str,
    draft: Draft,
    known: Known | None,
    run: LastRun | None,
    asked: Mapping[str, tuple[Finding, ...]] = MappingProxyType({}),
) -> Outline:
    """Work out what is shown of a category.

    Args:
        model: The records of the file, or the head of one that is not there yet.
        source: The text of the file, ``""`` for none.
        draft: What waits for an anchor.
        known: What the corpus said last, perhaps of an earlier text: then where anchors stand is
            still shown, and findings are not.
        run: The last run.
        asked: Query of what waits to what the rules have against it.
    """
    is_current = known is not None and known.source == source
    findings = (
        [(path_of(one.pointer), one) for one in known.findings] if known and is_current else []
    )
    facts = _Facts(known.holders if known else {}, findings, run)
    in_file = [_fixture(at, one, draft, facts) for at, one in enumerate(model.fixtures)]
    keys = {one.key for one in in_file}
    drafted = [
        _drafted(one, asked.get(one.query, ()))
        for one in draft.fixtures
        if FixtureKey(one.query, one.language) not in keys
    ]
    own = tuple(one for path, one in findings if path[:1] != ("fixtures",))
    return Outline(
        category=model.category,
        description=model.description,
        fixtures=(*in_file, *drafted),
        findings=own,
        is_checked=is_current or not model.fixtures,
        run=run.name if run else "",
    )


def _fixture(at: int, fixture: Fixture, draft: Draft, facts: _Facts) -> FixtureView:
    key = FixtureKey(fixture.query, fixture.language)
    waiting = draft.find(*key)
    facets = [_facet(at, name, fixture, facts) for name in fixture.expected_coverage]
    bare = waiting.facets.items() if waiting else ()
    facets += [FacetView(name, text, (), 0, None, ()) for name, text in bare]
    here = ("fixtures", str(at))
    inner = {"expected_coverage", "relevant_passages"}
    own = (
        one
        for path, one in facts.findings
        if path[:2] == here and (len(path) == 2 or path[2] not in inner)
    )
    return FixtureView(key, fixture.rationale, fixture.notes, tuple(facets), False, tuple(own))


def _facet(at: int, name: str, fixture: Fixture, facts: _Facts) -> FacetView:
    anchors = tuple(
        _anchor(at, number, passage, fixture.language, facts)
        for number, passage in enumerate(fixture.relevant_passages)
        if name in passage.covers
    )
    held = [one.sources for one in anchors]
    sources = {path for paths in held for path in paths or ()}
    here = ("fixtures", str(at), "expected_coverage", name)
    key = (fixture.language, fixture.query, name)
    return FacetView(
        name=name,
        description=fixture.expected_coverage[name],
        anchors=anchors,
        sources=None if None in held else len(sources),
        hit=facts.run.facets.get(key) if facts.run else None,
        findings=tuple(one for path, one in facts.findings if path[:4] == here),
    )


def _anchor(at: int, number: int, passage: Passage, language: str, facts: _Facts) -> AnchorView:
    here = ("fixtures", str(at), "relevant_passages", str(number))
    findings = tuple(one for path, one in facts.findings if path[:4] == here)
    return AnchorView(passage, facts.holders.get((language, passage.passage)), findings)


def _drafted(one: DraftFixture, findings: tuple[Finding, ...]) -> FixtureView:
    facets = tuple(FacetView(name, text, (), 0, None, ()) for name, text in one.facets.items())
    key = FixtureKey(one.query, one.language)
    return FixtureView(key, one.rationale, one.notes, facets, True, findings)
