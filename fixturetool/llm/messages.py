"""What is asked of a model and what comes back, as records."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class JsonSchema:
    """The JSON Schema of the object that a model is to answer with.

    Attributes:
        name: Letters, digits, ``_`` and ``-``, as the protocol demands.
        schema: The schema itself, of type ``object``.
    """

    name: str
    schema: JsonObject


class Step(IntEnum):
    """How an endpoint is asked for JSON, strongest first."""

    JSON_SCHEMA = 0
    JSON_OBJECT = 1
    PLAIN = 2


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    Attributes:
        text: The final answer, thinking removed.
        prompt_tokens: As the provider counted them, or None.
        completion_tokens: The same of the answer, thinking included.
        finish_reason: Why the model stopped: ``stop``, ``length``, …
    """

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    finish_reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply that could be read.

    Attributes:
        value: The JSON object. A key that was given twice with different values is null.
        reply: What the model said.
        step: How it was asked for JSON.
        prompt_hash: SHA-256 of what was asked, in hex: the name of the answer in the cache.
        cached: It comes from the cache; no call was made.
    """

    value: JsonObject
    reply: Reply
    step: Step
    prompt_hash: str
    cached: bool
