"""What the JSON Schema of datasets says to an editor."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from fixturetool.datasets.schema import dataset_schema
from fixturetool.datasets.wire import PAGE_KEYS, WireLocation, WirePathEntry

SCHEMA: Any = dataset_schema()
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)
SHIPPED = sorted((Path(__file__).parents[2] / "eval_datasets").glob("*.json"))
ENTRY = SCHEMA["then"]["items"]["properties"]
PATH = {"question": "何处？", "expected_paths": ["a.txt"]}
SPAN = {"path": "a.txt", "unit": "line", "start": 1, "end": 2}
PAGE = {"question": "Where?", "expected_pages": [5], "figure_ref": "", "kind": "locate"}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in SHIPPED])
def test_shipped_files_keep_it(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(
            [PATH | {"expected_locations": [SPAN], "mine": 1}], id="paths, a key of one's own"
        ),
        pytest.param([{"question": "", "expected_chunks": []}], id="the old name of paths"),
        pytest.param([], id="no entries yet"),
        pytest.param({"repo_id": "manual", "items": [PAGE]}, id="pages"),
    ],
)
def test_what_may_be_written(value: object) -> None:
    VALIDATOR.validate(value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param([{"question": "何处？"}], id="no paths"),
        pytest.param([PATH | {"expected_paths": "a.txt"}], id="one path for a list"),
        pytest.param([PATH | {"expected_locations": [SPAN | {"unit": "lines"}]}], id="a unit"),
        pytest.param([PATH | {"expected_locations": [SPAN | {"start": 0}]}], id="a line 0"),
        pytest.param({"items": [PAGE]}, id="no corpus"),
        pytest.param({"corpus_id": "manual", "items": [PAGE | {"kind": "find"}]}, id="a kind"),
        pytest.param(
            {"corpus_id": "manual", "items": [PAGE | {"expected_pages": []}]}, id="no page"
        ),
    ],
)
def test_typical_mistakes(value: object) -> None:
    assert not VALIDATOR.is_valid(value)


@pytest.mark.parametrize(
    ("described", "keys"),
    [
        pytest.param(ENTRY, [*WirePathEntry.model_fields, "expected_chunks"], id="path entry"),
        pytest.param(
            ENTRY["expected_locations"]["items"]["properties"],
            WireLocation.model_fields,
            id="location",
        ),
        pytest.param(
            SCHEMA["else"]["properties"]["items"]["items"]["properties"], PAGE_KEYS, id="page entry"
        ),
    ],
)
def test_every_key_is_there_and_described(described: Any, keys: list[str]) -> None:
    assert described.keys() == set(keys)
    assert all(len(schema["description"]) > 5 for schema in described.values())
