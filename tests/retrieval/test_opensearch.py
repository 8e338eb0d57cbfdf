"""The retriever ``opensearch`` against real sockets that speak the documented wire format."""

import json
import socket
import sys
import threading
from base64 import b64decode
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fixturetool.errors import (
    BusyError,
    RetrievalError,
    SettingsError,
    TransientError,
    UsageError,
)
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.databases.opensearch import OpenSearchRetriever
from fixturetool.retrieval.hybrid.model import open_model
from fixturetool.settings.answer import OpenSearchAnswer
from fixturetool.settings.databases import OpenSearchSettings
from fixturetool.settings.embedded import EmbeddingSettings
from tests.endless import without_end
from tests.retrieval.api import Api, Asked, Reply, always, running

JSON = {"Content-Type": "application/json; charset=UTF-8"}


def retriever(
    api: Api | str,
    *,
    timeout: float = 10,
    connections: int = 1,
    password: str = "",
    vectors_of: Api | None = None,
    **settings: object,
) -> OpenSearchRetriever:
    url = api if isinstance(api, str) else api.url.removesuffix("/api")
    embeddings = EmbeddingSettings(
        model="m" if vectors_of else "",
        base_url=vectors_of.url if vectors_of else EmbeddingSettings().base_url,
    )
    return OpenSearchRetriever(
        OpenSearchSettings(base_url=url, **{"index": "docs", **settings}),  # type: ignore[arg-type]
        {"X-Token": "s3cret"},
        password,
        open_model(embeddings, {}, "retriever.embeddings"),
        timeout_seconds=timeout,
        connections=connections,
    )


def ask(one: OpenSearchRetriever, query: str = "找零日", k: int = 4) -> list[Hit]:
    try:
        return list(one.retrieve(query, k, language="CHS", chunk_context=1))
    finally:
        one.close()


def answer(*hits: Mapping[str, object], **more: object) -> Reply:
    """Answer as ``POST /{index}/_search`` does."""
    document = {
        "took": 3,
        "timed_out": False,
        "_shards": {"total": 5, "successful": 5, "skipped": 0, "failed": 0},
        "hits": {
            "total": {"value": len(hits), "relation": "eq"},
            "max_score": 1.5,
            "hits": hits,
        },
        **more,
    }
    return Reply(json.dumps(document, ensure_ascii=False).encode(), 200, JSON)


def found(path: str, text: str = "", score: float | None = 1.5) -> dict[str, object]:
    source = {"path": path, "text": text}
    return {"_index": "docs", "_id": f"{path}#1", "_score": score, "_source": source}


def refusal(kind: str, reason: str) -> bytes:
    cause = {"type": kind, "reason": reason}
    return json.dumps({"error": {"root_cause": [cause], **cause}, "status": 400}).encode()


TOO_MANY_WORDS = (
    "too_many_clauses: maxClauseCount is set to 1024 "
    "(query_shard_exception: failed to create query: 找零日)"
)


def too_many_words() -> dict[str, Any]:
    """Return how Elasticsearch 7.0 refuses a query of more words than it takes."""
    cause = {"type": "query_shard_exception", "reason": "failed to create query: 找零日"}
    below = {"type": "too_many_clauses", "reason": "maxClauseCount is set to 1024"}
    return {
        "root_cause": [cause],
        "type": "search_phase_execution_exception",
        "reason": "all shards failed",
        "failed_shards": [{"shard": 0, "reason": {**cause, "caused_by": below}}],
    }


def failed_shard(reason: Mapping[str, object]) -> dict[str, object]:
    return {"total": 2, "successful": 1, "failed": 1, "failures": [{"reason": reason}]}


def failure_of(reply: Reply) -> RetrievalError:
    with always(reply) as api:
        with pytest.raises(RetrievalError) as caught:
            ask(retriever(api))
        url = api.url.removesuffix("/api")
        return type(caught.value)(str(caught.value).replace(url, "URL"))


def test_the_field_text_is_matched_unless_the_settings_say_otherwise() -> None:
    with always(answer()) as api:
        ask(retriever(api, top_k=50))
    (asked,) = api.asked
    assert (asked.method, asked.path) == ("POST", "/docs/_search")
    assert asked.json == {"size": 50, "query": {"match": {"text": "找零日"}}}


