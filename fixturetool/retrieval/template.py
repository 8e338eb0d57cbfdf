"""The template of a request: a JSON value with placeholders in its texts."""

import re
from collections.abc import Mapping, Sequence

PLACEHOLDERS = ("query", "k", "top_k", "language", "chunk_context", "vector")
"""What a template may hold in braces."""

_PLACEHOLDER = re.compile(f"{{({'|'.join(PLACEHOLDERS)})}}")

Value = str | int | Sequence[float]
"""What a placeholder becomes: a vector where it is ``{vector}``."""


def fill(template: object, values: Mapping[str, Value]) -> object:
    """Put values into every text of a JSON value.

    A text that is nothing but a placeholder becomes the value itself, so that ``"{k}"`` is a
    number; within a longer text the value is spelled out. Values are not looked at again, so
    a query may hold braces. Other braces stay as they are, and so does a placeholder without
    a value.

    Args:
        template: A JSON value.
        values: Some of ``PLACEHOLDERS`` to their values.
    """
    if isinstance(template, str):
        whole = _PLACEHOLDER.fullmatch(template)
        if whole and whole[1] in values:
            return values[whole[1]]
        return _PLACEHOLDER.sub(lambda match: str(values.get(match[1], match[0])), template)
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
