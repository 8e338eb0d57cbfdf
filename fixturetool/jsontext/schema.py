"""Pieces of which the JSON Schemas of the files that people write are made."""

from collections.abc import Mapping, Sequence

Schema = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def text(description: str, *, filled: bool = False) -> Schema:
    """Describe a string; ``filled`` wants a character that is no white space."""
    schema: Schema = {"type": "string", "description": description}
    return schema | ({"pattern": r"\S"} if filled else {})


def texts(description: str, **more: object) -> Schema:
    """Describe a list of strings."""
    return {"type": "array", "description": description, "items": {"type": "string"}, **more}


def record(
    description: str, required: Sequence[str], properties: Mapping[str, Schema], *, closed: bool
) -> Schema:
    """Describe an object; a ``closed`` one has no other keys."""
    schema: Schema = {
        "type": "object",
        "description": description,
        "required": list(required),
        "properties": dict(properties),
    }
    return schema | ({"additionalProperties": False} if closed else {})
