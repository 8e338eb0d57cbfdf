"""Findings that the settings let pass, each with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fixturetool.authoring.checking.violation import Place
    from fixturetool.fixtures.model import Fixture
    from fixturetool.jsontext.finding import Finding
    from fixturetool.settings.verify import Waiver


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding that is let pass.

    Attributes:
        finding: The finding.
        waiver: The first waiver that fits it.
    """

    finding: Finding
    waiver: Waiver


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about, as far as waivers ask.

    Attributes:
        facets: The facet, or those that the anchor covers.
        passage: The anchor, or ``""``.
    """

    facets: tuple[str, ...] = ()
    passage: str = ""

    @classmethod
    def at(cls, fixture: Fixture, place: Place) -> Subject:
        """Return what a place within a fixture is about."""
        if place[0] == "expected_coverage":
            return cls(facets=(str(place[1]),))
        if place[0] == "relevant_passages":
            passage = fixture.relevant_passages[int(place[1])]
            return cls(passage.covers, passage.passage)
        return cls()


def waiver_of(waivers: Sequence[Waiver], finding: Finding, subject: Subject) -> Waiver | None:
    """Return the first waiver that lets a finding pass."""
    return next((one for one in waivers if all(_fits(one, finding, subject))), None)


def _fits(waiver: Waiver, finding: Finding, subject: Subject) -> Iterator[bool]:
    """Yield for each thing that a waiver asks whether it is so."""
    file = PurePath(finding.file)
    yield any(finding.code.startswith(code) for code in waiver.codes)
    yield not waiver.files or any(_matches(file, glob) for glob in waiver.files)
    yield waiver.query in {"", finding.query}
    yield not waiver.facet or waiver.facet in subject.facets
    yield waiver.passage in {"", subject.passage}


def _matches(file: PurePath, glob: str) -> bool:
    """Match a glob with a slash against the end of the path, any other against the name."""
    return file.match(glob) if "/" in glob else fnmatchcase(file.name, glob)
