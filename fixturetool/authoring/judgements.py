"""The rules applied to one fixture; pure given the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.judging.anchors import judge_anchor
from fixturetool.authoring.judging.facets import judge_facet
from fixturetool.authoring.judging.judgement import Judgement, Place
from fixturetool.authoring.judging.queries import judge_query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.fixtures.model import Fixture

__all__ = ["Judgement", "Place", "judge_fixture"]


def judge_fixture(fixture: Fixture, evidence: Evidence) -> Iterator[Judgement]:
    """Apply every rule to a fixture: its query, then passages in order, then facets in order."""
    yield from judge_query(fixture.query)
    for index in range(len(fixture.relevant_passages)):
        yield from judge_anchor(fixture, index, evidence)
    for facet in fixture.expected_coverage:
        yield from judge_facet(fixture, facet, evidence)
