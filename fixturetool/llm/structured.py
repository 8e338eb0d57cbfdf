"""How JSON is asked for, and how it is taken from what a model wrote. Pure."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from fixturetool.llm.messages import JsonObject, JsonSchema, JsonValue, Message, Step

_THOUGHT = re.compile(r"<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_THOUGHT_START = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
# Where JSON begins in prose: a brace that a quote or its partner follows, or a list of such.
_BEGINNING = re.compile(r'\{(?=\s*["}])|\[(?=\s*\{\s*["}])')
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ABOUT_FORMAT = re.compile(
    r"response.?format|json.?schema|json.?object|json.?mode|structured|guided|grammar",
    re.IGNORECASE,
)


class NoJsonError(ValueError):
    """A text holds no JSON object, or more than one; the message says which."""


def response_format(step: Step, schema: JsonSchema) -> dict[str, JsonValue] | None:
    """Return the request's ``response_format`` for a step; None: leave it out."""
    if step is Step.JSON_SCHEMA:
        named: dict[str, JsonValue] = {
            "name": schema.name,
            "schema": dict(schema.schema),
            "strict": True,
        }
        return {"type": "json_schema", "json_schema": named}
    return {"type": "json_object"} if step is Step.JSON_OBJECT else None


def with_instructions(
    messages: Sequence[Message], step: Step, schema: JsonSchema
) -> tuple[Message, ...]:
    """Return the messages for a step: below the first, the schema is part of the prompt.

    It goes to the system message, away from the data that stands in the others.
    """
    if step is Step.JSON_SCHEMA:
        return tuple(messages)
    text = json.dumps(schema.schema, ensure_ascii=False)
    order = f"Answer with one json object and nothing else. Its JSON schema: {text}"
    if messages and messages[0].role == "system":
        first = replace(messages[0], content=f"{messages[0].content}\n\n{order}")
        return (first, *messages[1:])
    return (Message("system", order), *messages)


def is_about_format(error: str) -> bool:
    """Tell whether a provider's HTTP 400 complains about the structured output."""
    return _ABOUT_FORMAT.search(error) is not None


def final_answer(text: str) -> str:
    """Return what a model wrote without its thinking; ``""`` when it never got past that.

    A text that is JSON as a whole is the answer, whatever its strings contain.
    """
    if _is_json(text):
        return text.strip()
    text = _THOUGHT.sub("", text)
    text = _THOUGHT_END.split(text)[-1]
    return _THOUGHT_START.split(text)[0].strip()


def parse_object(answer: str) -> JsonObject:
    """Return the one JSON object of an answer, in a fence or in prose as it may be.

    Keys given twice with different values are null, so that neither of the two counts.

    Args:
        answer: The text without thinking.

    Raises:
        NoJsonError: There is none, it is broken, or there are several that differ.
    """
    try:
        values = [_decode(answer.strip(), 0)[0]] if _is_json(answer) else _in_prose(answer)
    except ValueError as error:
        # What else looks like JSON may be a part of what is broken, torn out of its context.
        raise NoJsonError(f"broken JSON: {error}") from error
    except RecursionError as error:
        raise NoJsonError("the JSON is nested too deep") from error
    distinct = list({json.dumps(value, sort_keys=True): value for value in values}.values())
    found = [value for value in distinct if value != {}] or distinct
    if len(found) > 1:
        raise NoJsonError(f"{len(found)} different JSON values where one object was asked for")
    if not found or not isinstance(found[0], dict):
        raise NoJsonError("no JSON object")
    return found[0]


def sound(text: str) -> str:
    """Return a text that can be encoded: halves of surrogate pairs become U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _in_prose(answer: str) -> list[JsonValue]:
    values = []
    position = 0
    while match := _BEGINNING.search(answer, position):
        value, position = _decode(answer, match.start())
        values.append(value)
    return values


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _decode(text: str, start: int) -> tuple[JsonValue, int]:
    value: JsonValue
    value, end = _DECODER.raw_decode(text, start)
    return value, end


def _without_contradictions(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for raw, raw_value in pairs:
        key = sound(raw)
        value = _sound_value(raw_value)
        same = key not in found or _same(found[key], value)
        found[key] = value if same else None
    return found


def _same(one: JsonValue, other: JsonValue) -> bool:
    return type(one) is type(other) and one == other  # True == 1 is Python's view, not JSON's


def _sound_value(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return sound(value)
    return [_sound_value(one) for one in value] if isinstance(value, list) else value


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_without_contradictions, parse_constant=_no_constant)
