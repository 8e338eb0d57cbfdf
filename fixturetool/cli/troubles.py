"""Warnings about corpus files that can't be read, on standard error."""

from collections.abc import Sequence

import click

from fixturetool.corpus.sources import Trouble
from fixturetool.reporting.terminal import visible

_SHOWN = 20


def warn_of(troubles: Sequence[Trouble]) -> None:
    """Name the files that were not read, or only in part; a long list is cut and counted."""
    for trouble in troubles[:_SHOWN]:
        click.echo(f"warning: {visible(trouble.path)}: {visible(trouble.reason)}", err=True)
    if len(troubles) > _SHOWN:
        click.echo(f"warning: and {len(troubles) - _SHOWN} more files", err=True)
