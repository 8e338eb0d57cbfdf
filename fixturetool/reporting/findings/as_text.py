"""Findings for a person: one a line, its hint on the next."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fixturetool.authoring.verify import Verification
from fixturetool.authoring.waivers import Waived
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted


def render_findings(findings: Sequence[Finding]) -> str:
    """List findings in their order; each fixture's query is shown once above its findings.

    Returns:
        Whole lines, or ``""`` when there are no findings.
    """
    return "".join(f"{line}\n" for line in _lines(findings))


def render_verification(
    verification: Verification, *, sources: bool = False, show_waived: bool = False
) -> str:
    """List what ``verify`` found, and a last line that sums it up.

    Args:
        verification: The outcome.
        sources: Whether to list every anchor with the sources that hold it as well.
        show_waived: Whether to list what the settings let pass, with the reason.
    """
    holders = "".join(f"{line}\n" for line in _holders(verification)) if sources else ""
    found, total = verification.found, len(verification.passages)
    anchors = f"{counted(total, 'anchor')}: {found} found, {total - found} missing"
    waived = f", {len(verification.waived)} waived" if verification.waived else ""
    summary = f"{anchors}; {summarise(verification.findings)}{waived}\n"
    let_pass = "".join(map(_waived, verification.waived)) if show_waived else ""
    return holders + render_findings(verification.findings) + let_pass + summary


def summarise(findings: Iterable[Finding]) -> str:
    """Count findings by severity: ``1 error, 2 warnings``."""
    counts = Counter(finding.severity for finding in findings)
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    shown: tuple[str, str] | None = None
    for finding in findings:
        fixture = (finding.file, finding.query)
        if finding.query and fixture != shown:
            yield f'{visible(finding.file)}: query "{visible(finding.query)}"'
        shown = fixture
        yield (
            f"{visible(finding.file)}:{finding.line}: {finding.severity} {finding.code} "
            f"{_labelled(finding)}"
        )
        if finding.hint:
            yield f"    {visible(finding.hint)}"


def _labelled(finding: Finding) -> str:
    label = f" [{visible(finding.label)}]" if finding.label else ""
    return visible(finding.message) + label


def _waived(waived: Waived) -> str:
    finding = waived.finding
    where = f"{visible(finding.file)}:{finding.line}"
    reason = visible(waived.waiver.reason)
    return f"{where}: waived {finding.code} {_labelled(finding)}\n    {reason}\n"


def _holders(verification: Verification) -> Iterator[str]:
    for one in verification.passages:
        yield f'{visible(one.file)} {visible(one.pointer)} "{visible(one.passage)}"'
        for source in one.sources:
            kind = "" if source.official else " (unofficial)"
            yield f"    {visible(source.path)}{kind}"
        if not one.sources:
            yield "    in no source"
