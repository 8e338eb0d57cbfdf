"""Hold the anchors of fixture files against the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.checking.files import check_file
from fixturetool.authoring.checking.fixtures import Place, Violation, check_fixture
from fixturetool.authoring.choice import check_waivable, choose
from fixturetool.authoring.gather import gather
from fixturetool.authoring.rules import SEVERITIES, Code
from fixturetool.jsontext.finding import Finding
from fixturetool.jsontext.pointer import pointer_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fixturetool.authoring.evidence import Evidence
    from fixturetool.authoring.waivers import Waived
    from fixturetool.corpus.sources import Source, Trouble
    from fixturetool.evaluation.rewrites import Rewrites
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import Fixture
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
        waived: Findings that the settings let pass, in file order.
    """

    passages: tuple[PassageSources, ...]
    findings: tuple[Finding, ...]
    troubles: tuple[Trouble, ...]
    waived: tuple[Waived, ...] = ()

    @property
    def found(self) -> int:
        """How many anchors at least one source holds."""
        return sum(1 for passage in self.passages if passage.sources)


def verify(
    categories: Sequence[LoadedCategory],
    settings: Settings,
    progress: Progress,
    codes: Collection[Code] | None = None,
    rewrites: Rewrites | None = None,
) -> Verification:
    """Verify loaded categories against the corpora of their languages.

    Args:
        categories: Valid fixture files.
        settings: Where the corpus is, the bounds of the rules, and the waivers.
        progress: Told of long work.
        codes: The rules to apply; None for those that the settings choose.
        rewrites: What is known to be searched in place of queries: it counts where a query
            has to lead to a source.

    Raises:
        UsageError: The settings name a rule that does not exist.
        CorpusError: A language has no corpus.
        StateError: The snapshot can't be written.
    """
    if codes is None:
        check_waivers(settings)
        codes = choose(settings.verify.select, settings.verify.ignore)
    chosen = frozenset(codes)
    gathered = gather([loaded.model for loaded in categories], settings, progress, chosen, rewrites)
    evidence = gathered.evidence
    found = [_check_category(loaded, evidence, chosen) for loaded in categories]
    return Verification(
        tuple(one for loaded in categories for one in _passages(loaded, evidence)),
        tuple(finding for findings, _ in found for finding in findings),
        gathered.troubles,
        tuple(waived for _, waived_there in found for waived in waived_there),
    )


def check_waivers(settings: Settings) -> None:
    """Refuse waivers that can let nothing pass.

    Raises:
        UsageError: One names no rule, or a rule that does not exist or can't be waived.
    """
    for waiver in settings.verify.waivers:
        check_waivable(waiver.codes)


def _check_category(
    loaded: LoadedCategory, evidence: Evidence, codes: Collection[Code]
) -> tuple[tuple[Finding, ...], tuple[Waived, ...]]:
    """Return the findings of some rules, and those of them that are let pass.

    Each are ordered by line, then by code.
    """
    found = [one for one in _checked(loaded, evidence) if one[-1].code in codes]
    if not found:
        return (), ()
    from fixturetool.authoring.waivers import Subject, Waived, waiver_of
    from fixturetool.jsontext.positions import Positions

    positions = Positions(loaded.source)
    findings: list[Finding] = []
    waived: list[Waived] = []
    for path, fixture, violation in found:
        query = fixture.query if fixture else ""
        finding = _finding(loaded.name, positions, path, query, violation)
        subject = Subject.at(fixture, violation.place) if fixture else Subject()
        waiver = waiver_of(evidence.bounds.waivers, finding, subject)
        if waiver is None:
            findings.append(finding)
        else:
            waived.append(Waived(finding, waiver))
    return (
        tuple(sorted(findings, key=_order)),
        tuple(sorted(waived, key=lambda one: _order(one.finding))),
    )


def _order(finding: Finding) -> tuple[int, str]:
    return finding.line, finding.code


def _checked(
    loaded: LoadedCategory, evidence: Evidence
) -> Iterator[tuple[Place, Fixture | None, Violation]]:
    """Yield every violation with its place in the file and its fixture."""
    for violation in check_file(loaded.model, evidence):
        yield violation.place, None, violation
    for number, fixture in enumerate(loaded.model.fixtures):
        for violation in check_fixture(fixture, evidence):
            yield ("fixtures", number, *violation.place), fixture, violation


def _finding(
    file: str, positions: Positions, path: Place, query: str, violation: Violation
) -> Finding:
    return Finding(
        code=violation.code,
        severity=SEVERITIES[violation.code],
        file=file,
        pointer=pointer_of(path),
        line=positions.line_at(positions.value(path).start),
        message=violation.message,
        query=query,
        label=violation.label,
        hint=violation.hint,
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
