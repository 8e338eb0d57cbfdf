"""``--timeout`` and ``--retries``: how long a run waits for its retriever."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import click

from fixturetool.evaluation.calling.patience import Patience
from fixturetool.settings import Settings

R = TypeVar("R")
_DAY = 86_400
# What can end its own calls is to do so, and to say more about it than that time is up.
_GRACE_SECONDS = 1.0


def patience_options(
    command: Callable[..., R], *, retries: int = Patience().retries
) -> Callable[..., R]:
    """Add ``--timeout`` and ``--retries``; the command receives ``patience``.

    The wrapped command must be given ``settings``, in which the timeout then stands.

    Args:
        command: The command.
        retries: How often a call is made again where nothing is said.
    """

    @click.option(
        "--timeout",
        type=click.FloatRange(min=0, max=_DAY, min_open=True),
        metavar="SECONDS",
        help="Give a call up after so long; it counts as an error.  [120]",
    )
    @click.option(
        "--retries",
        type=click.IntRange(min=0),
        default=retries,
        show_default=True,
        help="Ask again, so many times, when the retriever is busy or can't be reached.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object, timeout: float | None, retries: int, settings: Settings, **kwargs: object
    ) -> R:
        seconds = settings.retriever.timeout_seconds if timeout is None else timeout
        held = replace(settings, retriever=replace(settings.retriever, timeout_seconds=seconds))
        patience = Patience(seconds + _GRACE_SECONDS, retries)
        return command(*args, settings=held, patience=patience, **kwargs)

    return wrapper
