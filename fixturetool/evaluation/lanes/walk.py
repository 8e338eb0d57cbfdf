"""The walk of an evaluation of the path or page lane: ask, journal, save."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from fixturetool.errors import SelectionError
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.lanes.asking import Asked
from fixturetool.evaluation.resuming import resume_run
from fixturetool.evaluation.run import Run, RunSettings
from fixturetool.evaluation.storage.journal import Journal, start_journal
from fixturetool.evaluation.storage.store import begin_run, save_run
from fixturetool.progress import Progress
from fixturetool.retrieval.base import Retriever


@dataclass(frozen=True, slots=True)
class LaneEvaluator:
    """What an evaluation of a lane works with.

    Attributes:
        retriever: The system under test; its chunks count in the order in which they come back.
        state_dir: Where runs are kept.
        progress: Told what is going on.
        corpora: Corpus to its fingerprint, of those that are known here.
        patience: What a call is given before it becomes an error.
        stop_at_error: Whether the first call that fails ends the run, to be resumed.
    """

    retriever: Retriever
    state_dir: Path
    progress: Progress
    corpora: Mapping[str, str] = field(default_factory=dict)
    patience: Patience = field(default_factory=Patience)
    stop_at_error: bool = False

    def start(
        self, settings: RunSettings, asked: Sequence[Asked], revision: str = ""
    ) -> tuple[Path, Run, Journal]:
        """Begin a run: its folder, the run without attempts, its open journal.

        Args:
            settings: What is asked for; the first ``limit`` entries are asked.
            asked: The entries of a dataset.
            revision: The git commit of the dataset, or ``""``.

        Raises:
            SelectionError: There is nothing to ask.
            StateError: It can't be written.
        """
        chosen = asked[: settings.limit]
        if not chosen:
            raise SelectionError("the dataset has no entries", hint="add some to it")
        folder, run = begin_run(
            self.state_dir,
            settings,
            [question for question, _ in chosen],
            retriever=self.retriever.describe(),
            corpora=self.corpora,
            now=datetime.now(UTC),
        )
        fixtures = (
            replace(fixture, expected=expected)
            for fixture, (_, expected) in zip(run.fixtures, chosen, strict=True)
        )
        run = replace(run, fixtures=tuple(fixtures), revision=revision)
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
        now = self.corpora, self.retriever.describe()
        return folder, *resume_run(folder, *now, retry_errors=retry_errors)

    def finish(self, folder: Path, run: Run, journal: Journal) -> Run:
        """Fetch what the run still lacks, and save it.

        Raises:
            RetrievalError: A call failed, where the first one ends the run.
            StateError: It can't be written.
        """
        with journal:
            fetched = fetch(
                run,
                self.retriever,
                journal=journal,
                progress=self.progress,
                patience=self.patience,
                stop_at_error=self.stop_at_error,
            )
        save_run(folder, fetched)
        return fetched