@pytest.mark.parametrize(
    ("k", "size"),
    [pytest.param(4, 20, id="over-fetched"), pytest.param(30, 30, id="never-fewer-than-k")],
)
def test_chunks_are_over_fetched(k: int, size: int) -> None:
    with always(answer()) as api:
        ask(retriever(api), k=k)
    assert api.asked[0].json["size"] == size


def test_the_request_is_that_of_the_settings() -> None:
    request = {
        "size": "{k}",
        "query": {"multi_match": {"query": "{query}", "fields": ["title^2", "body"]}},
        "collapse": {"field": "path"},
    }
    with always(answer()) as api:
        ask(retriever(api, request=request), '"a" {k}')
    assert api.asked[0].json == {
        "size": 4,
        "query": {"multi_match": {"query": '"a" {k}', "fields": ["title^2", "body"]}},
        "collapse": {"field": "path"},
    }


def test_the_index_may_depend_on_the_language() -> None:
    with always(answer()) as api:
        ask(retriever(api, index="docs-{language}"))
    assert api.asked[0].path == "/docs-chs/_search"


def test_a_cluster_may_be_behind_a_prefix() -> None:
    with always(answer()) as api:
        ask(retriever(api.url))
    assert api.asked[0].path == "/api/docs/_search"


def test_what_is_sent_and_wanted_is_plain_json_as_elasticsearch_takes_it_too() -> None:
    with always(answer()) as api:
        ask(retriever(api))
    headers = {name.lower(): value for name, value in api.asked[0].headers.items()}
    assert headers["content-type"] == "application/json"
    assert "compatible-with" not in repr(headers)


def test_headers_and_password_are_sent() -> None:
    with always(answer()) as api:
        ask(retriever(api, user="reader", password="pw:1"))
    headers = {name.lower(): value for name, value in api.asked[0].headers.items()}
    assert headers["x-token"] == "s3cret"
    assert b64decode(headers["authorization"].removeprefix("Basic ")) == b"reader:pw:1"


@pytest.mark.parametrize(
    ("who", "sent"),
    [
        pytest.param("user:p%40w@", b"user:p@w", id="user-and-password"),
        pytest.param("user@", b"user:", id="user-alone"),
    ],
)
def test_who_asks_may_stand_in_the_address(who: str, sent: bytes) -> None:
    with always(answer()) as api:
        ask(retriever(api.url.replace("http://", f"http://{who}")))
    headers = {name.lower(): value for name, value in api.asked[0].headers.items()}
    assert b64decode(headers["authorization"].removeprefix("Basic ")) == sent
    assert api.asked[0].path == "/api/docs/_search"


def test_hits_are_read_where_they_are() -> None:
    with always(answer(found("a.txt", "甲"), found("b.txt", "乙", 0.25))) as api:
        assert ask(retriever(api)) == [
            Hit("a.txt", 1.5, "甲", chunk_id="a.txt#1"),
            Hit("b.txt", 0.25, "乙", chunk_id="b.txt#1"),
        ]


def test_a_hit_without_a_score_is_a_hit() -> None:
    """A search that is sorted by a field has no scores."""
    with always(answer(found("a.txt", score=None))) as api:
        (hit,) = ask(retriever(api))
    assert hit.score != hit.score  # no number


def test_fields_are_mapped() -> None:
    source = {"meta": {"file": "a.pdf", "page": 3}, "body": "甲"}
    mapping = OpenSearchAnswer(
        path="_source.meta.file",
        text="highlight.body[0] || _source.body",
        start_page="_source.meta.page",
        end_page="_source.meta.page",
    )
    hits = [{"_id": "1", "_score": 2, "_source": source}]
    with always(answer(*hits)) as api:
        (hit,) = ask(retriever(api, answer=mapping))
    assert (hit.path, hit.text, hit.start_page, hit.end_page) == ("a.pdf", "甲", 3, 3)


def test_elasticsearchs_answer_is_read_as_well() -> None:
    reply = Reply(answer(found("a.txt")).body, 200, {**JSON, "X-Elastic-Product": "Elasticsearch"})
    with always(reply) as api:
        assert [hit.path for hit in ask(retriever(api))] == ["a.txt"]


