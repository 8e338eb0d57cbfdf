"""JSON documents for programs."""

import json
from collections.abc import Mapping

from fixturetool.reporting.terminal import escape_json


def json_document(schema: str, content: Mapping[str, object]) -> str:
    """Return a document that says what it is: the key ``schema`` stands before its content.

    Args:
        schema: Name and version, such as ``fixturetool.search/1``.
        content: The other keys, in their order; values as ``json_text`` takes them.
    """
    return json_text({"schema": schema, **content})


def json_text(value: object) -> str:
    """Return a JSON value indented by 2, safe on a terminal, with one line feed at its end.

    Args:
        value: Mappings, sequences, texts, numbers, booleans and None.
    """
    return escape_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
