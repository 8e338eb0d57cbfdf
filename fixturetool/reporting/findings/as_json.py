"""Findings for a program."""

from collections.abc import Sequence

from fixturetool.authoring.verify import Verification
from fixturetool.jsontext.finding import Finding
from fixturetool.reporting.document import json_document

VALIDATE_SCHEMA = "fixturetool.validate/1"
VERIFY_SCHEMA = "fixturetool.verify/1"

_FIELDS = (
    "code",
    "severity",
    "file",
    "line",
    "pointer",
    "query",
    "label",
    "message",
    "hint",
)


def render_findings(findings: Sequence[Finding]) -> str:
    """Write the outcome of ``validate``: ``{"schema", "findings": [...]}``."""
    return json_document(VALIDATE_SCHEMA, {"findings": _records(findings)})


def render_verification(verification: Verification) -> str:
    """Write the outcome of ``verify``.

    The object holds ``schema``, ``anchors`` (``total``, ``found``, ``missing``), ``findings``,
    ``waived`` (findings that the settings let pass, each with the ``reason``), ``passages``
    (every anchor in file order with the ``sources`` that hold it) and ``troubles`` (corpus files
    that could not be read, or only in part).
    """
    total, found = len(verification.passages), verification.found
    passages = [
        {
            "file": one.file,
            "pointer": one.pointer,
            "passage": one.passage,
            "sources": [
                {"path": source.path, "official": source.official} for source in one.sources
            ],
        }
        for one in verification.passages
    ]
    waived = [
        {**record, "reason": one.waiver.reason}
        for one, record in zip(
            verification.waived,
            _records([one.finding for one in verification.waived]),
            strict=True,
        )
    ]
    return json_document(
        VERIFY_SCHEMA,
        {
            "anchors": {"total": total, "found": found, "missing": total - found},
            "findings": _records(verification.findings),
            "waived": waived,
            "passages": passages,
            "troubles": [
                {"path": trouble.path, "reason": trouble.reason, "usable": trouble.usable}
                for trouble in verification.troubles
            ],
        },
    )


def _records(findings: Sequence[Finding]) -> list[dict[str, str | int]]:
    return [{field: getattr(finding, field) for field in _FIELDS} for finding in findings]
