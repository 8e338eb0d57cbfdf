"""Decisions on misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.anchoring import anchor_of, find_source
from fixturetool.authoring.decisions import Decisions
from fixturetool.authoring.misses import mark_of
from fixturetool.fixtures.edit import Addition, Note, append_notes, insert_anchor
from fixturetool.fixtures.editing.draft import fixture_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fixturetool.authoring.decisions import Settled
    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.misses import Miss
    from fixturetool.evaluation.run import Question, Run
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import CategoryFile, Passage


class Settler(Decisions):
    """Writes decisions into the fixture files of a run."""

    def __init__(self, loaded: Iterable[LoadedCategory], run: Run) -> None:
        """Prepare to write.

        Args:
            loaded: The files of the categories that the run asked.
            run: The run whose misses are settled.
        """
        files = tuple(loaded)
        super().__init__(files)
        self._files = {one.model.category: one.path for one in files}
        self._run = run

    def accept(self, miss: Miss, passage: Passage) -> Settled:
        """Make a passage an anchor of the missed facet.

        Raises:
            FixturetoolError: As ``fixtures.edit.insert_passages``.
        """
        question, file = miss.question, self._files[miss.question.category]
        addition = Addition(question.query, question.language, passage)
        result = insert_anchor(file, addition, expected=self.known(file))
        count = _anchors(result.model, question, miss.facet)
        noun = "anchor" if count == 1 else "anchors"
        told = f'anchor of {miss.facet}, which has {count} {noun} now: "{passage.passage}"'
        return self.keep(file, result, "accepted", told)

    def mark(self, miss: Miss) -> Settled:
        """Note in the fixture that the run missed a facet truly.

        Raises:
            FixturetoolError: As ``fixtures.edit.append_notes``.
        """
        question, file = miss.question, self._files[miss.question.category]
        note = Note(question.query, question.language, mark_of(miss.facet, self._run))
        result = append_notes(file, [note], expected=self.known(file))
        return self.keep(file, result, "noted", f"noted: {note.text}")


def _anchors(model: CategoryFile, question: Question, facet: str) -> int:
    fixture = model.fixtures[fixture_at(model, question.query, question.language)]
    return sum(facet in passage.covers for passage in fixture.relevant_passages)


def passage_of(ground: Ground, miss: Miss, path: str, text: str, label: str = "") -> Passage:
    """Make an anchor of a slice of a retrieved source; ``official`` is that of the source.

    Raises:
        SelectionError: The path is no source of the corpus, or the text is blank.
        NotThereError: The text does not stand in the corpus.
    """
    return anchor_of(ground, text, (miss.facet,), find_source(ground, path), label)
