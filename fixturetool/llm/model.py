"""A model at a provider: each request to it is paid for, tried again, and may be refused."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

from fixturetool.errors import ProviderError, ProviderRefusedError
from fixturetool.llm.client import Client
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure, final_error
from fixturetool.llm.messages import Message
from fixturetool.llm.refusals import Refusals
from fixturetool.llm.retries import persist
from fixturetool.llm.usage import Budget


class Counted(Protocol):
    """What a body was read as, with the provider's count of tokens."""

    @property
    def usage(self) -> tuple[int | None, int | None]:
        """Tokens of the prompt and of the answer; None: the provider didn't tell."""


R = TypeVar("R", bound=Counted)


class Model:
    """What all that ask a model have in common; used from several threads, closed by ``with``."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        budget: Budget | None,
        wait: Callable[[float], object],
        temperature: float = 0.0,
    ) -> None:
        """Make the client; no connection is opened yet.

        Args:
            endpoint: The model and where it is.
            budget: Asked before each attempt; None: without a bound.
            wait: Called with seconds between two attempts.
            temperature: How freely the model writes; 0: always what is likeliest.
        """
        self._endpoint = endpoint
        self._client = Client(endpoint, temperature=temperature)
        self._budget = budget or Budget()
        self._wait = wait
        self._refusals = Refusals()

    @property
    def budget(self) -> Budget:
        """What was spent, and the bound."""
        return self._budget

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _request(
        self,
        prompt: Sequence[Message],
        max_tokens: int,
        send: Callable[[], str | Failure],
        parse: Callable[[str, str], R],
    ) -> R | Failure:
        """Return what a request brings, or the refusal that no later attempt would fix.

        Args:
            prompt: What is sent, for an estimate of its tokens.
            max_tokens: Bound of the answer.
            send: Makes one attempt; returns the body of HTTP 200.
            parse: Reads a body; its second argument names the settings of the provider.

        Raises:
            ProviderUnavailableError: The last attempt failed in a way that may pass.
            ProviderReplyError: The body can't be read.
            BudgetError: The next attempt could pass the bound.
        """

        def attempt() -> R | Failure:
            with self._budget.reserve(prompt, max_tokens) as reservation:
                outcome = send()
                if isinstance(outcome, Failure):
                    if outcome.billed:
                        reservation.settle(None, None)
                    return outcome
                reservation.settle(None, None)  # whatever it is, it was paid for
                parsed = parse(outcome, self._endpoint.section)
                reservation.settle(*parsed.usage)
                return parsed

        return persist(attempt, self._endpoint, self._wait)

    def _refusal(self, failure: Failure) -> ProviderError:
        """Return the error for a refused request; one of every request is remembered."""
        error = final_error(failure, self._endpoint)
        if isinstance(error, ProviderRefusedError):
            self._refusals.refused(error)
        return error
