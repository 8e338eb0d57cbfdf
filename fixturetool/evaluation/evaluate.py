"""The walk of an evaluation: ask, journal, ground, save, score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from fixturetool.corpus.snapshot import Snapshot
from fixturetool.errors import SelectionError
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.grounding import ground
from fixturetool.evaluation.grounds import open_grounds
from fixturetool.evaluation.resuming import resume_run
from fixturetool.evaluation.run import Question, Run, RunSettings
from fixturetool.evaluation.scores import Coverage
from fixturetool.evaluation.storage.journal import Journal, start_journal
from fixturetool.evaluation.storage.store import begin_run, save_run
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress
from fixturetool.retrieval.base import Retriever


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished run.

    Attributes:
        folder: Where it is saved.
        run: Its rankings, with the anchors that matched.
        coverage: Its scores.
    """

    folder: Path
    run: Run
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Evaluator:
    """What an evaluation works with.

    Attributes:
        categories: The fixtures to grade on.
        snapshots: Fixture language to the corpus under test.
        retriever: The system under test.
        state_dir: Where runs and caches are kept.
        progress: Told what is going on.
        patience: What a call is given before it becomes an error.
        revision: The git commit of the fixtures, kept in the run.
    """

    categories: Sequence[CategoryFile]
    snapshots: Mapping[str, Snapshot]
    retriever: Retriever
    state_dir: Path
    progress: Progress
    patience: Patience = field(default_factory=Patience)
    revision: str = ""

    def start(self, settings: RunSettings) -> tuple[Path, Run, Journal]:
        """Begin a run: its folder, the run without attempts, its open journal.

        Raises:
            SelectionError: There is no fixture to ask.
            StateError: It can't be written.
        """
        folder, run = begin_run(
            self.state_dir,
            settings,
            select_questions(self.categories, settings.limit),
            retriever=self.retriever.describe(),
            corpora=self._fingerprints(),
            unreadable=self._unreadable(),
            now=datetime.now(UTC),
        )
        run = replace(run, revision=self.revision)
        return folder, run, start_journal(folder, run)

    def resume(self, folder: Path, *, retry_errors: bool = False) -> tuple[Path, Run, Journal]:
        """Take up a run where its journal ends.

        Args:
            folder: Where it is saved.
            retry_errors: Whether its failed attempts are dropped, and so asked again.

        Raises:
            SelectionError: The corpus or the retriever is not the one that the run began with.
            StateError: The journal can't be read or written.
        """
        now = self._fingerprints(), self.retriever.describe()
        return folder, *resume_run(folder, *now, retry_errors=retry_errors)

    def finish(self, folder: Path, run: Run, journal: Journal) -> Evaluation:
        """Fetch what the run still lacks, grade it, save it and score it.

        Raises:
            SelectionError: The run asked what the fixtures don't hold.
            StateError: It can't be written.
        """
        grounds = open_grounds(self.categories, self.snapshots, self.state_dir, self.progress)
        with journal:
            fetched = fetch(
                run,
                self.retriever,
                journal=journal,
                progress=self.progress,
                patience=self.patience,
            )
        graded = ground(fetched, self.categories, grounds)
        save_run(folder, graded)
        return Evaluation(folder, graded, score(graded))

    def _fingerprints(self) -> dict[str, str]:
        return {language: snapshot.fingerprint for language, snapshot in self.snapshots.items()}

    def _unreadable(self) -> dict[str, int]:
        counts = {
            language: sum(not trouble.usable for trouble in snapshot.troubles)
            for language, snapshot in self.snapshots.items()
        }
        return {language: count for language, count in counts.items() if count}


def select_questions(categories: Sequence[CategoryFile], limit: int | None) -> list[Question]:
    """Return the first ``limit`` fixtures in file order as questions, all when it is None.

    Raises:
        SelectionError: There is none.
    """
    questions = [
        Question(category.category, fixture.query, fixture.language, fixture.subtype)
        for category in categories
        for fixture in category.fixtures
    ]
    if not questions:
        raise SelectionError("no fixture is selected", hint="name a category that holds fixtures")
    return questions[:limit]
