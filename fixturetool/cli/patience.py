"""``--timeout`` and ``--retries``: how long a run waits for its retriever."""

import functools
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace
from threading import Thread
from typing import TypeVar

import click

from fixturetool.cli.numbers import FiniteRange
from fixturetool.errors import RetrievalError
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.settings import Settings

R = TypeVar("R")
_DAY = 86_400
# What can end its own calls is to do so, and to say more about it than that time is up.
_GRACE_SECONDS = 1.0


def timeout_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--timeout``; it stands in the ``settings`` of the command.

    The wrapped command must be given ``settings``.
    """

    @click.option(
        "--timeout",
        type=FiniteRange(min=0, max=_DAY, min_open=True),
        metavar="SECONDS",
        help="Give up a call after this long; it counts as an error.  [120]",
    )
    @functools.wraps(command)
    def wrapper(*args: object, timeout: float | None, settings: Settings, **kwargs: object) -> R:
        seconds = settings.retriever.timeout_seconds if timeout is None else timeout
        held = replace(settings, retriever=replace(settings.retriever, timeout_seconds=seconds))
        return command(*args, settings=held, **kwargs)

    return wrapper


def patience_options(
    command: Callable[..., R], *, retries: int = Patience().retries
) -> Callable[..., R]:
    """Add ``--timeout`` and ``--retries``; the command receives ``patience``.

    The wrapped command must be given ``settings``, in which the timeout then stands.

    Args:
        command: The command.
        retries: How often a call is made again where nothing is said.
    """

    @timeout_option
    @click.option(
        "--retries",
        type=click.IntRange(min=0),
        default=retries,
        show_default=True,
        help="How often to ask again when the retriever is busy or can't be reached.",
    )
    @functools.wraps(command)
    def wrapper(*args: object, retries: int, settings: Settings, **kwargs: object) -> R:
        patience = Patience(settings.retriever.timeout_seconds, retries, _GRACE_SECONDS)
        return command(*args, settings=settings, patience=patience, **kwargs)

    return wrapper


def answered_in_time(settings: Settings, call: Callable[[], R]) -> R:
    """Return what a call to the retriever returns; one that takes too long is left behind.

    Raises:
        RetrievalError: It took longer than the timeout of the settings.
    """
    seconds = settings.retriever.timeout_seconds
    answer: Future[R] = Future()
    # A process may end while the call hangs.
    Thread(target=_settle, args=(answer, call), name="retrieve", daemon=True).start()
    wait([answer], seconds + _GRACE_SECONDS)
    if not answer.done():
        raise RetrievalError(f"no answer within {seconds:g} s")
    return answer.result()


def _settle(answer: Future[R], call: Callable[[], R]) -> None:
    try:
        answer.set_result(call())
    except BaseException as failure:  # noqa: BLE001 - who waits for the answer meets it
        answer.set_exception(failure)
