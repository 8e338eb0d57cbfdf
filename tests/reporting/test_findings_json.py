"""Findings as a program reads them."""

import json

from fixturetool.authoring.verify import PassageSources, Verification
from fixturetool.corpus.sources import Source, Trouble
from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.reporting.findings.as_json import render_findings, render_verification

FINDING = Finding(
    code="FT201",
    severity=Severity.ERROR,
    file="a.json",
    pointer="/fixtures/0",
    line=3,
    message='anchor "甲\u200b\x1b" is gone',
    query="谁？",
    label="刘备",
    hint="mend it",
)
RECORD = {
    "code": "FT201",
    "severity": "error",
    "file": "a.json",
    "line": 3,
    "pointer": "/fixtures/0",
    "query": "谁？",
    "label": "刘备",
    "message": 'anchor "甲\u200b\x1b" is gone',
    "hint": "mend it",
}


def test_a_finding_keeps_every_field_in_order() -> None:
    written = json.loads(render_findings([FINDING]))
    assert list(written["findings"][0].items()) == list(RECORD.items())


def test_chinese_stays_literal_and_controls_are_escaped() -> None:
    written = render_findings([FINDING])
    assert '"谁？"' in written
    assert "\\u001b" in written


def test_no_findings_are_an_empty_list() -> None:
    assert json.loads(render_findings([])) == {
        "schema": "fixturetool.validate/1",
        "findings": [],
    }


def test_a_verification_counts_anchors_and_names_their_sources() -> None:
    source = Source("tps_x/1.txt", official=False, size=1, mtime_ns=1)
    passages = (
        PassageSources("a.json", "/fixtures/0/relevant_passages/0", "甲", (source,)),
        PassageSources("a.json", "/fixtures/0/relevant_passages/1", "乙", ()),
    )
    troubles = (Trouble("book/b.txt", "not readable as text"),)
    assert json.loads(render_verification(Verification(passages, (FINDING,), troubles))) == {
        "schema": "fixturetool.verify/1",
        "anchors": {"total": 2, "found": 1, "missing": 1},
        "findings": [RECORD],
        "waived": [],
        "passages": [
            {
                "file": "a.json",
                "pointer": "/fixtures/0/relevant_passages/0",
                "passage": "甲",
                "sources": [{"path": "tps_x/1.txt", "official": False}],
            },
            {
                "file": "a.json",
                "pointer": "/fixtures/0/relevant_passages/1",
                "passage": "乙",
                "sources": [],
            },
        ],
        "troubles": [{"path": "book/b.txt", "reason": "not readable as text", "usable": False}],
    }
