"""Asking a model for a text of its own."""

from collections.abc import Callable, Sequence
from time import sleep

from fixturetool.errors import UnreadableReplyError
from fixturetool.llm.completion import Completion, excerpt, parse_completion
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure
from fixturetool.llm.messages import Message, Reply
from fixturetool.llm.model import Model
from fixturetool.llm.usage import Budget


class Writer(Model):
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
        super().__init__(endpoint, budget=budget, wait=wait, temperature=temperature)

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
        outcome = self._request(
            messages,
            max_tokens,
            lambda: self._client.attempt(messages, None, max_tokens),
            parse_completion,
        )
        if isinstance(outcome, Failure):
            raise self._refusal(outcome)
        self._refusals.answered()
        if fault := _fault(outcome, max_tokens):
            raise UnreadableReplyError(fault, reply=outcome.reply.text)
        return outcome.reply


def _fault(completion: Completion, max_tokens: int) -> str:
    if completion.refusal:
        return f"the model refused: {excerpt(completion.refusal)}"
    if completion.cut_off:
        return f"the model's answer was cut off by the bound of {max_tokens} tokens"
    if completion.reply.finish_reason == "content_filter":
        return "the model's answer was cut off by a filter of its provider"
    return "" if completion.reply.text else "the model's answer is empty"
