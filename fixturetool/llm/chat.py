"""Asking a model for a JSON object, whatever the provider's moods."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from time import sleep

from fixturetool.errors import ProviderRefusedError, UnreadableReplyError
from fixturetool.llm.cache import AnswerCache, prompt_hash
from fixturetool.llm.completion import Completion, excerpt, parse_completion
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.failures import Failure
from fixturetool.llm.messages import Answer, JsonObject, JsonSchema, Message, Step
from fixturetool.llm.model import Model
from fixturetool.llm.structured import (
    NoJsonError,
    is_about_format,
    parse_object,
    response_format,
    with_instructions,
)
from fixturetool.llm.usage import Budget

_RAISE = 4


def always(value: JsonObject) -> bool:
    """Take every answer for settled."""
    return isinstance(value, Mapping)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked: the prompt, the object wanted, and the bound of the answer in tokens."""

    messages: Sequence[Message]
    schema: JsonSchema
    max_tokens: int


class Chat(Model):
    """A model that is asked for JSON objects; used from several threads, closed by ``with``.

    It remembers which way of asking for JSON its endpoint takes.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        budget: Budget | None = None,
        cache: AnswerCache | None = None,
        wait: Callable[[float], object] = sleep,
    ) -> None:
        """Make the client; no connection is opened yet.

        Args:
            endpoint: The model and where it is.
            budget: Asked before each call; None: without a bound.
            cache: Where answers are kept and looked for; None: each question is a call.
            wait: Called with seconds between two attempts.
        """
        super().__init__(endpoint, budget=budget, wait=wait)
        self._cache = cache
        self._step = Step.JSON_SCHEMA
        self._settled = False
        self._lock = Lock()

    @property
    def refused(self) -> ProviderRefusedError | None:
        """Why every request is refused, as far as known: while none was answered; else None."""
        return self._refusals.of_everything

    def ask(
        self,
        messages: Sequence[Message],
        schema: JsonSchema,
        *,
        max_tokens: int,
        sample: int = 0,
        settled: Callable[[JsonObject], bool] = always,
    ) -> Answer:
        """Ask for one JSON object.

        Args:
            messages: The prompt.
            schema: What is asked for; the answer may still disagree with it.
            max_tokens: Bound of the answer, thinking included; raised once when it is too low.
            sample: The 0-based number of the answer where one prompt is asked several times;
                each is a call of its own.
            settled: Tells whether an answer is good enough to be kept in the cache.

        Raises:
            ProviderRefusedError: Every request would be refused (key, address, account), or was
                so often that no other one is made.
            RequestRefusedError: This request is refused.
            ProviderUnavailableError: Busy, broken or out of reach over all attempts.
            ProviderReplyError: HTTP 200 without a completion.
            UnreadableReplyError: A completion without one JSON object.
            BudgetError: The next call could pass the bound.
            StateError: The answer can't be kept.
        """
        if kept := self.recall(messages, schema, sample):
            return kept
        self._refusals.check()
        completion, step = self._complete(_Question(messages, schema, max_tokens))
        value = _value(completion)
        name = self.prompt_hash(messages, schema, sample)
        if self._cache and settled(value):
            self._cache.put(name, completion.reply, step)
        return Answer(value, completion.reply, step, name, cached=False)

    def prompt_hash(self, messages: Sequence[Message], schema: JsonSchema, sample: int = 0) -> str:
        """Return the SHA-256 of a question, as ``Answer`` has it."""
        return prompt_hash(self._endpoint, messages, schema, sample)

    def recall(
        self, messages: Sequence[Message], schema: JsonSchema, sample: int = 0
    ) -> Answer | None:
        """Return the answer to a question that is in the cache, or None; no call is made."""
        name = self.prompt_hash(messages, schema, sample)
        kept = self._cache.get(name) if self._cache else None
        if kept is None:
            return None
        reply, step = kept
        try:
            return Answer(parse_object(reply.text), reply, step, name, cached=True)
        except NoJsonError:
            return None

    def _complete(self, question: _Question) -> tuple[Completion, Step]:
        completion, step = self._step_down(question)
        if completion.cut_off and not _is_readable(completion):
            more = question.max_tokens * _RAISE
            return self._step_down(replace(question, max_tokens=more))
        return completion, step

    def _step_down(self, question: _Question) -> tuple[Completion, Step]:
        """Ask in the way that the endpoint is known to take, and below it until one is taken."""
        refused = None
        for step in list(Step)[self._step :]:
            outcome = self._take_step(question, step)
            if isinstance(outcome, Completion):
                self._remember(step)
                return outcome, step
            refused = refused or outcome
            if not self._may_be_the_format(outcome, step):
                break
        assert refused is not None  # noqa: S101 - there is a step, and it was refused
        raise self._refusal(refused)

    def _take_step(self, question: _Question, step: Step) -> Completion | Failure:
        prompt = with_instructions(question.messages, step, question.schema)
        form = response_format(step, question.schema)
        bound = question.max_tokens
        return self._request(
            prompt, bound, lambda: self._client.attempt(prompt, form, bound), parse_completion
        )

    def _may_be_the_format(self, failure: Failure, step: Step) -> bool:
        with self._lock:
            known_to_work = self._settled and step >= self._step
        return failure.malformed and (not known_to_work or is_about_format(failure.body))

    def _remember(self, step: Step) -> None:
        self._refusals.answered()
        with self._lock:
            self._step = max(self._step, step)
            self._settled = True


def _is_readable(completion: Completion) -> bool:
    try:
        parse_object(completion.reply.text)
    except NoJsonError:
        return False
    return True


def _value(completion: Completion) -> JsonObject:
    try:
        return parse_object(completion.reply.text)
    except NoJsonError as error:
        raise UnreadableReplyError(_why(completion, error), reply=completion.reply.text) from error


def _why(completion: Completion, error: NoJsonError) -> str:
    if completion.refusal:
        return f"the model refused: {excerpt(completion.refusal)}"
    if completion.cut_off:
        return "the model's answer was cut off by the bound on its length, twice"
    text = completion.reply.text
    return f"{error}: {excerpt(text)}" if text else "the model's answer is empty"
