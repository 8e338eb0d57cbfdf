"""The rules applied to one fixture; pure given the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.checking.anchors import check_anchor
from fixturetool.authoring.checking.facets import check_facet
from fixturetool.authoring.checking.queries import check_query
from fixturetool.authoring.checking.violation import Place, Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.fixtures.model import Fixture

__all__ = ["Place", "Violation", "check_fixture"]


def check_fixture(fixture: Fixture, evidence: Evidence) -> Iterator[Violation]:
    """Apply every rule to a fixture: its query, then passages in order, then facets in order."""
    yield from check_query(fixture.query)
    for index in range(len(fixture.relevant_passages)):
        yield from check_anchor(fixture, index, evidence)
    for facet in fixture.expected_coverage:
        yield from check_facet(fixture, facet, evidence)