def test_a_vector_is_that_of_the_query() -> None:
    request = {"query": {"knn": {"v": {"vector": "{vector}", "k": "{top_k}"}}}}
    data = {"data": [{"index": 0, "embedding": [0.5, -1.0]}]}
    with always(Reply(json.dumps(data).encode(), 200, JSON)) as model, always(answer()) as api:
        ask(retriever(api, request=request, vectors_of=model))
    assert model.asked[0].json["input"] == ["找零日"]
    assert api.asked[0].json["query"] == {"knn": {"v": {"vector": [0.5, -1.0], "k": 20}}}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("es_rejected_execution_exception", id="elasticsearchs-queue-is-full"),
        pytest.param("rejected_execution_exception", id="opensearchs-queue-is-full"),
        pytest.param("circuit_breaking_exception", id="its-memory-is"),
    ],
)
def test_a_shard_without_room_for_the_request_makes_the_cluster_busy(kind: str) -> None:
    shards = failed_shard({"type": kind, "reason": "full"})
    failure = failure_of(answer(_shards=shards))
    assert isinstance(failure, BusyError)
    assert str(failure) == f"1 of 2 shards failed: {kind}: full"


def test_a_query_without_a_vector_is_an_error() -> None:
    request = {"query": {"knn": {"v": {"vector": "{vector}"}}}}
    with always(Reply(b"<html>", 401)) as model, always(answer()) as api:
        one = retriever(api, request=request, vectors_of=model)
        with pytest.raises(RetrievalError, match="no vector for the query"):
            ask(one)
    assert api.asked == []


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(
            Reply(b"<!doctype html>\n<b>Sign in</b>", 200, {"Content-Type": "text/html"}),
            "the answer of URL is no JSON object: <!doctype html> <b>Sign in</b>",
            id="html",
        ),
        pytest.param(
            Reply(b"PNG", 200, {"Content-Type": "image/png"}),
            "the answer of URL is no JSON object: Unknown mimetype, unable to deserialize: "
            "image/png",
            id="image",
        ),
        pytest.param(
            Reply(b"\x89PNG", 200, JSON),
            "the answer of URL is no JSON object: bytes that are not UTF-8",
            id="bytes",
        ),
        pytest.param(
            Reply(b'{"hits": {"hits": [', 200, JSON),
            'the answer of URL is no JSON object: {"hits": {"hits": [',
            id="cut",
        ),
        pytest.param(
            Reply(b"", 200, JSON), "the answer of URL is no JSON object: an empty body", id="empty"
        ),
        pytest.param(
            Reply(b"[1]", 200, JSON), "the answer of URL is no JSON object: [1]", id="list"
        ),
        pytest.param(
            Reply(b'{"acknowledged": true}', 200, JSON),
            'the answer has no list at "hits.hits": it is an object with "acknowledged"',
            id="another-answer",
        ),
        pytest.param(
            Reply(refusal("index_not_found_exception", "no such index [docs]"), 404, JSON),
            "URL answered 404: index_not_found_exception: no such index [docs]",
            id="no-index",
        ),
        pytest.param(
            Reply(json.dumps({"error": too_many_words()}).encode(), 400, JSON),
            f"URL answered 400: {TOO_MANY_WORDS}",
            id="the-cause-before-the-query",
        ),
        pytest.param(
            answer(_shards=failed_shard(too_many_words()["failed_shards"][0]["reason"])),
            f"1 of 2 shards failed: {TOO_MANY_WORDS}",
            id="a-shard-refused-the-request",
        ),
        pytest.param(
            Reply(b'{"error": "no handler found"}', 400, JSON),
            "URL answered 400: no handler found",
            id="error-is-text",
        ),
        pytest.param(
            Reply(b"<html>nginx</html>", 401, {"Content-Type": "text/html"}),
            "URL answered 401: <html>nginx</html>",
            id="refused-with-html",
        ),
        pytest.param(Reply(b"", 403), "URL answered 403: with an empty body", id="no-body"),
        pytest.param(
            Reply(b"", 302, {"Location": "/login"}),
            "URL answered 302: it leads to /login, and is not followed",
            id="redirect",
        ),
        pytest.param(
            answer({"_id": "1", "_source": {"text": "甲"}}),
            'hit 1 has no path: it is an object with "_id", "_source"',
            id="no-path",
        ),
    ],
)
def test_what_is_no_answer_is_told_on_one_line(reply: Reply, message: str) -> None:
    failure = failure_of(reply)
    assert str(failure) == message
    assert not isinstance(failure, TransientError)


