"""The file format of scripts: JSON, checked by hand so that every message names its place."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from fixturetool.errors import UsageError
from fixturetool.testing.script import FORMATS, NOTHING_FITS, Format, Rule, Script, ScriptedReply

V = TypeVar("V")


def load_script(path: Path) -> Script:
    """Read a script file.

    Raises:
        UsageError: It can't be read or is not a script; the message names the place.
    """
    try:
        return parse_script(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"'{path}' can't be read: {error.strerror}") from error
    except (UnicodeDecodeError, ValueError, UsageError) as error:
        raise UsageError(f"'{path}': {error}", hint="--help shows an example") from error


def parse_script(text: str) -> Script:
    """Read a script's text, a JSON object.

    Raises:
        ValueError: It is not JSON.
        UsageError: It is JSON but no script; the message names the place.
    """
    table = _Table(json.loads(text), "the script")
    table.allow("queue", "rules", "default", "accepts")
    return Script(
        queue=[_reply(one) for one in table.tables("queue")],
        rules=[_rule(one) for one in table.tables("rules")],
        default=_reply(table.table("default")) if "default" in table else NOTHING_FITS,
        accepts=table.choice("accepts", FORMATS, "json_schema"),
    )


def _rule(table: "_Table") -> Rule:
    table.allow("contains", "replies", *_REPLY_KEYS)
    texts = table.get("contains", [])
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise UsageError(f'{table.name}: "contains" is a text or a list of texts')
    if "replies" in table:
        replies = tuple(_reply(one) for one in table.tables("replies"))
        if not replies:
            raise UsageError(f'{table.name}: "replies" is empty')
        return Rule(tuple(texts), replies)
    return Rule(tuple(texts), (_reply(table.without("contains")),))


_REPLY_KEYS = (
    *("content", "reasoning", "finish_reason", "usage", "status", "headers", "delay_seconds"),
    *("body", "content_type", "cut"),
)


def _reply(table: "_Table") -> ScriptedReply:
    table.allow(*_REPLY_KEYS)
    content = table.get("content", None)
    reply = ScriptedReply(
        content=content if content is None or isinstance(content, str) else _json(content),
        reasoning=table.of("reasoning", str, ""),
        finish_reason=table.of("finish_reason", str, "stop"),
        status=table.of("status", int, 200),
        headers={name: str(value) for name, value in table.of("headers", dict, {}).items()},
        delay_seconds=float(table.of("delay_seconds", (int, float), 0)),
        cut=table.of("cut", bool, False),
    )
    if "usage" in table:
        reply = replace(reply, usage=_usage(table))
    if "body" in table:
        body = table.get("body", "")
        if isinstance(body, str):
            reply = replace(reply, body=body, content_type="text/html")
        else:
            reply = replace(reply, body=_json(body))
    return replace(reply, content_type=table.of("content_type", str, reply.content_type))


def _usage(table: "_Table") -> tuple[int, int] | None:
    value = table.get("usage", None)
    if value is None:
        return None
    if not isinstance(value, list) or [type(one) for one in value] != [int, int]:
        raise UsageError(f'{table.name}: "usage" is null or [prompt tokens, completion tokens]')
    return value[0], value[1]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Table:
    """A JSON object and the name of its place, for messages."""

    def __init__(self, value: object, name: str) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{name} is no JSON object")
        self._value: dict[str, object] = value
        self.name = name

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def allow(self, *keys: str) -> None:
        for key in self._value:
            if key not in keys:
                raise UsageError(f'{self.name}: unknown key "{key}"; known are {", ".join(keys)}')

    def without(self, key: str) -> "_Table":
        rest = {name: value for name, value in self._value.items() if name != key}
        return _Table(rest, self.name)

    def get(self, key: str, default: object) -> object:
        return self._value.get(key, default)

    def of(self, key: str, kind: type[V] | tuple[type[V], ...], default: V) -> V:
        value = self._value.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise UsageError(f'{self.name}: "{key}" can\'t be {_json(value)}')
        return value

    def choice(self, key: str, known: tuple[Format, ...], default: Format) -> Format:
        value = self._value.get(key, default)
        for one in known:
            if one == value:
                return one
        raise UsageError(f'{self.name}: "{key}" is one of {", ".join(known)}')

    def table(self, key: str) -> "_Table":
        return _Table(self._value[key], key)

    def tables(self, key: str) -> Iterator["_Table"]:
        for number, value in enumerate(self.of(key, list, []), start=1):
            yield _Table(value, f"{key}, number {number}")
