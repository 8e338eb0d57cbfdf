"""Findings as GitHub's workflow commands."""

import pytest

from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.reporting.findings.as_github import render_findings


def finding(message: str = "wrong", file: str = "a.json", line: int = 3, **more: str) -> Finding:
    severity = Severity(more.pop("severity", "error"))
    return Finding("FT201", severity, file, "/x", line, message, **more)


def test_a_finding_annotates_its_line() -> None:
    assert render_findings([finding()]) == "::error file=a.json,line=3,title=FT201::wrong\n"


def test_a_warning_is_a_warning() -> None:
    assert render_findings([finding(severity="warning")]).startswith("::warning file=a.json")


def test_a_file_that_can_not_be_read_has_no_line() -> None:
    assert render_findings([finding(line=0)]) == "::error file=a.json,title=FT201::wrong\n"


def test_hint_and_query_are_further_lines_of_the_message() -> None:
    shown = render_findings([finding(hint="mend it", query="谁？")])
    assert shown == '::error file=a.json,line=3,title=FT201::wrong%0Amend it%0Aquery "谁？"\n'


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        pytest.param("100%0A", "100%250A", id="percent"),
        pytest.param("a: b, c", "a: b, c", id="colon-and-comma-stay"),
        pytest.param("a\r\n::error::b", "a\\r\\n::error::b", id="no-second-command"),
        pytest.param("\x1b[31m", "\\x1b[31m", id="terminal-escape"),
    ],
)
def test_a_message_is_escaped(message: str, shown: str) -> None:
    assert render_findings([finding(message)]).endswith(f"title=FT201::{shown}\n")


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        pytest.param("a,b.json", "a%2Cb.json", id="comma"),
        pytest.param("c:d.json", "c%3Ad.json", id="colon"),
        pytest.param("50%.json", "50%25.json", id="percent"),
        pytest.param("a\r\nb.json", "a%0D%0Ab.json", id="line-break"),
    ],
)
def test_a_file_name_is_escaped_as_a_property(file: str, shown: str) -> None:
    assert render_findings([finding(file=file)]).startswith(f"::error file={shown},line=3,")
