"""A saved run on the fixtures of today: no retrieval, and nothing that does not fit is refused."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fixturetool.errors import SelectionError
from fixturetool.evaluation.grounding import Ground, ground
from fixturetool.evaluation.lanes.asking import Asked
from fixturetool.evaluation.lanes.expectation import Expectation, PathExpectation
from fixturetool.evaluation.run import FixtureRun, Key, Question, Run
from fixturetool.evaluation.storage.journal import JOURNAL_FILE, load_journal
from fixturetool.evaluation.storage.store import RUN_FILE, load_run
from fixturetool.fixtures.model import CategoryFile


@dataclass(frozen=True, slots=True)
class Rescored:
    """A run on the fixtures of today.

    Attributes:
        run: The run, with the questions that the fixtures still hold.
        gone: What it asked and the fixtures don't hold any more.
        unasked: What the fixtures hold and it never asked.
    """

    run: Run
    gone: tuple[Key, ...]
    unasked: tuple[Key, ...]


def load_everything(folder: Path) -> Run:
    """Read a run with every question that it asked, also one that a score left out later.

    The journal has them all. A run that was interrupted is read as far as it got.

    Args:
        folder: The run's folder.

    Raises:
        SelectionError: The folder holds no run.
        StateError: It can't be read.
    """
    if not (folder / RUN_FILE).exists():
        return load_journal(folder)
    run = load_run(folder)
    if not (folder / JOURNAL_FILE).exists():
        return run
    journal = load_journal(folder)
    known = {fixture.question.key: fixture for fixture in run.fixtures}
    if len(known) >= len(journal.fixtures):
        return run
    fixtures = tuple(known.get(fixture.question.key, fixture) for fixture in journal.fixtures)
    return replace(run, fixtures=fixtures)


def same_fixtures(base: Run, current: Run) -> bool:
    """Tell whether what two runs both asked was graded alike: the same facets, anchors, pages."""
    graded = {fixture.question.key: _grade_of(fixture) for fixture in base.fixtures}
    return all(
        graded.get(fixture.question.key, _grade_of(fixture)) == _grade_of(fixture)
        for fixture in current.fixtures
    )


def rescore(
    run: Run,
    categories: Sequence[CategoryFile],
    grounds: Mapping[str, Ground],
    revision: str = "",
) -> Rescored:
    """Grade a run of the facet lane on the fixtures of today.

    Args:
        run: The run.
        categories: The fixtures of the categories that it was asked for.
        grounds: Fixture language to what its corpus says today.
        revision: The git commit of the fixtures.

    Raises:
        SelectionError: The fixtures hold nothing of what it asked.
    """
    held = [
        (category.category, fixture.language, fixture.query)
        for category in categories
        for fixture in category.fixtures
    ]
    kept, gone = _split(run, set(held))
    return Rescored(
        ground(replace(kept, revision=revision), categories, grounds),
        gone,
        _unasked(run, held),
    )


def rescore_entries(run: Run, entries: Sequence[Asked], revision: str = "") -> Rescored:
    """Hold a run of the path or page lane against the dataset of today.

    What the run knew about the indexed documents holds for every entry that expects what it
    expected then.

    Args:
        run: The run.
        entries: The entries of the dataset.
        revision: The git commit of the dataset.

    Raises:
        SelectionError: The dataset holds nothing of what it asked.
    """
    held = {question.key: (question, expected) for question, expected in entries}
    kept, gone = _split(run, held)
    fixtures = tuple(_held_again(fixture, *held[fixture.question.key]) for fixture in kept.fixtures)
    return Rescored(replace(kept, fixtures=fixtures, revision=revision), gone, _unasked(run, held))


def _held_again(fixture: FixtureRun, question: Question, expected: Expectation) -> FixtureRun:
    known = fixture.expected
    if isinstance(known, PathExpectation) and isinstance(expected, PathExpectation):
        spans = tuple(replace(span, whole=False) for span in known.expected_locations)
        if (known.expected_paths, spans) == (expected.expected_paths, expected.expected_locations):
            expected = replace(known, answer=expected.answer)
    return replace(fixture, question=question, expected=expected)


def _split(run: Run, held: Iterable[Key]) -> tuple[Run, tuple[Key, ...]]:
    keys = set(held)
    kept = tuple(fixture for fixture in run.fixtures if fixture.question.key in keys)
    if not kept:
        raise SelectionError(
            f"nothing of what run '{run.id}' asked is in the fixtures any more",
            hint="name the fixtures that it was made with: --fixtures DIR",
        )
    gone = tuple(one.question.key for one in run.fixtures if one.question.key not in keys)
    return replace(run, fixtures=kept), gone


def _unasked(run: Run, held: Iterable[Key]) -> tuple[Key, ...]:
    """Return what a run did not ask, of the categories that it asked."""
    asked = {fixture.question.key for fixture in run.fixtures}
    return tuple(key for key in held if key not in asked)


def _grade_of(fixture: FixtureRun) -> tuple[object, ...]:
    anchors = frozenset((anchor.passage, frozenset(anchor.covers)) for anchor in fixture.anchors)
    return frozenset(fixture.facets), anchors, fixture.expected
