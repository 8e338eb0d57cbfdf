"""The JSON Schema of the facet lane's report, ``fixturetool.report/1``."""

from typing import cast

from fixturetool.evaluation.run import RunSettings
from fixturetool.evaluation.scores import Summary
from fixturetool.evaluation.storage.layout import JSON
from fixturetool.evaluation.storage.schema import DIALECT, simplify
from fixturetool.reporting.coverage.as_json import REPORT_SCHEMA
from fixturetool.reporting.notes import Grading

Schema = dict[str, JSON]

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_RANK: Schema = {"type": "integer", "minimum": 1}
_COUNT: Schema = {"type": "number", "minimum": 0}
_RATE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_GRADED_ON = (
    "What anchors were looked for in: full source files, the texts that came back (all of them "
    "where no path is a source of the corpus), or both."
)
_QUERY_CURVE = "StRecall@1 to StRecall@k of this query: the share of its own facets."
_RATES = {
    "coverage_rate": "coverage@k: covered facets over all facets, pooled over the queries.",
    "curve": "coverage@1 to coverage@k.",
    "mean_query_coverage_rate": "The mean over the queries of the share of their own facets.",
    "median_query_coverage_rate": "The median of the same.",
}


def report_schema() -> Schema:
    """Return the schema that every report of the facet lane keeps."""
    summary = _summary()
    schema = _object(
        schema={"const": REPORT_SCHEMA},
        kind={"const": "coverage"},
        run=_TEXT,
        created_at=_TEXT,
        tool_version=_TEXT,
        settings=_record(RunSettings),
        retriever={"type": "object"},
        corpora=_map(_TEXT),
        unreadable=_map({"type": "integer", "minimum": 1}),
        graded_on={"enum": list(Grading), "description": _GRADED_ON},
        fixtures=_list(_fixture()),
        categories=_map(summary),
        summary=summary,
        judge=_nullable({"type": "object"}),
    )
    return {"$schema": DIALECT, "title": REPORT_SCHEMA, **schema}


def _summary() -> Schema:
    schema = _record(Summary)
    for name, description in _RATES.items():
        cast("dict[str, Schema]", schema["properties"])[name]["description"] = description
    return schema


def _fixture() -> Schema:
    facet = _object(
        ranks=_list(_nullable(_RANK)),
        hit_rate=_nullable(_RATE),
        median_rank=_nullable(_RANK),
        winnable=_FLAG,
    )
    anchor = _object(passage=_TEXT, covers=_list(_TEXT), mean_sources=_nullable(_COUNT))
    source = _object(rank=_RANK, path=_TEXT, official=_nullable(_FLAG), facets=_list(_TEXT))
    ranking = _object(
        repeat=_RANK,
        sources=_list(source),
        latency_ms=_COUNT,
        error=_nullable(_TEXT),
        rewrite=_nullable(_TEXT),
        empty=_FLAG,
    )
    return _object(
        category=_TEXT,
        query=_TEXT,
        language=_TEXT,
        subtype=_TEXT,
        facets=_map(facet),
        coverage=_list({"type": "integer", "minimum": 0}),
        mean_coverage=_nullable(_COUNT),
        coverage_rate=_nullable(_RATE),
        missed=_list(_TEXT),
        curve={**_list(_RATE), "description": _QUERY_CURVE},
        matching_sources=_nullable(_COUNT),
        anchors=_list(anchor),
        runs=_list(ranking),
    )


def _record(record: type) -> Schema:
    from pydantic import TypeAdapter

    schema = cast("Schema", TypeAdapter(record).json_schema(mode="serialization"))
    simplify(schema)
    return schema


def _object(**properties: JSON) -> Schema:
    """Describe an object that has all of these keys; a later version may add some."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}
