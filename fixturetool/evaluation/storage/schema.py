"""The JSON Schema of ``run.json``."""

from typing import cast

from fixturetool.evaluation.run import RUN_SCHEMA
from fixturetool.evaluation.storage.layout import JSON
from fixturetool.evaluation.storage.store import run_adapter
from fixturetool.evaluation.storage.texts import FIELDS, TABLE

Schema = dict[str, JSON]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def run_schema() -> Schema:
    """Return the schema that every ``run.json`` of this version keeps."""
    schema = cast("Schema", run_adapter().json_schema(mode="serialization"))
    definitions = cast("dict[str, Schema]", schema["$defs"])
    hit = cast("Schema", definitions["RunHit"]["properties"])
    for field in FIELDS:
        hit[field] = {
            "anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0}],
            "description": f"The text, or its 0-based place in '{TABLE}'.",
        }
    properties = cast("Schema", schema["properties"])
    properties["schema"] = {"const": RUN_SCHEMA}
    properties[TABLE] = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Texts that hits have more than once.",
    }
    cast("list[JSON]", schema["required"]).append(TABLE)
    simplify(schema)
    return {"$schema": DIALECT, "title": RUN_SCHEMA, **schema}


def simplify(schema: JSON) -> None:
    """Take out titles, which repeat the names, and all of a description but what it begins with.

    A property of that name is no title.
    """
    if isinstance(schema, dict):
        if isinstance(schema.get("title"), str):
            del schema["title"]
        description = schema.get("description")
        if isinstance(description, str):
            schema["description"] = description.partition("\n\n")[0]
        for value in schema.values():
            simplify(value)
    elif isinstance(schema, list):
        for item in schema:
            simplify(item)
