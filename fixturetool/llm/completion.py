"""What a provider sent with HTTP 200: a completion, or something else. Pure."""

import json
from dataclasses import dataclass
from typing import Any

from fixturetool.errors import ProviderReplyError
from fixturetool.llm.messages import Reply
from fixturetool.llm.structured import final_answer, sound

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion.

    Attributes:
        reply: What the model said.
        refusal: Why it would not answer, or ``""``.
    """

    reply: Reply
    refusal: str

    @property
    def usage(self) -> tuple[int | None, int | None]:
        """Tokens of the prompt and of the answer; None: the provider didn't tell."""
        return self.reply.prompt_tokens, self.reply.completion_tokens

    @property
    def cut_off(self) -> bool:
        """Whether the bound on tokens ended it."""
        return self.reply.finish_reason == "length"


def parse_completion(body: str, section: str = "judge") -> Completion:
    """Read a body as a completion; reasoning beside the content is passed over.

    Args:
        body: What came with HTTP 200.
        section: The settings that name the provider, for what is said of it.

    Raises:
        ProviderReplyError: It is none; the message shows how the body begins.
    """
    table = _table(body, section)
    choices = table.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    if not isinstance(first, dict) or not isinstance(message, dict):
        raise _no_completion(body, section)
    prompt_tokens, completion_tokens = _usage(table)
    reply = Reply(
        text=final_answer(sound(_content(message.get("content")))),
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        finish_reason=str(first.get("finish_reason") or ""),
    )
    refusal = message.get("refusal")
    return Completion(reply, sound(refusal) if isinstance(refusal, str) else "")


def _usage(table: dict[str, Any]) -> tuple[int | None, int | None]:
    usage = table.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))


def excerpt(body: str) -> str:
    """Return how a body begins, on one line and in quotes."""
    line = " ".join(sound(body).split())
    return f'"{line[:_SHOWN]}…"' if len(line) > _SHOWN else f'"{line}"'


def _table(body: str, section: str) -> dict[str, Any]:
    try:
        table = json.loads(body)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise _no_completion(body, section)
    return table


def _no_completion(body: str, section: str) -> ProviderReplyError:
    return ProviderReplyError(
        f"the provider's answer is no completion: {excerpt(body)}",
        hint=f"is {section}.base_url the address up to, without, /chat/completions?",
    )


def _content(content: object) -> str:
    """Return the text of a content, which is a text or a list of parts."""
    if isinstance(content, list):
        parts = [one for one in content if isinstance(one, dict) and one.get("type") == "text"]
        return "".join(str(one.get("text") or "") for one in parts)
    return content if isinstance(content, str) else ""


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
