"""Findings as GitHub workflow commands, which annotate the lines of a pull request."""

from collections.abc import Iterable

from fixturetool.jsontext.finding import Finding
from fixturetool.reporting.terminal import visible

_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def render_findings(findings: Iterable[Finding]) -> str:
    """Write one ``::error`` or ``::warning`` line a finding; see GitHub's workflow commands."""
    return "".join(f"{_command(finding)}\n" for finding in findings)


def _command(finding: Finding) -> str:
    properties = {"file": finding.file, "title": finding.code}
    if finding.line:
        properties = {"file": finding.file, "line": str(finding.line), "title": finding.code}
    written = ",".join(f"{key}={_escaped(value)}" for key, value in properties.items())
    query = f'query "{finding.query}"' if finding.query else ""
    body = "\n".join(visible(line) for line in (finding.message, finding.hint, query) if line)
    return f"::{finding.severity} {written}::{body.translate(_MESSAGE)}"


def _escaped(value: str) -> str:
    return visible(value.translate(_PROPERTY))
