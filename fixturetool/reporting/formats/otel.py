"""Spans of a run as OTLP: JSON lines for a file, or sent to a collector over HTTP."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fixturetool import __version__
from fixturetool.errors import ToolMissingError, UnansweredError, UsageError
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.formats.spans import Span, Value, resource, spans

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan

_INTERNAL = 1
_ERROR = 2
_TIMEOUT_SECONDS = 10
_BATCH = 512


def render_spans(report: Report) -> str:
    """Write the run as one line of OTLP JSON, as OpenTelemetry's file exporter lays it out."""
    scope = {"name": "fixturetool", "version": __version__}
    written = [_span(one) for one in spans(report.run)]
    document = {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes(resource(report.run))},
                "scopeSpans": [{"scope": scope, "spans": written}],
            }
        ]
    }
    return json.dumps(document, separators=(",", ":")) + "\n"


def send_spans(report: Report, endpoint: str) -> int:
    """Send the run to a collector by OTLP over HTTP, and return how many spans that were.

    Headers, certificates and compression are taken from the ``OTEL_EXPORTER_OTLP_*`` variables, as
    operators expect of OpenTelemetry's own exporter, which does the sending.

    Args:
        report: The run.
        endpoint: The collector, such as ``http://localhost:4318``; ``/v1/traces`` is appended where
            it has no path of its own.

    Raises:
        UsageError: The endpoint is no address.
        ToolMissingError: The extra ``otel`` is not installed.
        UnansweredError: The collector can't be reached, or did not take them.
    """
    url = _traces_url(endpoint)
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import SpanExportResult
    except ImportError as error:
        raise ToolMissingError(
            "sending spans needs OpenTelemetry", hint="pip install 'fixturetool[otel]'"
        ) from error
    sent = _readable(report)
    exporter = OTLPSpanExporter(endpoint=url, timeout=_TIMEOUT_SECONDS)
    with _overheard() as said:
        for at in range(0, len(sent), _BATCH):
            if exporter.export(sent[at : at + _BATCH]) is not SpanExportResult.SUCCESS:
                reason = f": {said[0]}" if said else ""
                raise UnansweredError(
                    f'the collector at "{url}" did not take the spans{reason}',
                    hint="is it up? OTEL_EXPORTER_OTLP_HEADERS holds the key that it may want",
                )
    return len(sent)


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """Keep what the exporter logs, in place of letting it onto the user's screen."""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("opentelemetry.exporter.otlp.proto.http")
    propagated, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated


def _traces_url(endpoint: str) -> str:
    from urllib.parse import urlsplit

    parts = urlsplit(endpoint)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(
            f'"{endpoint}" is no address of a collector', hint="such as http://localhost:4318"
        )
    return endpoint if parts.path.strip("/") else f"{endpoint.rstrip('/')}/v1/traces"


def _readable(report: Report) -> "list[ReadableSpan]":
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    from opentelemetry.trace import SpanContext, Status, StatusCode, TraceFlags

    made_by = Resource(dict(resource(report.run)))
    scope = InstrumentationScope("fixturetool", __version__)

    def context(one: Span, span_id: bytes) -> SpanContext:
        return SpanContext(
            int.from_bytes(one.trace),
            int.from_bytes(span_id),
            is_remote=False,
            trace_flags=TraceFlags(TraceFlags.SAMPLED),
        )

    return [
        ReadableSpan(
            name=one.name,
            context=context(one, one.id),
            parent=context(one, one.parent) if one.parent else None,
            resource=made_by,
            attributes=dict(one.attributes),
            status=Status(StatusCode.ERROR, one.error) if one.error else Status(),
            start_time=one.start,
            end_time=one.end,
            instrumentation_scope=scope,
        )
        for one in spans(report.run)
    ]


def _span(one: Span) -> Mapping[str, object]:
    return {
        "traceId": one.trace.hex(),
        "spanId": one.id.hex(),
        **({"parentSpanId": one.parent.hex()} if one.parent else {}),
        "name": one.name,
        "kind": _INTERNAL,
        "startTimeUnixNano": str(one.start),
        "endTimeUnixNano": str(one.end),
        "attributes": _attributes(one.attributes),
        "status": {"code": _ERROR, "message": one.error} if one.error else {},
    }


def _attributes(attributes: Mapping[str, Value]) -> Sequence[Mapping[str, object]]:
    return [{"key": key, "value": _value(value)} for key, value in attributes.items()]


def _value(value: Value) -> Mapping[str, object]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, str):
        return {"stringValue": value}
    return {"arrayValue": {"values": [_value(item) for item in value]}}
