"""The runs that were kept: which there are, and what each one is."""

from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Literal

from fixturetool.errors import FixturetoolError
from fixturetool.evaluation.measured import measured
from fixturetool.evaluation.run import Lane, Run
from fixturetool.evaluation.storage.journal import load_journal
from fixturetool.evaluation.storage.store import RUN_FILE, load_run

State = Literal["complete", "interrupted", "unreadable"]


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A folder of a run.

    Attributes:
        folder: Where it is.
        state: ``complete``: graded and saved; ``interrupted``: a journal that can go on;
            ``unreadable``: neither can be read.
        run: The run, as far as it got; None where it is unreadable.
        problem: Why it is unreadable, or ``""``.
        measure: The lane's headline, such as ``coverage rate``, or ``""``.
        value: Its value, in [0, 1]; None where nothing was scored.
        errors: Retrievals that failed.
        bytes: What its folder takes.
    """

    folder: Path
    state: State
    run: Run | None
    problem: str
    measure: str
    value: float | None
    errors: int
    bytes: int

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.name


def list_runs(state_dir: Path) -> tuple[SavedRun, ...]:
    """Return every run under the folder of derived files, the newest last.

    Names begin with the time. What is there and is no run is unreadable, and never left out.
    """
    runs = state_dir / "runs"
    folders = sorted(path for path in runs.iterdir()) if runs.is_dir() else []
    return tuple(map(describe_run, folders))


def lane_of(folder: Path) -> Lane | None:
    """Return the lane of the run in a folder, None where it can't be read."""
    try:
        return _load(folder).settings.lane
    except (FixturetoolError, TypeError):
        return None


def describe_run(folder: Path) -> SavedRun:
    """Return what is in a run's folder."""
    size = _size_of(folder)
    saved = (folder / RUN_FILE).exists()
    try:
        run = _load(folder)
        measure, value = headline(run) if saved else ("", None)
    except (FixturetoolError, TypeError) as error:
        return SavedRun(folder, "unreadable", None, str(error), "", None, 0, size)
    errors = sum(one.error is not None for asked in run.fixtures for one in asked.attempts)
    state: State = "complete" if saved else "interrupted"
    return SavedRun(folder, state, run, "", measure, value, errors, size)


def _load(folder: Path) -> Run:
    return load_run(folder) if (folder / RUN_FILE).exists() else load_journal(folder)


def headline(run: Run) -> tuple[str, float | None]:
    """Return the name and the value of a lane's headline, None where nothing was scored.

    Raises:
        StateError: The run has not been graded.
    """
    if run.settings.lane == "facets":
        from fixturetool.evaluation.coverage import score

        return "coverage rate", score(run).summary.coverage_rate
    questions = [one for one in measured(run) if one.informative]
    name = next(iter(questions[0].values)) if questions else ""
    values = [fmean(one.values[name]) for one in questions if one.values[name]]
    return name, fmean(values) if values else None


def _size_of(folder: Path) -> int:
    if not folder.is_dir():
        return 0
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files)
