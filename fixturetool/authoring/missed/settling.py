"""Decisions on misses, each written at once and taken back byte for byte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from fixturetool.authoring.anchoring import anchor_of, find_source
from fixturetool.authoring.misses import mark_of
from fixturetool.fixtures.edit import Addition, Note, append_notes, insert_anchor, rewrite
from fixturetool.fixtures.editing.draft import fixture_at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.misses import Miss
    from fixturetool.evaluation.run import Question, Run
    from fixturetool.fixtures.edit import EditResult
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import CategoryFile, Passage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settled:
    """A decision that is written.

    Attributes:
        file: The fixture file.
        before: What it held right before, under the lock that the decision was written under.
        after: What it held right after.
        told: What was done, in a few words.
    """

    file: Path
    before: bytes
    after: bytes
    told: str


class Settler:
    """Writes decisions into the fixture files of a run."""

    def __init__(self, loaded: Iterable[LoadedCategory], run: Run) -> None:
        """Prepare to write.

        Args:
            loaded: The files of the categories that the run asked.
            run: The run whose misses are settled.
        """
        self._files = {one.model.category: one.path for one in loaded}
        self._run = run
        self._done: list[Settled] = []

    @property
    def done(self) -> tuple[Settled, ...]:
        """The decisions that stand, in order."""
        return tuple(self._done)

    def accept(self, miss: Miss, passage: Passage) -> Settled:
        """Make a passage an anchor of the missed facet.

        Raises:
            FixturetoolError: As ``fixtures.edit.insert_passages``.
        """
        question, file = miss.question, self._files[miss.question.category]
        addition = Addition(question.query, question.language, passage)
        result = insert_anchor(file, addition)
        count = _anchors(result.model, question, miss.facet)
        noun = "anchor" if count == 1 else "anchors"
        told = f'anchor of {miss.facet}, which has {count} {noun} now: "{passage.passage}"'
        return self._keep(file, result, told)

    def mark(self, miss: Miss) -> Settled:
        """Note in the fixture that the run missed a facet truly.

        Raises:
            FixturetoolError: As ``fixtures.edit.append_notes``.
        """
        question, file = miss.question, self._files[miss.question.category]
        note = Note(question.query, question.language, mark_of(miss.facet, self._run))
        return self._keep(file, append_notes(file, [note]), f"noted: {note.text}")

    def undo(self) -> Settled | None:
        """Take the last decision back, byte for byte.

        Returns:
            The decision; None where there is none.

        Raises:
            ConflictError: The file was changed since; it stays as it is.
        """
        if not self._done:
            return None
        last = self._done[-1]
        rewrite(last.file, last.before, expected=last.after)
        return self._done.pop()

    def _keep(self, file: Path, result: EditResult[T], told: str) -> Settled:
        settled = Settled(file, result.before, result.content, told)
        self._done.append(settled)
        return settled


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
