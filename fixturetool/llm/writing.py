"""Asking a model for a text of its own."""

from collections.abc import Callable, Sequence
from time import sleep
from types import TracebackType
from typing import Self

from fixturetool.errors import ProviderRefusedError, UnreadableReplyError
from fixturetool.llm.client import Client
from fixturetool.llm.completion import Completion, excerpt, parse_completion
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure, final_error
from fixturetool.llm.messages import Message, Reply
from fixturetool.llm.refusals import Refusals
from fixturetool.llm.retries import persist
from fixturetool.llm.usage import Budget


class Writer:
    """A model that is asked for texts, each time anew; used from several threads.

    Closed by ``with``. Nothing is kept between two questions.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        temperature: float,
        budget: Budget | None = None,
        wait: Callable[[float], object] = sleep,
    ) -> None:
        """Make the client; no connection is opened yet.

        Args:
            endpoint: The model and where it is.
            temperature: How freely it writes; 0: always what is likeliest.
            budget: Asked before each call; None: without a bound.
            wait: Called with seconds between two attempts.
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

    def write(self, messages: Sequence[Message], *, max_tokens: int) -> Reply:
        """Return what the model writes, its thinking removed; never an empty text.

        Args:
            messages: The prompt.
            max_tokens: Bound of the answer, thinking included.

        Raises:
            ProviderRefusedError: Every request would be refused (key, address, account).
            RequestRefusedError: This request is refused.
            ProviderUnavailableError: Busy, broken or out of reach over all attempts.
            ProviderReplyError: HTTP 200 without a completion.
            UnreadableReplyError: The model refused, wrote nothing, or was cut off.
            BudgetError: The next call could pass the bound.
        """
        self._refusals.check()
        outcome = persist(lambda: self._attempt(messages, max_tokens), self._endpoint, self._wait)
        if isinstance(outcome, Failure):
            error = final_error(outcome, self._endpoint)
            if isinstance(error, ProviderRefusedError):
                self._refusals.refused(error)
            raise error
        self._refusals.answered()
        if fault := _fault(outcome, max_tokens):
            raise UnreadableReplyError(fault, reply=outcome.reply.text)
        return outcome.reply

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

    def _attempt(self, messages: Sequence[Message], max_tokens: int) -> Completion | Failure:
        with self._budget.reserve(messages, max_tokens) as reservation:
            outcome = self._client.attempt(messages, None, max_tokens)
            if isinstance(outcome, Failure):
                if outcome.billed:
                    reservation.settle(None, None)
                return outcome
            reservation.settle(None, None)  # whatever it is, it was paid for
            completion = parse_completion(outcome, self._endpoint.section)
            reservation.settle(completion.reply.prompt_tokens, completion.reply.completion_tokens)
            return completion


def _fault(completion: Completion, max_tokens: int) -> str:
    if completion.refusal:
        return f"the model refused: {excerpt(completion.refusal)}"
    if completion.cut_off:
        return f"the model's answer was cut off by the bound of {max_tokens} tokens"
    if completion.reply.finish_reason == "content_filter":
        return "the model's answer was cut off by a filter of its provider"
    return "" if completion.reply.text else "the model's answer is empty"
