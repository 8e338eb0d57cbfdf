"""Which entries of the path lane tell one system from another, given what is indexed; pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fixturetool.datasets.matching import document_form, means_document
from fixturetool.datasets.model import PathEntry
from fixturetool.evaluation.lanes.expectation import (
    PathExpectation,
    Span,
    Unit,
)
from fixturetool.evaluation.lanes.paths import targets_of
from fixturetool.evaluation.run import Run

NOTHING_EXPECTED = "it expects nothing"
EVERYTHING_EXPECTED = "its paths are every indexed document"

Length = Callable[[str, Unit], int | None]
"""A document and a unit to how many lines or pages it has, None where that is not known."""


def expect_paths(
    entry: PathEntry, documents: Sequence[str], forms: Sequence[str], length: Length
) -> PathExpectation:
    """Return what an entry of the path lane expects, given what is indexed.

    Args:
        entry: The entry.
        documents: The paths of all indexed documents; empty where they are not known.
        forms: The same as ``document_form`` writes them.
        length: How long they are.
    """
    spans = (Span(one.path, one.unit, one.start, one.end) for one in entry.expected_locations)
    expected = PathExpectation(
        expected_paths=entry.expected_paths,
        expected_locations=tuple(
            replace(span, whole=_is_whole(span, documents, forms, length)) for span in spans
        ),
        answer=entry.expected_answer,
    )
    return replace(
        expected,
        uninformative=uninformative_reason(expected, forms),
        absent=_absent(expected, forms),
    )


def uninformative_reason(expected: PathExpectation, forms: Sequence[str]) -> str:
    """Say why no system can fail an entry, ``""`` where one can.

    Args:
        expected: What the entry expects.
        forms: All indexed documents, as ``document_form`` writes them; empty: not known.
    """
    targets = targets_of(expected)
    if not targets:
        return NOTHING_EXPECTED
    anywhere = [target.form for target in targets if target.span is None]
    if not forms or not anywhere:
        return ""
    covered = all(any(means_document(form, free) for free in anywhere) for form in forms)
    return EVERYTHING_EXPECTED if covered else ""


def strange_paths(run: Run, documents: Sequence[str]) -> tuple[str, ...]:
    """Return every path that came back, where none means an indexed document; else none.

    Args:
        run: A run of the path lane.
        documents: The paths of all indexed documents; empty where they are not known, so that
            nothing can be told.
    """
    hits = (hit for one in run.fixtures for attempt in one.attempts for hit in attempt.hits)
    paths = tuple(dict.fromkeys(hit.path for hit in hits if hit.path))
    forms = [document_form(document) for document in documents]
    for path in map(document_form, paths):
        if not forms or any(means_document(path, form) for form in forms):
            return ()
    return paths


def _absent(expected: PathExpectation, forms: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        target.path
        for target in targets_of(expected)
        if forms and not any(means_document(form, target.form) for form in forms)
    )


def _is_whole(span: Span, documents: Sequence[str], forms: Sequence[str], length: Length) -> bool:
    if span.start > 1:
        return False
    wanted = document_form(span.path)
    meant = [
        document
        for document, form in zip(documents, forms, strict=True)
        if means_document(form, wanted)
    ]
    lengths = [length(document, span.unit) for document in meant]
    return bool(lengths) and all(known is not None and span.end >= known for known in lengths)
