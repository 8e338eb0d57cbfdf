"""The rules of one facet: can it be won, and does it rest on enough sources?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.checking.violation import Place, Violation, named
from fixturetool.authoring.rules import Code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.corpus.sources import Source
    from fixturetool.fixtures.model import Fixture


def check_facet(fixture: Fixture, facet: str, evidence: Evidence) -> Iterator[Violation]:
    """Hold one facet of a fixture against the rules of facets."""
    anchors = [passage for passage in fixture.relevant_passages if facet in passage.covers]
    sources = sorted(
        {
            source
            for passage in anchors
            for source in evidence.holders[fixture.language, passage.passage]
        }
    )
    place: Place = ("expected_coverage", facet)
    if not sources:
        yield _unwinnable(facet, place, len(anchors))
    elif len(sources) < evidence.bounds.min_sources:
        yield _few(facet, place, sources, evidence.bounds.min_sources)
    if sources and not any(source.official for source in sources):
        yield Violation(
            Code.UNOFFICIAL_ONLY,
            place,
            f'facet "{facet}" is attested by unofficial sources alone: {named(sources)}',
            "look for an official source that attests it",
        )
    if not fixture.expected_coverage[facet].strip():
        yield Violation(
            Code.NO_DESCRIPTION,
            place,
            f'facet "{facet}" has no description, so it is never judged',
            "state the claim that its anchors attest, in one sentence",
        )


def _unwinnable(facet: str, place: Place, anchors: int) -> Violation:
    which = "its anchor is not" if anchors == 1 else f"none of its {anchors} anchors is"
    return Violation(
        Code.UNWINNABLE,
        place,
        f'facet "{facet}" can\'t be won: {which} in the corpus',
        "fix an anchor (fixturetool repair proposes text), or remove the facet",
    )


def _few(facet: str, place: Place, sources: Sequence[Source], wanted: int) -> Violation:
    count = "1 source" if len(sources) == 1 else f"{len(sources)} sources"
    return Violation(
        Code.FEW_SOURCES,
        place,
        f'facet "{facet}" rests on {count}, {wanted} are wanted: {named(sources)}',
        "add an anchor from another source that attests it",
    )
