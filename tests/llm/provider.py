"""A model asked through real sockets, with replies from a script."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from fixturetool.llm.cache import AnswerCache
from fixturetool.llm.chat import Chat
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import Answer, JsonSchema, Message
from fixturetool.llm.usage import Budget
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Format, Script, ScriptedReply
from fixturetool.testing.wire import Received

CANARY = "sk-canary-5f3a9c7e1b"
SCHEMA = JsonSchema("verdict", {"type": "object", "properties": {"attested": {"type": "boolean"}}})
YES = ScriptedReply('{"attested": true}')
BUSY = ScriptedReply("busy", status=503)


def prompt(text: str = "does 「红绳」 say it?") -> tuple[Message, ...]:
    return (Message("system", "You verify claims."), Message("user", text))


@dataclass
class Provider:
    """A chat at a scripted server; ``pauses`` are the waits between attempts, not waited for."""

    server: ChatServer
    chat: Chat
    pauses: list[float] = field(default_factory=list)

    def ask(self, text: str = "does 「红绳」 say it?", *, max_tokens: int = 50) -> Answer:
        return self.chat.ask(prompt(text), SCHEMA, max_tokens=max_tokens)

    @property
    def formats(self) -> list[str]:
        return [request.response_format for request in self.server.requests]

    @property
    def max_tokens(self) -> list[int]:
        return [request.payload["max_tokens"] for request in self.server.requests]


@contextmanager
def provider(
    *replies: ScriptedReply,
    accepts: Format = "json_schema",
    answer: Callable[[Received], ScriptedReply] | None = None,
    cache_in: Path | None = None,
    budget: Budget | None = None,
    timeout_seconds: float = 20.0,
    max_retries: int = 3,
    base_path: str = "",
) -> Iterator[Provider]:
    with ChatServer(answer or Script(replies, accepts=accepts)) as server:
        endpoint = Endpoint(
            "a-model", server.base_url + base_path, CANARY, timeout_seconds, max_retries, "THE_KEY"
        )
        pauses: list[float] = []
        cache = AnswerCache(cache_in) if cache_in else None
        with Chat(endpoint, budget=budget, cache=cache, wait=pauses.append) as chat:
            yield Provider(server, chat, pauses)


def told(reply: ScriptedReply, prompt_tokens: int, completion_tokens: int) -> ScriptedReply:
    return replace(reply, usage=(prompt_tokens, completion_tokens))
