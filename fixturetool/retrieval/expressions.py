"""JMESPath expressions, made ready to be applied many times."""

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, SettingsError

if TYPE_CHECKING:
    from jmespath.parser import ParsedResult

Finder = Callable[[object], object]
"""From a JSON value to what an expression finds in it; None: nothing."""

# Names and dots alone mean the same to JMESPath, which takes many times as long to say so.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")


def compile_expression(text: str, name: str) -> Finder:
    """Return what applies an expression.

    What is returned raises RetrievalError where the expression can't be applied.

    Args:
        text: The expression.
        name: The setting that it comes from, told in errors.

    Raises:
        SettingsError: It is no JMESPath.
    """
    if _PLAIN.fullmatch(text):
        first, *others = text.split(".")
        return partial(_walk, (first, *others)) if others else _getter(first)
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        compiled = jmespath.compile(text)
    except JMESPathError as error:
        raise SettingsError(f'{name} "{text}" is no JMESPath: {_flat(error)}') from error
    return partial(_searched, compiled, name)


def _getter(name: str) -> Finder:
    """Return what looks one name up, as most expressions do, once for each value of a hit."""

    def get(value: object) -> object:
        return value.get(name) if isinstance(value, dict) else None

    return get


def _walk(names: tuple[str, ...], value: object) -> object:
    for name in names:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def _searched(expression: "ParsedResult", name: str, value: object) -> object:
    from jmespath.exceptions import JMESPathError

    search: Finder = expression.search
    try:
        return search(value)
    except JMESPathError as error:
        raise RetrievalError(f"{name} can't be applied: {_flat(error)}") from error


def _flat(error: Exception) -> str:
    return " ".join(str(error).split())
