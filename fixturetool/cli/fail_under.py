"""``--fail-under PERCENT``: the least that a run's headline must reach."""

from collections.abc import Callable
from typing import TypeVar

import click

from fixturetool.cli.exits import NO, YES
from fixturetool.cli.numbers import FiniteRange

R = TypeVar("R")


def fail_under_option(headline: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Return what adds ``--fail-under``; the command receives ``fail_under``, percent or None.

    Args:
        headline: What the help calls the measure.
    """
    return click.option(
        "--fail-under",
        type=FiniteRange(0, 100),
        metavar="PERCENT",
        help=f"Exit with 1 when the {headline} is lower.",
    )


def fail_under_code(name: str, rate: float | None, fail_under: float | None) -> int:
    """Return 1 where a headline is too low, having said so on standard error.

    Args:
        name: The measure.
        rate: Its value in [0, 1], None when nothing was scored.
        fail_under: The least percent that will do, or None.
    """
    if fail_under is None or rate is None or rate >= fail_under / 100:
        return YES
    click.echo(f"{name} {rate:.1%} is under {fail_under:g}%", err=True)
    return NO
