"""Asking again while that may help; the same rules for every kind of request."""

from collections.abc import Callable
from random import SystemRandom
from typing import TypeVar

from fixturetool.errors import ProviderUnavailableError
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import LONGEST_PAUSE, Failure, pause_before

T = TypeVar("T")

_CHANCE = SystemRandom()


def persist(
    attempt: Callable[[], T | Failure], endpoint: Endpoint, wait: Callable[[float], object]
) -> T | Failure:
    """Return what an attempt brings, or the refusal that no later attempt would fix.

    Args:
        attempt: One request.
        endpoint: Whom it asks, and how often that may be done.
        wait: Called with seconds between two attempts.

    Raises:
        ProviderUnavailableError: The last attempt failed in a way that may pass.
    """
    made = 1
    while True:
        outcome = attempt()
        if not isinstance(outcome, Failure) or not outcome.passing:
            return outcome
        pause = pause_before(made, outcome.retry_after, _CHANCE.random())
        if made > endpoint.max_retries or pause > LONGEST_PAUSE:
            raise _unavailable(outcome, made, endpoint)
        wait(pause)
        made += 1


def _unavailable(failure: Failure, attempts: int, endpoint: Endpoint) -> ProviderUnavailableError:
    times = "once" if attempts == 1 else f"{attempts} times"
    asked = failure.retry_after
    wish = f"; it asks to be left alone for {asked:.0f} s" if asked else ""
    return ProviderUnavailableError(
        f'"{endpoint.shown_url}" could not answer, asked {times}: {failure.reason}{wish}',
        hint="run it again later: answers that were paid for are kept",
    )
