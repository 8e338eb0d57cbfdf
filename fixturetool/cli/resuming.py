"""``--resume RUN``: which run is meant, what can't be asked beside it, how to get there."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import click
from click.core import ParameterSource

from fixturetool.errors import FixturetoolError, SelectionError, UsageError
from fixturetool.evaluation.run import Lane
from fixturetool.evaluation.storage.journal import JOURNAL_FILE
from fixturetool.evaluation.storage.runs import lane_of
from fixturetool.evaluation.storage.store import RUN_FILE

# What a run was asked for is part of it.
_FIXED = (
    *("categories", "limit", "repeat", "preset", "k", "chunk_context", "match", "jobs"),
    *("dataset", "sample", "final_k"),
)
_BACK = re.compile(r"latest(?:~(\d{1,6}))?", re.ASCII)


def find_run(name: str, state: Path, lane: Lane | None = None) -> Path:
    """Return the folder of a run.

    Args:
        name: The run's name, its folder, or the ``run.json`` in there; ``latest``, or
            ``latest~N`` for the run that was begun N runs before it.
        state: The folder that holds ``runs/``.
        lane: The lane that ``latest`` is of; None for any.

    Raises:
        SelectionError: There is no such run.
    """
    if name not in {"", ".", ".."} and "/" not in name and (state / "runs" / name).is_dir():
        return state / "runs" / name
    folder = Path(name).parent if Path(name).name == RUN_FILE else Path(name)
    if _holds_run(folder):
        return folder
    known = sorted(filter(_holds_run, (state / "runs").glob("*")))
    if back := _BACK.fullmatch(name):
        runs = (one for one in reversed(known) if lane is None or lane_of(one) == lane)
        if found := next(islice(runs, int(back[1] or 0), None), None):
            return found
    hint = f"the latest is {known[-1].name}" if known else "no run is saved yet"
    raise SelectionError(f'there is no run "{name}"', hint=hint)


def _holds_run(folder: Path) -> bool:
    """Tell whether there is a run; one that was killed as it began left an empty file at most."""
    files = (folder / name for name in (RUN_FILE, JOURNAL_FILE))
    return any(file.is_file() and file.stat().st_size > 0 for file in files)


def check_retry(resume: str | None, *, retry_errors: bool) -> None:
    """Refuse ``--retry-errors`` without a run.

    Raises:
        UsageError: There is none.
    """
    if retry_errors and resume is None:
        raise UsageError("--retry-errors needs a run", hint="name it with --resume RUN")


def refuse_settings_of_a_new_run(context: click.Context, *more: str) -> None:
    """Refuse flags that would change what a run was asked for.

    Args:
        context: The command's.
        more: Parameters of the command that are part of its runs, beside the usual ones.

    Raises:
        UsageError: Such a flag was given.
    """
    given = [
        name
        for name in (*_FIXED, *more)
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise UsageError(
            f"{flags.replace('categories', 'category')} can't be changed in a run that goes on",
            hint="drop it beside --resume, or start a new run",
        )


@contextmanager
def told_how_to_go_on(run: str, command: str = "eval-retrieval") -> Iterator[None]:
    """Say on standard error how a run is completed when it doesn't end in order."""
    try:
        yield
    except (KeyboardInterrupt, FixturetoolError):
        click.echo(f"to go on: fixturetool {command} --resume {run}", err=True)
        raise
