"""What a scripted provider answers: replies, and the rules that choose one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

Format = Literal["json_schema", "json_object", "text"]
FORMATS: tuple[Format, ...] = ("text", "json_object", "json_schema")


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One answer of the provider.

    Attributes:
        content: The message's text; None is sent as ``null``.
        reasoning: Sent beside it as ``reasoning_content``, or ``""`` for none.
        finish_reason: Why the model stopped: ``stop``, ``length``, …
        usage: Prompt and completion tokens to report; None reports none.
        status: The HTTP status; from 400 on, ``content`` is the error's message.
        headers: More response headers, such as ``Retry-After``.
        delay_seconds: Waited before the answer is sent.
        body: Sent as it is in place of a completion, whatever it holds.
        content_type: The type that the answer claims to be of.
        cut: Break the connection off in the middle of the body.
    """

    content: str | None = None
    reasoning: str = ""
    finish_reason: str = "stop"
    usage: tuple[int, int] | None = (100, 10)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_seconds: float = 0.0
    body: str | None = None
    content_type: str = "application/json"
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Replies for the prompts that contain certain texts.

    Attributes:
        contains: Texts that all must be in the prompt; none: every prompt.
        replies: Used one after the other; the last one is used again and again.
    """

    contains: tuple[str, ...]
    replies: tuple[ScriptedReply, ...]


NOTHING_FITS = ScriptedReply("no rule of the script fits this prompt", status=400)


class Script:
    """Chooses the reply to each prompt; used from several threads.

    The queue is served first, in the order in which requests come; then the first rule that fits,
    then the default.
    """

    def __init__(
        self,
        queue: Sequence[ScriptedReply] = (),
        rules: Sequence[Rule] = (),
        default: ScriptedReply = NOTHING_FITS,
        accepts: Format = "json_schema",
    ) -> None:
        self._queue = list(queue)
        self._rules = tuple(rules)
        self._used = [0] * len(self._rules)
        self._default = default
        self._accepts = accepts
        self._lock = Lock()

    def reply_to(self, prompt: str, wanted: str) -> ScriptedReply:
        """Return the reply to a prompt.

        Args:
            prompt: The contents of all messages, joined by line breaks.
            wanted: The type of its ``response_format``; ``text`` where there is none.
        """
        if wanted not in FORMATS[: FORMATS.index(self._accepts) + 1]:
            return ScriptedReply("This response_format type is unavailable now", status=400)
        with self._lock:
            if self._queue:
                return self._queue.pop(0)
            for position, rule in enumerate(self._rules):
                if all(text in prompt for text in rule.contains):
                    turn = min(self._used[position], len(rule.replies) - 1)
                    self._used[position] += 1
                    return rule.replies[turn]
            return self._default
