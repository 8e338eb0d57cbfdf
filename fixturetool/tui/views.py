"""What is shown of a category: views of its fixtures, facets and anchors, and how they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from fixturetool.evaluation.scores import FacetScore
from fixturetool.fixtures.model import Passage
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.tui.desk import FixtureKey


class Mark(Enum):
    """How something stands, the worst last."""

    GOOD = "✓"
    UNKNOWN = "?"
    WEAK = "!"
    BARE = "-"
    WRONG = "✗"


_ORDER = tuple(Mark)


@dataclass(frozen=True, slots=True)
class AnchorView:
    """An anchor of a facet.

    Attributes:
        passage: The anchor.
        sources: The sources that hold it; None while that is not known.
        findings: What the rules say of it.
    """

    passage: Passage
    sources: tuple[str, ...] | None
    findings: tuple[Finding, ...]

    @property
    def mark(self) -> Mark:
        """Whether it is fine."""
        if self.sources == ():
            return Mark.WRONG
        return _worst([Mark.UNKNOWN if self.sources is None else Mark.GOOD], self.findings)


@dataclass(frozen=True, slots=True)
class FacetView:
    """A facet of a fixture.

    Attributes:
        name: The facet.
        description: What it claims.
        anchors: Its anchors; none where it is only drafted.
        sources: The distinct sources that hold one of them; None while that is not known.
        hit: How it fared in the last run; None where that did not ask for it.
        findings: What the rules say of it.
    """

    name: str
    description: str
    anchors: tuple[AnchorView, ...]
    sources: int | None
    hit: FacetScore | None
    findings: tuple[Finding, ...]

    @property
    def mark(self) -> Mark:
        """Whether it is fine: it and all of its anchors."""
        if not self.anchors:
            return Mark.BARE
        return _worst([one.mark for one in self.anchors], self.findings)


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture.

    Attributes:
        key: What names it.
        rationale: Why it is asked.
        notes: Anything else.
        facets: Its facets, those without anchor last.
        is_draft: Whether it is not in the file yet.
        findings: What the rules say of it itself.
    """

    key: FixtureKey
    rationale: str
    notes: str
    facets: tuple[FacetView, ...]
    is_draft: bool
    findings: tuple[Finding, ...]

    @property
    def mark(self) -> Mark:
        """Whether it is fine: it and all of its facets."""
        facets = [one.mark for one in self.facets] or [Mark.BARE]
        return _worst(facets, self.findings)

    @property
    def good(self) -> int:
        """How many of its facets are fine."""
        return sum(one.mark is Mark.GOOD for one in self.facets)


@dataclass(frozen=True, slots=True)
class Outline:
    """A category as it is shown.

    Attributes:
        category: Its name.
        description: What it probes.
        fixtures: Its fixtures, those that are not in the file last.
        findings: What the rules say of the file as a whole.
        is_checked: Whether what is shown of the corpus is about the file as it is.
        run: The name of the run that hit rates are of, or ``""``.
    """

    category: str
    description: str
    fixtures: tuple[FixtureView, ...]
    findings: tuple[Finding, ...] = ()
    is_checked: bool = False
    run: str = ""


def _worst(marks: Sequence[Mark], findings: Sequence[Finding]) -> Mark:
    return max([*marks, *_marks_of(findings)], key=_ORDER.index)


def _marks_of(findings: Sequence[Finding]) -> Iterator[Mark]:
    for one in findings:
        yield Mark.WRONG if one.severity is Severity.ERROR else Mark.WEAK
