"""Findings as a person reads them."""

import pytest

from fixturetool.authoring.verify import PassageSources, Verification
from fixturetool.corpus.sources import Source
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.reporting.findings.as_text import render_findings, render_verification


def finding(line: int = 3, /, **changes: str) -> Finding:
    fields = {"file": "f/a.json", "message": "wrong", "query": "谁？", "label": "", "hint": ""}
    fields |= changes
    severity = Severity(fields.pop("severity", "error"))
    code = fields.pop("code", "FT201")
    return Finding(code=code, severity=severity, pointer="/x", line=line, **fields)


def verification(*findings: Finding) -> Verification:
    source = Source("tps_x/1.txt", official=False, size=1, mtime_ns=1)
    other = Source("book/2.txt", official=True, size=1, mtime_ns=1)
    passages = (
        PassageSources("f/a.json", "/fixtures/0/relevant_passages/0", "甲", (other, source)),
        PassageSources("f/a.json", "/fixtures/0/relevant_passages/1", "乙", ()),
    )
    return Verification(passages, findings, ())


def test_a_query_is_shown_once_above_its_findings() -> None:
    findings = [finding(3), finding(4, hint="mend it"), finding(9, query="何？")]
    assert render_findings(findings) == (
        'f/a.json: query "谁？"\n'
        "f/a.json:3: error FT201 wrong\n"
        "f/a.json:4: error FT201 wrong\n"
        "    mend it\n"
        'f/a.json: query "何？"\n'
        "f/a.json:9: error FT201 wrong\n"
    )


def test_a_finding_outside_a_fixture_shows_no_query() -> None:
    shown = render_findings([finding(query="", code="FT101")])
    assert shown == "f/a.json:3: error FT101 wrong\n"


def test_a_label_follows_the_message() -> None:
    shown = render_findings([finding(query="", label="刘备, ch. 1")])
    assert shown == "f/a.json:3: error FT201 wrong [刘备, ch. 1]\n"


def test_no_findings_are_no_text() -> None:
    assert render_findings([]) == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("\x1b[31m红", "\\x1b[31m红", id="terminal-escape"),
        pytest.param("一\n二", "一\\n二", id="line-break"),
        pytest.param("\u202e反", "\\u202e反", id="text-direction"),
        pytest.param("[bold]x【风】[/] :fire:", "[bold]x【风】[/] :fire:", id="markup-is-text"),
    ],
)
@pytest.mark.parametrize("field", ["file", "message", "query", "label", "hint"])
def test_data_never_steers_the_terminal(field: str, text: str, shown: str) -> None:
    rendered = render_findings([finding(**{field: text})])
    assert shown in rendered
    assert rendered.count("\n") == (3 if field == "hint" else 2)


def test_the_last_line_sums_up() -> None:
    findings = (finding(), finding(severity="warning"), finding(severity="warning"))
    last = render_verification(verification(*findings)).splitlines()[-1]
    assert last == "2 anchors: 1 found, 1 missing; 1 error, 2 warnings"


def test_the_sources_of_every_anchor_are_shown_on_request() -> None:
    assert render_verification(verification(), sources=True) == (
        'f/a.json /fixtures/0/relevant_passages/0 "甲"\n'
        "    book/2.txt\n"
        "    tps_x/1.txt (unofficial)\n"
        'f/a.json /fixtures/0/relevant_passages/1 "乙"\n'
        "    in no source\n"
        "2 anchors: 1 found, 1 missing; 0 errors, 0 warnings\n"
    )
