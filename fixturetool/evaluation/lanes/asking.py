"""The entries of the path and page lanes as questions, each with what it expects; pure."""

from collections.abc import Sequence

from fixturetool.datasets.matching import document_form
from fixturetool.datasets.model import Entry, PageDataset, PathDataset
from fixturetool.evaluation.lanes.expectation import Expectation, PageExpectation, PathExpectation
from fixturetool.evaluation.lanes.informative import Length, expect_paths
from fixturetool.evaluation.run import Question, Run

Asked = tuple[Question, Expectation]


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
            expect_paths(entry, documents, forms, length),
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


def _question(dataset: str, entry: Entry, corpus: str) -> Question:
    return Question(dataset, entry.question, corpus, entry_id=entry.entry_id, tags=entry.tags)
