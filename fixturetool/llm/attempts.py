"""One question, asked until there is an answer or a refusal; every attempt is in the budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fixturetool.llm.client import Client
from fixturetool.llm.completion import Completion, parse_completion
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure
from fixturetool.llm.messages import JsonSchema, Message, Step
from fixturetool.llm.retries import persist
from fixturetool.llm.structured import response_format, with_instructions
from fixturetool.llm.usage import Budget


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the prompt, the object wanted, and the bound of the answer in tokens."""

    messages: Sequence[Message]
    schema: JsonSchema
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Attempts:
    """Asks an endpoint, and again while that may help; used from several threads.

    Attributes:
        endpoint: Whom, and how often.
        client: The connections to it.
        budget: Asked before each attempt.
        wait: Called with seconds between two attempts.
    """

    endpoint: Endpoint
    client: Client
    budget: Budget
    wait: Callable[[float], object]

    def complete(self, question: Question, step: Step) -> Completion | Failure:
        """Return the completion, or the refusal that no later attempt would mend.

        Raises:
            ProviderUnavailableError: The last attempt failed in a way that may pass.
            ProviderReplyError: HTTP 200 without a completion.
            BudgetError: The next attempt could pass the bound.
        """
        return persist(lambda: self._attempt(question, step), self.endpoint, self.wait)

    def _attempt(self, question: Question, step: Step) -> Completion | Failure:
        prompt = with_instructions(question.messages, step, question.schema)
        form = response_format(step, question.schema)
        with self.budget.reserve(prompt, question.max_tokens) as reservation:
            outcome = self.client.attempt(prompt, form, question.max_tokens)
            if isinstance(outcome, Failure):
                if outcome.billed:
                    reservation.settle(None, None)
                return outcome
            reservation.settle(None, None)  # whatever it is, it was paid for
            completion = parse_completion(outcome, self.endpoint.section)
            reservation.settle(completion.reply.prompt_tokens, completion.reply.completion_tokens)
            return completion
