import gzip
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fixturetool.errors import UnansweredError, UsageError
from fixturetool.reporting.formats.otel import render_spans, send_spans
from fixturetool.reporting.formats.registry import Report
from tests.reporting.runs import MIXED, OIL, run_of

RUN = run_of(OIL)


def spans() -> list[dict[str, object]]:
    [resource] = json.loads(render_spans(Report(RUN)))["resourceSpans"]
    found: list[dict[str, object]] = resource["scopeSpans"][0]["spans"]
    return found


def attributes(span: dict[str, object]) -> dict[str, object]:
    found: list[dict[str, object]] = span["attributes"]  # type: ignore[assignment]
    return {str(one["key"]): next(iter(one["value"].values())) for one in found}  # type: ignore[attr-defined]


def test_a_line_holds_the_run_and_below_it_each_retrieval() -> None:
    root, *children = spans()
    assert "parentSpanId" not in root
    assert [child["parentSpanId"] for child in children] == [root["spanId"]] * 3
    assert {len(str(span["traceId"])) for span in spans()} == {32}


def test_a_retrieval_lasts_as_long_as_its_latency() -> None:
    _, first, second, _ = spans()
    assert int(str(first["endTimeUnixNano"])) - int(str(first["startTimeUnixNano"])) == 2_000_000
    assert second["startTimeUnixNano"] == first["endTimeUnixNano"]


def test_a_retrieval_names_query_documents_and_scores() -> None:
    told = attributes(spans()[1])
    assert told["gen_ai.retrieval.query.text"] == "灯塔的灯烧过什么？"
    assert told["retrieval.documents.1.document.id"] == "voice/蔺.txt"
    assert told["fixturetool.score.StRecall@3"] == 0.5


def test_a_failed_retrieval_is_an_error() -> None:
    assert spans()[3]["status"] == {"code": 2, "message": "the server answered 503"}


def test_texts_that_came_back_stay_at_home() -> None:
    assert "鱼油。" not in json.dumps(spans(), ensure_ascii=False)


@pytest.mark.parametrize(
    "endpoint", [pytest.param("localhost:4318", id="no-scheme"), pytest.param("ftp://x", id="ftp")]
)
def test_an_endpoint_is_an_http_address(endpoint: str) -> None:
    with pytest.raises(UsageError, match="is no address of a collector"):
        send_spans(Report(RUN), endpoint)


class Collector(BaseHTTPRequestHandler):
    """Takes spans as a collector does, or refuses them."""

    status = 200
    received: list[tuple[str, str, bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.received.append((self.path, self.headers.get("api-key", ""), body))
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None: ...


@pytest.fixture(name="collector")
def started() -> Iterator[tuple[str, type[Collector]]]:
    handler = type("Handler", (Collector,), {"received": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()


@pytest.mark.integration
def test_a_collector_receives_every_span_and_the_key(
    collector: tuple[str, type[Collector]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(
        "opentelemetry.exporter.otlp.proto.http", reason="the extra otel is missing"
    )
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    address, handler = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=secret")
    assert send_spans(Report(MIXED), address) == 7
    [(path, key, body)] = handler.received
    assert (path, key) == ("/v1/traces", "secret")
    request = ExportTraceServiceRequest.FromString(body)
    received = request.resource_spans[0].scope_spans[0].spans
    written = json.loads(render_spans(Report(MIXED)))["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert [one.span_id.hex() for one in received] == [one["spanId"] for one in written]


@pytest.mark.integration
def test_a_collector_that_refuses_is_told(collector: tuple[str, type[Collector]]) -> None:
    pytest.importorskip(
        "opentelemetry.exporter.otlp.proto.http", reason="the extra otel is missing"
    )
    address, handler = collector
    handler.status = 401
    with pytest.raises(UnansweredError, match="did not take the spans"):
        send_spans(Report(RUN), address)
