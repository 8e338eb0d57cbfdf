"""Which runs may go, and letting them go with what was written about them."""

import shutil
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fixturetool.evaluation.storage.analyses import delete_analyses
from fixturetool.evaluation.storage.journal import is_under_way
from fixturetool.evaluation.storage.runs import SavedRun
from fixturetool.state import told_as_state_error


def choose_to_prune(
    runs: Sequence[SavedRun],
    *,
    keep: int | None,
    older_than: timedelta | None,
    baselines: Collection[str],
    now: datetime,
) -> tuple[SavedRun, ...]:
    """Return the runs that may go, the oldest first; one that is under way may not.

    Args:
        runs: All runs, the newest last.
        keep: How many of the newest stay; None: no run goes for their number.
        older_than: The age from which a run goes; None: no run goes for its age. With both, a run
            goes only if it is beyond both.
        baselines: Names of runs that stay in any case.
        now: The time, with its time zone.
    """
    candidates = [run for run in runs if run.folder.is_dir() and not is_under_way(run.folder)]
    surplus = candidates[: max(0, len(candidates) - keep)] if keep is not None else candidates
    return tuple(
        run
        for run in surplus
        if run.name not in baselines and (older_than is None or _age(run, now) > older_than)
    )


def _age(run: SavedRun, now: datetime) -> timedelta:
    """Return how old a run is, by its folder where it does not say when it began."""
    made = datetime.fromtimestamp(run.folder.stat().st_mtime, UTC)
    if run.run is not None:
        with suppress(ValueError):
            made = datetime.fromisoformat(run.run.created_at)
    return now - (made if made.tzinfo else made.replace(tzinfo=UTC))


def prune_runs(chosen: Sequence[SavedRun], state_dir: Path) -> int:
    """Delete runs, and every analysis that one of them is a part of; of a linked one, the link.

    Args:
        chosen: The runs to delete.
        state_dir: The folder of derived files.

    Returns:
        How many analyses were deleted.

    Raises:
        StateError: Something can't be deleted.
    """
    deleted = delete_analyses(state_dir, {run.name for run in chosen})
    for run in chosen:
        with told_as_state_error(run.folder):
            if run.folder.is_symlink():
                run.folder.unlink()
            else:
                shutil.rmtree(run.folder)
    return deleted