def test_a_very_deep_answer_is_no_answer() -> None:
    with pytest.raises(RetrievalError, match="is no JSON object"):
        raise failure_of(Reply(b"[" * 200_000, 200, JSON))


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_cluster_is_one(status: int) -> None:
    body = refusal("rejected_execution_exception", "queue is full")
    failure = failure_of(Reply(body, status, JSON))
    assert isinstance(failure, BusyError)
    assert str(failure) == f"URL answered {status}: rejected_execution_exception: queue is full"


@pytest.mark.parametrize(
    ("reply", "pause"),
    [
        pytest.param(Reply(b"", 429, {"Retry-After": "7"}), 7.0, id="told"),
        pytest.param(Reply(b"", 503), None, id="untold"),
    ],
)
def test_how_long_a_cluster_wants_to_be_left_alone_is_known(
    reply: Reply, pause: float | None
) -> None:
    with always(reply) as api, pytest.raises(BusyError) as caught:
        ask(retriever(api))
    assert caught.value.retry_after == pause


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'"queue is full"', id="text"),
        pytest.param(b'["queue is full"]', id="list"),
        pytest.param(b"null", id="null"),
    ],
)
def test_a_refusal_that_is_json_and_no_object_is_a_refusal(body: bytes) -> None:
    failure = failure_of(Reply(body, 429, JSON))
    assert isinstance(failure, BusyError)
    assert str(failure) == f"URL answered 429: {body.decode()}"


def test_what_a_cluster_warns_of_is_not_printed(recwarn: pytest.WarningsRecorder) -> None:
    reply = Reply(answer().body, 200, {**JSON, "Warning": '299 Elasticsearch-8 "[31mold"'})
    with always(reply) as api:
        assert ask(retriever(api)) == []
    assert not recwarn.list


@pytest.mark.parametrize("status", [200, 503])
@pytest.mark.parametrize("chunk", [pytest.param(1, id="slow"), pytest.param(1 << 22, id="fast")])
def test_an_answer_without_an_end_is_given_up(status: int, chunk: int) -> None:
    with without_end(status, chunk) as url, pytest.raises(RetrievalError) as caught:
        ask(retriever(url, timeout=0.3 if chunk == 1 else 20))
    told = f"no answer from {url} in 0.3 s" if chunk == 1 else "is larger than 64 MiB"
    assert told in str(caught.value)


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_failure_of_the_cluster_may_pass_and_is_left_to_the_run(status: int) -> None:
    with always(Reply(b"", status)) as api, pytest.raises(TransientError):
        ask(retriever(api))
    assert len(api.asked) == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        pytest.param({"timed_out": True}, "ran out of time", id="timed-out"),
        pytest.param(
            {
                "_shards": {
                    "total": 5,
                    "failed": 2,
                    "failures": [{"reason": {"type": "io_exception", "reason": "disk"}}],
                }
            },
            "2 of 5 shards failed: io_exception: disk",
            id="shards",
        ),
        pytest.param(
            {"_shards": {"total": 5, "failed": 1}}, "1 of 5 shards failed$", id="without-a-reason"
        ),
        pytest.param(
            {"_shards": {"total": 5, "successful": 4, "skipped": 1, "failed": 0}},
            "1 of 5 shards did not answer$",
            id="a-shard-without-a-copy-counts-as-no-failure",
        ),
        pytest.param(
            {"_clusters": {"total": 3, "successful": 2, "skipped": 1}},
            "1 of 3 clusters did not answer wholly",
            id="a-remote-cluster-was-skipped",
        ),
        pytest.param(
            {"_clusters": {"total": 2, "successful": 1, "skipped": 0, "partial": 1, "failed": 0}},
            "1 of 2 clusters did not answer wholly",
            id="a-remote-cluster-answered-in-part",
        ),
    ],
)
def test_a_part_of_an_answer_is_no_answer(more: dict[str, object], message: str) -> None:
    with (
        always(answer(found("a.txt"), **more)) as api,
        pytest.raises(TransientError, match=message),
    ):
        ask(retriever(api))


