"""The JSON Schema of a dataset file, which is a list (paths) or an object (pages).

Keys that are not named here are kept by every command, so the schema lets them pass.
"""

from fixturetool.jsontext.schema import DIALECT, Schema, record, text, texts

_ORDINAL: Schema = {"type": "integer", "minimum": 1}
_QUESTION = text("The question that is asked.")
_ID = text("A name of its own, by which runs know it; one is made where it is missing.")
_TAGS = texts("Words by which reports group entries.")


def dataset_schema() -> Schema:
    """Return the schema of the files of ``eval-paths`` and ``eval-pages``."""
    return {
        "$schema": DIALECT,
        "title": "A dataset of fixturetool",
        "description": "A list of entries for eval-paths, or an object with items for eval-pages.",
        "if": {"type": "array"},
        "then": {"items": _path_entry()},
        "else": _page_dataset(),
    }


def _path_entry() -> Schema:
    paths = texts("The documents that should come back; empty: none is known.")
    entry = record(
        "A question, and where its answer stands.",
        ("question",),
        {
            "entry_id": _nullable(_ID),
            "question": _QUESTION,
            "expected_paths": paths,
            "expected_chunks": {**paths, "deprecated": True},
            "expected_locations": {
                "type": "array",
                "description": "Where in the expected documents; one location a path at most.",
                "items": _location(),
            },
            "expected_answer": _nullable(text("The answer, for people.")),
            "evidence_quote": _nullable(text("The words that attest it, for people.")),
            "tags": _TAGS,
        },
        closed=False,
    )
    either = [{"required": ["expected_paths"]}, {"required": ["expected_chunks"]}]
    return {**entry, "anyOf": either}


def _location() -> Schema:
    return record(
        "A span of pages or lines, both ends included.",
        ("path", "unit", "start", "end"),
        {
            "path": {**text("One of the expected paths."), "minLength": 1},
            "unit": {"enum": ["page", "line"], "description": "What start and end count, from 1."},
            "start": {**_ORDINAL, "description": "The first page or line."},
            "end": {**_ORDINAL, "description": "The last one."},
        },
        closed=False,
    )


def _page_dataset() -> Schema:
    names = ("corpus_id", "repo_id", "repo")
    dataset = record(
        "Questions about the pages of one corpus.",
        ("items",),
        {
            **{name: text("The corpus that the search API is asked for.") for name in names},
            "items": {
                "type": "array",
                "description": "One question each.",
                "minItems": 1,
                "items": _page_entry(),
            },
        },
        closed=False,
    )
    return {**dataset, "anyOf": [{"required": [name]} for name in names]}


def _page_entry() -> Schema:
    return record(
        "A question, and the pages that should come back.",
        ("question", "expected_pages", "figure_ref", "kind"),
        {
            "entry_id": _nullable(_ID),
            "question": _QUESTION,
            "expected_pages": {
                "type": "array",
                "description": "Numbers of pages, from 1; any of them is a hit.",
                "minItems": 1,
                "items": _ORDINAL,
            },
            "figure_ref": text('The figure, such as "Figure 5-6"; for people.'),
            "kind": {
                "enum": ["locate", "content"],
                "description": "locate: where the figure is; content: what it shows.",
            },
            "tags": {**_TAGS, "description": '"prose" makes the item part of the control.'},
        },
        closed=False,
    )


def _nullable(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}
