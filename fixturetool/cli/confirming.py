"""Asking a person on the terminal before something is written or deleted."""

import sys

import click

from fixturetool.errors import UsageError


def confirmed(question: str, *, yes: bool) -> bool:
    """Ask on standard error; a flag answers for scripts.

    Raises:
        UsageError: There is nobody to ask.
    """
    if yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask on", hint="add --yes to go on unasked")
    return click.confirm(question, default=False, err=True)
