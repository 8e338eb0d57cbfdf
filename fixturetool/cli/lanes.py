"""What ``eval-paths`` and ``eval-pages`` share: flags, the choice of a dataset, how a run ends."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from fixturetool.cli.exits import UNANSWERED, YES, worst
from fixturetool.cli.fail_under import fail_under_code, fail_under_option
from fixturetool.datasets.kind import KIND_NAMES, Kind
from fixturetool.errors import FixturetoolError, SelectionError, StateError
from fixturetool.evaluation.lanes.asking import Asked, asks_the_same
from fixturetool.evaluation.run import Lane, Run
from fixturetool.evaluation.storage.runs import headline
from fixturetool.reporting.terminal import visible

R = TypeVar("R")
_POSITIVE = click.IntRange(1, 1_000_000)
_COMMANDS: dict[Lane, str] = {
    "facets": "eval-retrieval",
    "paths": "eval-paths",
    "pages": "eval-pages",
}


def lane_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add what both lanes are asked with.

    The command receives ``dataset``, ``sample``, ``repeat``, ``jobs``, ``resume``,
    ``retry_errors``, ``dry_run``, ``fail_under`` and ``brief``.
    """
    options = (
        click.option(
            "--dataset",
            type=click.Path(path_type=Path, dir_okay=False),
            help="The dataset file.  [the only one of its kind in eval_datasets]",
        ),
        click.option("--sample", type=_POSITIVE, metavar="N", help="Only the first N entries."),
        click.option(
            "--repeat", type=_POSITIVE, default=1, show_default=True, help="Ask each N times."
        ),
        click.option(
            "--jobs", "-j", type=_POSITIVE, default=1, show_default=True, help="Queries at once."
        ),
        click.option("--resume", metavar="RUN", help="Complete a run: its name, or its folder."),
        click.option("--retry-errors", is_flag=True, help="With --resume: ask again what failed."),
        click.option("--dry-run", is_flag=True, help="Say what would be called, and call nothing."),
        fail_under_option("headline score"),
        click.option("--brief", is_flag=True, help="Show the tables and totals, not each entry."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def choose_dataset(named: Path | None, folder: Path, kind: Kind) -> Path:
    """Return the dataset that is meant: the one named, or the only one of its kind in the folder.

    Raises:
        SelectionError: There is none, or there are several.
    """
    from fixturetool.datasets.folder import datasets_in

    if named is not None:
        if not named.exists():
            raise SelectionError(f'there is no dataset "{named}"', hint="check the path")
        return named
    found = datasets_in(folder, kind)
    if len(found) == 1:
        return found[0]
    if not found:
        raise SelectionError(
            f'no {KIND_NAMES[kind]} in "{folder}"', hint="name one with --dataset FILE"
        )
    names = ", ".join(f'"{path}"' for path in found)
    raise SelectionError(
        f'several {KIND_NAMES[kind]}s in "{folder}": {names}', hint="name one with --dataset"
    )


def check_lane(run: Run, lane: Lane) -> None:
    """Refuse a run of another lane.

    Raises:
        StateError: It is one.
    """
    if run.settings.lane != lane:
        raise StateError(
            f"run '{run.id}' was made by {_COMMANDS[run.settings.lane]}, not by {_COMMANDS[lane]}",
            hint=f"fixturetool {_COMMANDS[run.settings.lane]} --resume {run.id}",
        )


def told_sample(run: Run) -> None:
    """Say on standard error that only the first entries were asked."""
    if run.settings.limit is not None:
        count = len(run.fixtures)
        first = "entry" if count == 1 else f"{count} entries"
        click.echo(f"only the first {first} of {visible(run.settings.dataset)}", err=True)


def told_changed_dataset(run: Run, read: Callable[[Path], Sequence[Asked]]) -> None:
    """Say on standard error that a run goes on with entries that its dataset no longer has.

    Args:
        run: The run that goes on; it holds its entries itself.
        read: Reads a dataset file.
    """
    try:
        same = asks_the_same(run, read(Path(run.settings.dataset)))
    except FixturetoolError:
        return  # It is gone, or was broken since; the run needs it no more.
    if not same:
        click.echo(
            f"{visible(run.settings.dataset)} has changed since the run began, "
            "which goes on with the entries of then",
            err=True,
        )


def _failed(run: Run) -> bool:
    """Tell whether a retrieval failed, or has not been made."""
    attempts = [attempt for fixture in run.fixtures for attempt in fixture.attempts]
    return run.missing > 0 or any(attempt.error is not None for attempt in attempts)


def lane_code(run: Run, fail_under: float | None) -> int:
    """Return the code that a run ends with, and say so on standard error when it is gated.

    Args:
        run: The run.
        fail_under: The least percent of its headline that will do, or None.
    """
    code = UNANSWERED if _failed(run) else YES
    return worst(code, fail_under_code(*headline(run), fail_under))
