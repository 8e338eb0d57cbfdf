"""What a run was asked for, as a page lists it."""

from collections.abc import Iterator
from dataclasses import asdict

from fixturetool.evaluation.run import Run
from fixturetool.reporting.formats.registry import Report

Rows = tuple[tuple[str, str], ...]
Settings = tuple[tuple[str, Rows], ...]


def settings(report: Report) -> Settings:
    """Return headings, each with names and values."""
    parts = [
        ("Run", _run(report.run)),
        ("Asked for", _asked(report.run)),
        ("Retriever", ((name, _text(value)) for name, value in report.run.retriever.items())),
        ("Corpus", _corpora(report.run)),
    ]
    return tuple((heading, tuple(rows)) for heading, rows in parts)


def _run(run: Run) -> Iterator[tuple[str, str]]:
    yield "id", run.id
    yield "begun", run.created_at
    yield "fixturetool", run.tool_version
    if run.revision:
        yield "fixtures at commit", run.revision


def _asked(run: Run) -> Iterator[tuple[str, str]]:
    for name, value in asdict(run.settings).items():
        if value not in (None, "", (), 0):
            yield name.replace("_", " "), _text(value)


def _corpora(run: Run) -> Iterator[tuple[str, str]]:
    for language, fingerprint in run.corpora.items():
        yield language or "corpus", fingerprint
    for language, files in run.unreadable.items():
        yield f"{language} unreadable", str(files)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