def test_a_cluster_that_dies_during_the_call_is_told() -> None:
    with always(Reply(drop=True)) as api, pytest.raises(TransientError, match="no answer from"):
        ask(retriever(api))


def test_a_cluster_that_is_not_there_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(TransientError, match=f"no answer from {url}: .*refused"):
        ask(retriever(url))


def test_a_slow_cluster_is_given_up() -> None:
    release = threading.Event()

    def late(asked: Asked) -> Reply:
        release.wait(10)
        return answer()

    with running(late) as api:
        try:
            with pytest.raises(TransientError, match=r"no answer from .* in 0\.1 s"):
                ask(retriever(api, timeout=0.1))
        finally:
            release.set()


def test_answers_out_of_order_reach_those_who_asked() -> None:
    both = threading.Barrier(2, timeout=10)
    second_answered = threading.Event()

    def either(asked: Asked) -> Reply:
        both.wait()
        query = json.loads(asked.body)["query"]["match"]["text"]
        if query == "first":
            second_answered.wait(10)
        return answer(found(f"{query}.txt"))

    def one(query: str) -> str:
        (hit,) = client.retrieve(query, 4, language="CHS", chunk_context=1)
        if query == "second":
            second_answered.set()
        return hit.path

    with running(either) as api, ThreadPoolExecutor(2) as pool:
        client = retriever(api, connections=2)
        assert list(pool.map(one, ["first", "second"])) == ["first.txt", "second.txt"]
        client.close()


def test_connections_are_kept() -> None:
    with always(answer()) as api:
        client = retriever(api)
        for _ in range(5):
            client.retrieve("问", 4, language="CHS", chunk_context=1)
        client.close()
    assert (len(api.asked), len(api.connections)) == (5, 1)


def test_the_description_has_both_counts_and_no_secret() -> None:
    client = retriever("http://user:pw9@127.0.0.1:9/x?key=k3y", user="reader", password="pw8")
    description = dict(client.describe())
    client.close()
    assert description.pop("mapping")
    assert description == {
        "name": "opensearch",
        "url": "http://127.0.0.1:9/x",
        "index": "docs",
        "top_k": 20,
    }


def test_another_request_is_another_description() -> None:
    clients = [
        retriever("http://127.0.0.1:9"),
        retriever("http://127.0.0.1:9", request={"query": {"match": {"body": "{query}"}}}),
    ]
    assert len({client.describe()["mapping"] for client in clients}) == 2
    for client in clients:
        client.close()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param({"index": ""}, "has no index", id="no-index"),
        pytest.param({"base_url": "127.0.0.1:9200"}, "is no address of a cluster", id="no-scheme"),
        pytest.param({"base_url": "http://[::1"}, "is no address of a cluster", id="broken"),
        pytest.param({"request": {"query": {"match_all": {}}}}, "nothing would be asked", id="all"),
        pytest.param({"request": {"knn": "{vector}"}}, "no model makes vectors", id="no-model"),
        pytest.param(
            {"answer": OpenSearchAnswer(path="")},
            r"retriever\.opensearch\.answer\.path must not be empty",
            id="no-path",
        ),
    ],
)
def test_a_wrong_use_is_told_before_the_first_call(
    settings: dict[str, object], message: str
) -> None:
    given = {"base_url": "http://127.0.0.1:9", "index": "docs", **settings}
    with pytest.raises(UsageError, match=message):
        OpenSearchRetriever(
            OpenSearchSettings(**given),  # type: ignore[arg-type]
            {},
            "",
            None,
            timeout_seconds=1,
            connections=1,
        )


def test_a_request_that_asks_nothing_is_a_fault_of_the_settings() -> None:
    with pytest.raises(SettingsError):
        retriever("http://127.0.0.1:9", request={"query": {"match": {"text": "q"}}})


def test_where_the_client_is_not_installed_it_is_told_how_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "opensearchpy", None)
    with pytest.raises(UsageError, match='needs the Python module "opensearchpy"') as caught:
        retriever("http://127.0.0.1:9")
    assert caught.value.hint == "pip install 'fixturetool[opensearch]'"
