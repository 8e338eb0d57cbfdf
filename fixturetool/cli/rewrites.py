"""``--rewrites RUN``: what a system searched in place of the queries."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.reporting.terminal import visible

if TYPE_CHECKING:
    from fixturetool.evaluation.rewrites import Rewrites


def load_rewrites(names: Sequence[str], state: Path) -> "Rewrites":
    """Return the rewrites of saved runs, complete or not; one without any is told.

    Args:
        names: Names of runs, or their folders.
        state: The folder that holds ``runs/``.

    Raises:
        SelectionError: There is no such run.
        StateError: A run can't be read.
    """
    if not names:
        return {}
    from fixturetool.cli.resuming import find_run
    from fixturetool.evaluation.rewrites import rewrites_of
    from fixturetool.evaluation.storage.journal import load_journal
    from fixturetool.evaluation.storage.store import RUN_FILE, load_run

    found = []
    for name in names:
        folder = find_run(name, state, "facets")
        run = load_run(folder) if (folder / RUN_FILE).exists() else load_journal(folder)
        if not rewrites_of([run]):
            click.echo(f"warning: run '{visible(name)}' holds no rewrite of a query", err=True)
        found.append(run)
    return rewrites_of(found)
