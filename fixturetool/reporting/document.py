"""JSON documents for programs."""

import json

from fixturetool.reporting.terminal import escape_json


def json_document(value: object) -> str:
    """Return a JSON value indented by 2, safe on a terminal, with one line feed at its end.

    Args:
        value: Mappings, sequences, texts, numbers, booleans and None.
    """
    return escape_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
