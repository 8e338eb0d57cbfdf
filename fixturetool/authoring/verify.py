"""Hold the anchors of fixture files against the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.gather import gather
from fixturetool.authoring.judgements import Judgement, Place, judge_fixture
from fixturetool.authoring.rules import SEVERITIES
from fixturetool.jsontext.finding import Finding
from fixturetool.jsontext.pointer import pointer_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.corpus.sources import Source, Trouble
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.jsontext.positions import Positions
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings


@dataclass(frozen=True, slots=True)
class PassageSources:
    """Where an anchor stands.

    Attributes:
        file: The fixture file as the user named it.
        pointer: The JSON pointer of the passage's object.
        passage: The anchor as spelled in the file.
        sources: The sources that hold it, sorted by path; empty for a missing anchor.
    """

    file: str
    pointer: str
    passage: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of ``verify``.

    Attributes:
        passages: Every anchor in file order, with the sources that hold it.
        findings: What is to be said about them, in file order.
        troubles: Corpus files that could not be read, or only in part.
    """

    passages: tuple[PassageSources, ...]
    findings: tuple[Finding, ...]
    troubles: tuple[Trouble, ...]

    @property
    def found(self) -> int:
        """How many anchors at least one source holds."""
        return sum(1 for passage in self.passages if passage.sources)


def verify(
    categories: Sequence[LoadedCategory], settings: Settings, progress: Progress
) -> Verification:
    """Verify loaded categories against the corpora of their languages.

    Raises:
        CorpusError: A language has no corpus.
        StateError: The snapshot can't be written.
    """
    gathered = gather([loaded.model for loaded in categories], settings, progress)
    evidence = gathered.evidence
    return Verification(
        tuple(one for loaded in categories for one in _passages(loaded, evidence)),
        tuple(one for loaded in categories for one in verify_category(loaded, evidence)),
        gathered.troubles,
    )


def verify_category(loaded: LoadedCategory, evidence: Evidence) -> tuple[Finding, ...]:
    """Judge one category by the evidence; pure.

    Returns:
        Findings ordered by line, then by code.
    """
    judged = [
        (("fixtures", number, *judgement.place), fixture.query, judgement)
        for number, fixture in enumerate(loaded.model.fixtures)
        for judgement in judge_fixture(fixture, evidence)
    ]
    if not judged:
        return ()
    from fixturetool.jsontext.positions import Positions

    positions = Positions(loaded.source)
    findings = [_finding(loaded.name, positions, *one) for one in judged]
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.code)))


def _finding(
    file: str, positions: Positions, path: Place, query: str, judgement: Judgement
) -> Finding:
    return Finding(
        code=judgement.code,
        severity=SEVERITIES[judgement.code],
        file=file,
        pointer=pointer_of(path),
        line=positions.line_at(positions.value(path).start),
        message=judgement.message,
        query=query,
        label=judgement.label,
        hint=judgement.hint,
    )


def _passages(loaded: LoadedCategory, evidence: Evidence) -> Iterator[PassageSources]:
    for number, fixture in enumerate(loaded.model.fixtures):
        for index, passage in enumerate(fixture.relevant_passages):
            yield PassageSources(
                loaded.name,
                pointer_of(("fixtures", number, "relevant_passages", index)),
                passage.passage,
                evidence.holders[fixture.language, passage.passage],
            )
