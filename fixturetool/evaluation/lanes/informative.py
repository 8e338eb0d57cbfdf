"""Which entries of the path lane tell one system from another, given what is indexed; pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fixturetool.datasets.model import Entry, PageDataset, PathDataset, PathEntry
from fixturetool.evaluation.lanes.expectation import (
    Expectation,
    PageExpectation,
    PathExpectation,
    Span,
    Unit,
)
from fixturetool.evaluation.lanes.matching import document_form, means_document
from fixturetool.evaluation.lanes.paths import targets_of
from fixturetool.evaluation.run import Question, Run

NOTHING_EXPECTED = "it expects nothing"
EVERYTHING_EXPECTED = "its paths are every indexed document"

Asked = tuple[Question, Expectation]
Length = Callable[[str, Unit], int | None]
"""A document and a unit to how many lines or pages it has, None where that is not known."""


def ask_paths(
    dataset: PathDataset,
    corpus: str,
    documents: Sequence[str] = (),
    length: Length = lambda _, __: None,
) -> list[Asked]:
    """Return the entries of a dataset as questions, each with what it expects.

    Args:
        dataset: The dataset.
        corpus: The corpus that is searched.
        documents: The paths of all indexed documents; empty where they are not known.
        length: How long they are.
    """
    forms = [document_form(path) for path in documents]
    return [
        (
            _question(dataset.name, entry, corpus),
            _expectation(entry, documents, forms, length),
        )
        for entry in dataset.entries
    ]


def ask_pages(dataset: PageDataset, corpus: str) -> list[Asked]:
    """Return the items of a dataset as questions, each with what it expects.

    Args:
        dataset: The dataset.
        corpus: The corpus that is searched.
    """
    return [
        (
            _question(dataset.name, entry, corpus),
            PageExpectation(entry.expected_pages, entry.figure_ref, entry.kind),
        )
        for entry in dataset.entries
    ]


def asks_the_same(run: Run, asked: Sequence[Asked]) -> bool:
    """Tell whether a dataset still holds what a run of it asked, with what is expected.

    Args:
        run: A run of one of the two lanes.
        asked: The entries of the dataset today.
    """
    then = [(one.question.query, _kept(one.expected)) for one in run.fixtures]
    return then == [(question.query, _kept(one)) for question, one in asked[: run.settings.limit]]


def _kept(expected: Expectation | None) -> object:
    """Return of an expectation what the dataset alone decides."""
    if isinstance(expected, PathExpectation):
        spans = [(one.path, one.unit, one.start, one.end) for one in expected.expected_locations]
        return expected.expected_paths, spans, expected.answer
    return expected


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


def _question(dataset: str, entry: Entry, corpus: str) -> Question:
    return Question(dataset, entry.question, corpus, entry_id=entry.entry_id, tags=entry.tags)


def _expectation(
    entry: PathEntry, documents: Sequence[str], forms: Sequence[str], length: Length
) -> PathExpectation:
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
