"""Findings as GitHub workflow commands, which annotate the lines of a pull request."""

from collections.abc import Iterable

from fixturetool.jsontext.finding import Finding
from fixturetool.reporting.formats.workflow_command import workflow_command


def render_findings(findings: Iterable[Finding]) -> str:
    """Write one ``::error`` or ``::warning`` line a finding; see GitHub's workflow commands."""
    return "".join(f"{_command(finding)}\n" for finding in findings)


def _command(finding: Finding) -> str:
    properties = {"file": finding.file, "title": finding.code}
    if finding.line:
        properties = {"file": finding.file, "line": str(finding.line), "title": finding.code}
    query = f'query "{finding.query}"' if finding.query else ""
    lines = filter(None, (finding.message, finding.hint, query))
    return workflow_command(finding.severity, properties, lines)
