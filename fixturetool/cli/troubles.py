"""What is wrong with a corpus, or with the paths that came back for it, on standard error."""

from collections.abc import Iterable, Sequence

import click

from fixturetool.cli.exits import UNANSWERED, YES
from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.terminal import visible

_SHOWN = 20


def warn_of(troubles: Sequence[Trouble]) -> None:
    """Name the files that were not read, or only in part; a long list is cut and counted."""
    for trouble in troubles[:_SHOWN]:
        click.echo(f"warning: {visible(trouble.path)}: {visible(trouble.reason)}", err=True)
    if len(troubles) > _SHOWN:
        click.echo(f"warning: and {len(troubles) - _SHOWN} more files", err=True)


def is_partial(troubles: Iterable[Trouble]) -> bool:
    """Tell whether a part of the corpus could not be read."""
    return any(not trouble.usable for trouble in troubles)


def partial_code(troubles: Iterable[Trouble]) -> int:
    """Return 3 where a part of the corpus could not be read."""
    return UNANSWERED if is_partial(troubles) else YES


def told_of_strange_paths(strange: Sequence[str]) -> bool:
    """Tell the user that no path that came back is a source of the corpus.

    Args:
        strange: The paths, when none of them is a source; else nothing is told.

    Returns:
        Whether there was something to tell.
    """
    if strange:
        click.echo(
            f"fixturetool: none of the paths that came back is a source of the corpus, "
            f"such as '{visible(strange[0])}'\n"
            "  hint: compare them with 'fixturetool search'; --corpus may be another corpus",
            err=True,
        )
    return bool(strange)
