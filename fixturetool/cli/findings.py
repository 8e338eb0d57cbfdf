"""What ``validate`` and ``verify`` share: formats of findings and the code that they end with."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from fixturetool.cli.exits import NO, YES
from fixturetool.jsontext.finding import Finding, Severity

R = TypeVar("R")


def findings_format_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--format text|json|github``; the command receives ``output_format``."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json", "github"]),
        default="text",
        show_default=True,
        help="github writes annotations for a workflow's log.",
    )(command)


def findings_code(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Return 1 where a finding counts: an error, and under ``strict`` a warning as well."""
    counts = any(strict or finding.severity is Severity.ERROR for finding in findings)
    return NO if counts else YES
