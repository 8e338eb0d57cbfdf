"""One sitting of the judge: the model, what it was asked before, and the evidence."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from fixturetool.judge.asking import Lack
from fixturetool.judge.evidence import Entry, Evidence
from fixturetool.judge.prompts import Prompt
from fixturetool.llm.cache import AnswerCache
from fixturetool.llm.chat import Chat
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import Answer, Reply, Step
from fixturetool.llm.usage import Budget
from fixturetool.progress import Progress
from fixturetool.settings.judge import JudgeSettings


class AskAgain(AnswerCache):
    """A cache that is written and never read."""

    def get(self, name: str) -> tuple[Reply, Step] | None:
        """Return None."""
        del name
        return None


@dataclass(slots=True)
class Recalled:
    """How many answers were known already, counted by facet or span."""

    answers: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """What both passes work with; closed by ``with``.

    Attributes:
        endpoint: The model.
        chat: The way to it.
        cache: Settled answers.
        settings: Bounds and votes.
        evidence: Where everything is noted.
        progress: Told of the calls.
        recalled: Counts answers that needed no call.
    """

    endpoint: Endpoint
    chat: Chat
    cache: AnswerCache
    settings: JudgeSettings
    evidence: Evidence
    progress: Progress
    recalled: Recalled = field(default_factory=Recalled)

    def answer_tokens(self, most: int) -> int:
        """Return the bound of an answer: a small model's window is not spent on it alone."""
        return min(most, self.settings.context_tokens // 4)

    def recall(self, prompt: Prompt) -> Answer | None:
        """Return the settled answer to a prompt, or None."""
        return self.chat.recall(prompt.messages, prompt.schema)

    def keep(self, prompt: Prompt, answer: Answer) -> None:
        """Keep an answer as the settled one to a prompt, though another one brought it."""
        name = self.chat.prompt_hash(prompt.messages, prompt.schema)
        self.cache.put(name, answer.reply, answer.step)

    def note(self, entry: Entry) -> None:
        """Add to the evidence."""
        self.evidence.note(entry)

    def note_reply(self, entry: Entry, version: str, outcome: Answer | Lack) -> None:
        """Add to the evidence, with what the model replied.

        Args:
            entry: What is known beside the reply.
            version: Which wording the prompt had.
            outcome: The reply, or what stands in its place.
        """
        self.note(
            replace(
                entry,
                model=self.endpoint.model,
                version=version,
                prompt=outcome.prompt_hash,
                reply=outcome.reply.text if isinstance(outcome, Answer) else outcome.reply,
                cached=isinstance(outcome, Answer) and outcome.cached,
            )
        )

    def close(self) -> None:
        """Close the connections."""
        self.chat.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_session(
    endpoint: Endpoint,
    settings: JudgeSettings,
    state_dir: Path,
    *,
    evidence: Evidence,
    progress: Progress,
    budget: Budget | None = None,
    reuse: bool = True,
) -> Session:
    """Open a sitting; no connection is made yet.

    Args:
        endpoint: The model.
        settings: Bounds and votes.
        state_dir: The folder of derived files.
        evidence: Where everything is noted.
        progress: Told of the calls.
        budget: What may be spent; None: without a bound.
        reuse: Whether settled answers count; new ones are kept in either case.
    """
    cache = AnswerCache(state_dir) if reuse else AskAgain(state_dir)
    chat = Chat(endpoint, budget=budget, cache=cache)
    return Session(endpoint, chat, cache, settings, evidence, progress)
