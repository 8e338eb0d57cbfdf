"""Requests and replies of a provider as they are on the wire."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fixturetool.testing.script import ScriptedReply


@dataclass(frozen=True, slots=True)
class Received:
    """A request that the server got.

    Attributes:
        path: The path asked for.
        headers: Its headers, with lower-cased names.
        payload: Its JSON body; empty when it was none.
        prompt: The contents of all messages, joined by line breaks.
    """

    path: str
    headers: Mapping[str, str]
    payload: Mapping[str, Any]
    prompt: str

    @property
    def response_format(self) -> str:
        """The structured output asked for: ``json_schema``, ``json_object`` or ``text``."""
        wanted = self.payload.get("response_format")
        return str(wanted.get("type")) if isinstance(wanted, dict) else "text"


def prompt_of(payload: Mapping[str, Any]) -> str:
    """Return the contents of a request's messages, joined by line breaks."""
    messages = payload.get("messages")
    listed = messages if isinstance(messages, list) else []
    contents = [one.get("content") for one in listed if isinstance(one, dict)]
    return "\n".join(content for content in contents if isinstance(content, str))


def body_of(reply: ScriptedReply) -> bytes:
    """Return the body that a reply is sent as."""
    if reply.body is not None:
        return reply.body.encode()
    if reply.status >= 400:
        return _encoded({"error": {"message": reply.content or "", "type": "scripted"}})
    message: dict[str, object] = {"role": "assistant", "content": reply.content}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    completion: dict[str, object] = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [choice],
    }
    if reply.usage is not None:
        prompt, answer = reply.usage
        completion["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
        }
    return _encoded(completion)


def _encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
