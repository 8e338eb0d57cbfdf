"""Prompts put to a model, so many at a time; replies are handled one by one as they come."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import Generic, TypeVar

from fixturetool.errors import (
    BudgetError,
    ProviderError,
    UnreadableReplyError,
)
from fixturetool.judge.parse import Opinion, Verdict
from fixturetool.judge.prompts import Prompt
from fixturetool.llm.chat import Chat
from fixturetool.llm.messages import Answer, JsonObject

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Ask(Generic[K]):
    """One question to a model.

    Attributes:
        key: What it is about, for whoever asks.
        prompt: The prompt.
        max_tokens: Bound of the answer, thinking included.
        settled: Tells whether an answer may be kept.
        sample: The 0-based number of the answer, where a prompt is asked several times.
    """

    key: K
    prompt: Prompt
    max_tokens: int
    settled: Callable[[JsonObject], bool]
    sample: int = 0

    def put_to(self, chat: Chat) -> Answer:
        """Ask it."""
        return chat.ask(
            self.prompt.messages,
            self.prompt.schema,
            max_tokens=self.max_tokens,
            sample=self.sample,
            settled=self.settled,
        )


@dataclass(frozen=True, slots=True)
class Lack:
    """What stands in place of an answer.

    Attributes:
        opinion: Why there is none.
        prompt_hash: The hash of what was asked, or would have been.
        reply: What the model replied where that can't be read; ``""`` where there is no reply.
    """

    opinion: Opinion
    prompt_hash: str
    reply: str = ""


def ask_all(
    chat: Chat, asks: Iterable[Ask[K]], jobs: int
) -> Iterator[tuple[Ask[K], Answer | Lack]]:
    """Ask questions, at most ``jobs`` at a time, and yield what came of each as it comes.

    The questions are taken one by one, by the calling thread, shortly before they are asked. After
    a refusal, while nothing was answered yet, no other one is asked until the calls under way have
    ended: they are paid for, and one of them may be answered.

    Yields:
        The question with its answer, or with what tells why there is none.

    Raises:
        ProviderRefusedError: The provider refuses every request, and answered none.
        StateError: An answer can't be kept.
    """
    finished: SimpleQueue[tuple[Ask[K], Future[Answer]]] = SimpleQueue()
    waiting = iter(asks)
    with _threads(jobs) as pool:
        under_way = _submit(pool, chat, islice(waiting, jobs), finished)
        while under_way:
            ask, future = finished.get()
            # What came is noted before another call is paid for.
            yield ask, _outcome(chat, ask, future)
            under_way -= 1
            free = 0 if chat.refused else jobs - under_way
            under_way += _submit(pool, chat, islice(waiting, free), finished)
    if refused := chat.refused:
        raise refused


def _submit(
    pool: ThreadPoolExecutor,
    chat: Chat,
    asks: Iterable[Ask[K]],
    finished: "SimpleQueue[tuple[Ask[K], Future[Answer]]]",
) -> int:
    count = 0
    for ask in asks:
        future = pool.submit(ask.put_to, chat)
        future.add_done_callback(partial(_report, finished, ask))
        count += 1
    return count


def _report(
    finished: "SimpleQueue[tuple[Ask[K], Future[Answer]]]", ask: Ask[K], future: Future[Answer]
) -> None:
    finished.put((ask, future))


def _outcome(chat: Chat, ask: Ask[K], future: Future[Answer]) -> Answer | Lack:
    """Turn a failure that concerns one question into a lack; raise every other one."""
    error = future.exception()
    if isinstance(error, ProviderError | BudgetError):
        opinion = Opinion(_verdict(error), " ".join(str(error).split()))
        name = chat.prompt_hash(ask.prompt.messages, ask.prompt.schema, ask.sample)
        return Lack(opinion, name, error.reply if isinstance(error, UnreadableReplyError) else "")
    return future.result()


def _verdict(error: ProviderError | BudgetError) -> Verdict:
    if isinstance(error, BudgetError):
        return Verdict.NOT_ASKED
    return Verdict.UNSCORED if isinstance(error, UnreadableReplyError) else Verdict.UNAVAILABLE


@contextmanager
def _threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Open a pool that is not waited for when it is left by an exception."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="judge")
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
