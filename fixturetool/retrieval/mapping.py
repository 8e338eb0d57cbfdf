"""How a search API is asked and read: a request template and JMESPath expressions."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, SettingsError
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.records import parse_hit
from fixturetool.settings.retriever import AnswerSettings

if TYPE_CHECKING:
    from jmespath.parser import ParsedResult

PLACEHOLDERS = ("query", "k", "top_k", "language", "chunk_context")
"""What a template may hold in braces."""

_PLACEHOLDER = re.compile(f"{{({'|'.join(PLACEHOLDERS)})}}")


def fill(template: object, values: Mapping[str, str | int]) -> object:
    """Put values into every text of a JSON value.

    A text that is nothing but a placeholder becomes the value itself, so that ``"{k}"`` is a
    number; within a longer text the value is spelled out. Values are not looked at again, so
    a query may hold braces. Other braces stay as they are.

    Args:
        template: A JSON value.
        values: Every one of ``PLACEHOLDERS`` to its value.
    """
    if isinstance(template, str):
        whole = _PLACEHOLDER.fullmatch(template)
        if whole:
            return values[whole[1]]
        return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), template)
    if isinstance(template, Mapping):
        return {key: fill(value, values) for key, value in template.items()}
    if isinstance(template, Sequence):
        return [fill(value, values) for value in template]
    return template


def holds(template: object, placeholder: str) -> bool:
    """Tell whether a placeholder stands anywhere in a template."""
    if isinstance(template, str):
        return f"{{{placeholder}}}" in template
    if isinstance(template, Mapping):
        return any(holds(value, placeholder) for value in template.values())
    return isinstance(template, Sequence) and any(holds(value, placeholder) for value in template)


class AnswerReader:
    """Reads the hits out of an answer.

    Args:
        expressions: Where they are.

    Raises:
        SettingsError: An expression is not valid JMESPath, or one that is needed is empty.
    """

    def __init__(self, expressions: AnswerSettings) -> None:
        self._list_at = expressions.hits
        compiled = dict(_compiled(expressions))
        for needed in ("hits", "path"):
            if needed not in compiled:
                raise SettingsError(f"retriever.http.answer.{needed} must not be empty")
        self._hits = compiled.pop("hits")
        self._of_hit: Mapping[str, ParsedResult] = compiled

    def read(self, answer: object) -> list[Hit]:
        """Return the hits in the order in which they stand there.

        Args:
            answer: The JSON value that came back.

        Raises:
            RetrievalError: There is no list where one should be, or a hit is not as it should be.
        """
        found = _searched(self._hits, answer, "hits")
        if not isinstance(found, list):
            raise RetrievalError(
                f'the answer has no list at "{self._list_at}": it is {_outline(answer)}'
            )
        return [self._hit(element, position) for position, element in enumerate(found, start=1)]

    def _hit(self, element: object, position: int) -> Hit:
        where = f"hit {position}"
        values = {
            name: _searched(expression, element, name) for name, expression in self._of_hit.items()
        }
        if values["path"] is None:
            raise RetrievalError(f"{where} has no path: it is {_outline(element)}")
        return parse_hit(values, where)


def _compiled(expressions: AnswerSettings) -> "Iterator[tuple[str, ParsedResult]]":
    import jmespath
    from jmespath.exceptions import JMESPathError

    for field in fields(expressions):
        text = getattr(expressions, field.name)
        try:
            if text:
                yield field.name, jmespath.compile(text)
        except JMESPathError as error:
            reason = " ".join(str(error).split())
            raise SettingsError(
                f'retriever.http.answer.{field.name} "{text}" is no JMESPath: {reason}'
            ) from error


def _searched(expression: "ParsedResult", value: object, name: str) -> object:
    from jmespath.exceptions import JMESPathError

    search: Callable[[object], object] = expression.search
    try:
        return search(value)
    except JMESPathError as error:
        reason = " ".join(str(error).split())
        raise RetrievalError(f"retriever.http.answer.{name} can't be applied: {reason}") from error


def _outline(value: object) -> str:
    if isinstance(value, Mapping):
        keys = ", ".join(f'"{key}"' for key in list(value)[:20])
        return f"an object with {keys}" if keys else "an object without keys"
    kinds = {list: "a list", str: "text", type(None): "null", bool: "true or false"}
    return kinds.get(type(value), "a number")
