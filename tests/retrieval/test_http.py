"""The retriever ``http`` against real sockets."""

import gzip
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import httpx2
import pytest

from fixturetool.errors import (
    BusyError,
    RetrievalError,
    SettingsError,
    TransientError,
    UsageError,
)
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.clients import Clients
from fixturetool.retrieval.http import HttpRetriever
from fixturetool.settings.answer import AnswerSettings
from fixturetool.settings.retriever import HttpSettings
from tests.retrieval.api import Api, Asked, Reply, always, match, matches, running


def retriever(
    api: Api | str, *, timeout: float = 10, connections: int = 1, **settings: object
) -> HttpRetriever:
    url = api if isinstance(api, str) else api.url
    return HttpRetriever(
        HttpSettings(base_url=url, **settings),  # type: ignore[arg-type]
        {"X-Token": "s3cret"},
        timeout_seconds=timeout,
        connections=connections,
    )


def ask(one: HttpRetriever, query: str = "找零日", k: int = 4) -> list[Hit]:
    try:
        return list(one.retrieve(query, k, language="CHS", chunk_context=1))
    finally:
        one.close()


def failure_of(reply: Reply) -> RetrievalError:
    with always(reply) as api:
        with pytest.raises(RetrievalError) as caught:
            ask(retriever(api))
        return RetrievalError(str(caught.value).replace(api.url, "URL"))


def test_the_request_is_that_of_the_api() -> None:
    with always(matches()) as api:
        ask(retriever(api, corpus_id="shore", top_k=50))
    (asked,) = api.asked
    assert (asked.method, asked.path) == ("POST", "/api/search")
    assert asked.headers["Content-Type"] == "application/json"
    assert asked.headers["X-Token"] == "s3cret"
    assert asked.json == {
        "query": "找零日",
        "corpus_id": "shore",
        "top_k": 50,
        "cache_mode": "bypass",
    }


@pytest.mark.parametrize(
    ("k", "top_k"),
    [
        pytest.param(4, 20, id="chunks-over-sources"),
        pytest.param(30, 30, id="never-fewer-than-k"),
        pytest.param(300, 100, id="never-more-than-the-api-gives"),
    ],
)
def test_chunks_are_over_fetched(k: int, top_k: int) -> None:
    with always(matches()) as api:
        ask(retriever(api), k=k)
    assert api.asked[0].json["top_k"] == top_k


def test_the_corpus_may_depend_on_the_language() -> None:
    with always(matches()) as api:
        ask(retriever(api, corpus_id="shore-{language}"))
    assert api.asked[0].json["corpus_id"] == "shore-CHS"


def test_hits_come_with_lines_pages_and_leg() -> None:
    provenance = {"extraction": "docling", "page_start": 3, "page_end": 4, "regions": []}
    reply = matches(
        match("a.pdf", "甲", provenance=provenance, start_line=7, end_line=9),
        match("b.txt", "乙", score=0.25, source="vector", chunk_id="c2"),
        query="找零日",
        fusion_method="rrf",
    )
    with always(reply) as api:
        assert ask(retriever(api)) == [
            Hit("a.pdf", 0.5, "甲", "", "", "sparse", 7, 9, 3, 4, chunk_id="c1"),
            Hit("b.txt", 0.25, "乙", "", "", "vector", 1, 2, chunk_id="c2"),
        ]


def test_a_figure_comes_with_what_it_shows() -> None:
    figure = {"chunk_kind": "figure", "figure": {"kind": "chart", "summary": "潮位一日两涨"}}
    with always(matches(match("a.pdf", metadata=figure))) as api:
        (hit,) = ask(retriever(api))
    assert (hit.kind, hit.summary, hit.neighbor_of) == ("figure", "潮位一日两涨", "")


def test_a_neighbour_says_whose_it_is() -> None:
    with always(
        matches(match("a.txt", metadata={"neighbor_of": "c7", "neighbor_delta": 1}))
    ) as api:
        (hit,) = ask(retriever(api))
    assert (hit.kind, hit.neighbor_of) == ("", "c7")


@pytest.mark.parametrize(
    "provenance",
    [
        pytest.param({"page_start": "3", "page_end": "4"}, id="texts"),
        pytest.param({"page_start": True, "page_end": 2.5}, id="no-whole-numbers"),
        pytest.param({"page_start": None, "page_end": None}, id="null"),
        pytest.param("page 3", id="no-object"),
        pytest.param([3, 4], id="a-list"),
    ],
)
def test_pages_that_are_no_numbers_are_none_and_no_error(provenance: object) -> None:
    with always(matches(match("a.pdf", provenance=provenance))) as api:
        (hit,) = ask(retriever(api))
    assert (hit.start_page, hit.end_page) == (None, None)


def test_no_match_is_an_answer() -> None:
    with always(matches()) as api:
        assert ask(retriever(api)) == []


def test_another_api_is_asked_by_a_template_and_read_by_expressions() -> None:
    body = json.dumps({"docs": [{"id": "a.txt", "body": "甲"}]}).encode()
    with always(Reply(body)) as api:
        hits = ask(
            retriever(
                api,
                endpoint="/query",
                request={"q": "{query}", "page": {"size": "{top_k}"}, "lang": "{language}"},
                answer=AnswerSettings(hits="docs", path="id", text="body"),
            ),
            'a "quoted" {k}',
        )
    assert [(hit.path, hit.text) for hit in hits] == [("a.txt", "甲")]
    assert api.asked[0].path == "/api/query"
    assert api.asked[0].json == {"q": 'a "quoted" {k}', "page": {"size": 20}, "lang": "CHS"}


def test_a_get_api_is_asked_in_the_query_string() -> None:
    with always(matches(match("a.txt"))) as api:
        ask(retriever(api, method="GET", request={"q": "{query}", "n": "{k}"}), "甲 & 乙")
    assert (api.asked[0].method, api.asked[0].body) == ("GET", b"")
    assert api.asked[0].path == "/api/search?q=%E7%94%B2+%26+%E4%B9%99&n=4"


def test_a_compressed_answer_is_read() -> None:
    body = gzip.compress(matches(match("a.txt")).body)
    with always(Reply(body, headers={"Content-Encoding": "gzip"})) as api:
        assert [hit.path for hit in ask(retriever(api))] == ["a.txt"]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(
            Reply(b"<!doctype html>\n<title>Sign in</title>"),
            "the answer of URL/search is no JSON: <!doctype html> <title>Sign in</title>",
            id="html",
        ),
        pytest.param(
            Reply(b""), "the answer of URL/search is no JSON: an empty body", id="empty-body"
        ),
        pytest.param(
            Reply(b'{"matches": ['), 'the answer of URL/search is no JSON: {"matches": [', id="cut"
        ),
        pytest.param(
            Reply(b"[]"), 'the answer has no list at "matches": it is a list', id="list-body"
        ),
        pytest.param(
            Reply(b'{"detail": "x", "debug": {}}'),
            'the answer has no list at "matches": it is an object with "detail", "debug"',
            id="no-matches",
        ),
        pytest.param(
            Reply(b'{"detail":\n "Corpus not found"}', 404),
            'URL/search answered 404: {"detail": "Corpus not found"}',
            id="unknown-corpus",
        ),
        pytest.param(Reply(b"", 401), "URL/search answered 401: with an empty body", id="no-body"),
        pytest.param(
            Reply(b"x" * 900, 422), f"URL/search answered 422: {'x' * 500}", id="long-body"
        ),
        pytest.param(
            Reply(b"", 307, {"Location": "/login"}),
            "URL/search answered 307: it leads to /login, and is not followed",
            id="redirect",
        ),
    ],
)
def test_what_is_no_answer_is_told_on_one_line(reply: Reply, message: str) -> None:
    assert str(failure_of(reply)) == message


def test_a_very_deep_answer_is_no_answer() -> None:
    with pytest.raises(RetrievalError, match="is no JSON"):
        raise failure_of(Reply(b"[" * 200_000))


@pytest.mark.parametrize(
    ("status", "headers", "retry_after"),
    [
        pytest.param(429, {"Retry-After": "7"}, 7.0, id="too-many"),
        pytest.param(429, {}, None, id="too-many-without-a-time"),
        pytest.param(503, {"Retry-After": "0"}, 0.0, id="unavailable"),
    ],
)
def test_a_busy_api_says_how_long(
    status: int, headers: dict[str, str], retry_after: float | None
) -> None:
    with (
        always(Reply(b"slow down", status, headers)) as api,
        pytest.raises(BusyError, match=f"answered {status}: slow down") as caught,
    ):
        ask(retriever(api))
    assert caught.value.retry_after == retry_after


@pytest.mark.parametrize("status", [408, 425, 500, 502, 504])
def test_a_failure_of_the_server_may_pass(status: int) -> None:
    with always(Reply(b"", status)) as api, pytest.raises(TransientError):
        ask(retriever(api))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422])
def test_a_refusal_does_not_pass(status: int) -> None:
    with always(Reply(b"", status)) as api, pytest.raises(RetrievalError) as caught:
        ask(retriever(api))
    assert not isinstance(caught.value, TransientError)


def test_a_server_that_dies_during_the_call_is_told() -> None:
    with (
        always(Reply(drop=True)) as api,
        pytest.raises(TransientError, match=f"no answer from {api.url}/search: "),
    ):
        ask(retriever(api))


def test_a_server_that_is_not_there_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(TransientError, match=f"no answer from {url}/search: .*refused"):
        ask(retriever(url))


def test_a_slow_server_is_given_up() -> None:
    release = threading.Event()

    def answer(asked: Asked) -> Reply:
        release.wait(10)
        return matches()

    with running(answer) as api:
        try:
            with pytest.raises(TransientError, match=r"no answer from .* in 0\.1 s"):
                ask(retriever(api, timeout=0.1))
        finally:
            release.set()


def test_a_server_that_drips_is_given_up() -> None:
    """Each byte comes in time, the answer does not."""
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
                while not done.wait(0.05):
                    connection.sendall(b" ")

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            with pytest.raises(TransientError, match=r"in 0\.3 s"):
                ask(retriever(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=0.3))
        finally:
            done.set()
            thread.join()


def test_answers_out_of_order_reach_those_who_asked() -> None:
    both = threading.Barrier(2, timeout=10)
    second_answered = threading.Event()

    def answer(asked: Asked) -> Reply:
        both.wait()
        if asked.json["query"] == "first":
            second_answered.wait(10)
        return matches(match(f"{asked.json['query']}.txt"))

    def one(query: str) -> str:
        (hit,) = client.retrieve(query, 4, language="CHS", chunk_context=1)
        if query == "second":
            second_answered.set()
        return hit.path

    with running(answer) as api, ThreadPoolExecutor(2) as pool:
        client = retriever(api, connections=2)
        assert list(pool.map(one, ["first", "second"])) == ["first.txt", "second.txt"]
        client.close()


def test_connections_are_kept() -> None:
    with always(matches()) as api:
        client = retriever(api)
        for _ in range(5):
            client.retrieve("问", 4, language="CHS", chunk_context=1)
        client.close()
    assert (len(api.asked), len(api.connections)) == (5, 1)


def test_there_are_as_many_connections_as_calls_at_once() -> None:
    both = threading.Barrier(2, timeout=10)

    def answer(asked: Asked) -> Reply:
        if asked.json["query"] == "together":
            both.wait()
        return matches()

    def one(query: str) -> int:
        return len(client.retrieve(query, 4, language="CHS", chunk_context=1))

    with running(answer) as api, ThreadPoolExecutor(2) as pool:
        client = retriever(api, connections=5)
        list(pool.map(one, ["together"] * 8))
        list(map(one, ["alone"] * 8))
        client.close()
    assert len(api.connections) == 2


def test_there_are_never_more_calls_at_once_than_connections() -> None:
    lock, both, now, most = threading.Lock(), threading.Barrier(2, timeout=10), 0, 0

    def answer(asked: Asked) -> Reply:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        both.wait()
        with lock:
            now -= 1
        return matches()

    with running(answer) as api, ThreadPoolExecutor(6) as pool:
        client = retriever(api, connections=2)
        list(pool.map(lambda _: client.retrieve("问", 4, language="", chunk_context=1), range(12)))
        client.close()
    assert most == 2


def test_a_call_waits_for_a_connection_as_long_as_for_an_answer() -> None:
    clients = Clients(1, {}, timeout_seconds=0.01, trust_env=False)
    with clients.lent(), pytest.raises(httpx2.PoolTimeout), clients.lent():
        pass
    with clients.lent() as client:
        assert not client.is_closed
    clients.close()


def test_what_a_server_asks_to_remember_is_told_on_every_connection() -> None:
    both = threading.Barrier(2, timeout=10)

    def answer(asked: Asked) -> Reply:
        if asked.json["query"] == "together":
            both.wait()
            return matches()
        return Reply(matches().body, headers={"Set-Cookie": "seat=7"})

    def one(query: str) -> int:
        return len(client.retrieve(query, 4, language="CHS", chunk_context=1))

    with running(answer) as api, ThreadPoolExecutor(2) as pool:
        client = retriever(api, connections=2)
        list(map(one, ["first"]))
        list(pool.map(one, ["together"] * 2))
        client.close()
    assert [asked.headers.get("Cookie") for asked in api.asked] == [None, "seat=7", "seat=7"]


def test_closing_ends_the_calls_under_way_and_no_other_begins() -> None:
    asked_once, released = threading.Event(), threading.Event()

    def answer(asked: Asked) -> Reply:
        asked_once.set()
        released.wait(10)
        return matches()

    def one() -> int:
        return len(client.retrieve("问", 4, language="CHS", chunk_context=1))

    with running(answer) as api, ThreadPoolExecutor(1) as pool:
        client = retriever(api, connections=2)
        under_way = pool.submit(one)
        assert asked_once.wait(10)
        client.close()
        with pytest.raises(RuntimeError, match="closed"):
            one()
        released.set()
        assert isinstance(under_way.exception(10), TransientError)


def test_the_description_has_both_counts_and_no_secret() -> None:
    client = retriever(
        "http://user:pw@127.0.0.1:9/api?key=k3y",
        endpoint="",
        request={"q": "{query}", "key": "k3y"},
    )
    description = client.describe()
    client.close()
    assert {name: description[name] for name in ("url", "top_k", "cache_mode", "corpus_id")} == {
        "url": "http://127.0.0.1:9/api",
        "top_k": 20,
        "cache_mode": "bypass",
        "corpus_id": "{language}",
    }
    assert "k3y" not in repr(description)
    assert "s3cret" not in repr(description)


def test_another_mapping_is_another_description() -> None:
    descriptions = []
    for text in ("content", "body"):
        client = retriever("http://127.0.0.1:9", answer=AnswerSettings(text=text))
        descriptions.append(client.describe()["mapping"])
        client.close()
    assert descriptions[0] != descriptions[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(HttpSettings(), "has no address", id="no-address"),
        pytest.param(HttpSettings(base_url="localhost:80"), "is no address", id="no-scheme"),
        pytest.param(HttpSettings(base_url="ftp://a/b"), "is no address", id="other-scheme"),
        pytest.param(HttpSettings(base_url="http://[::1"), "is no address", id="broken"),
        pytest.param(HttpSettings(base_url="http://a", top_k=101), "more than the 100", id="top-k"),
    ],
)
def test_a_wrong_use_is_told_before_the_first_call(settings: HttpSettings, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        HttpRetriever(settings, {}, timeout_seconds=1, connections=1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param({"request": {"q": "问"}}, 'holds no "{query}"', id="asks-nothing"),
        pytest.param(
            {"request": {"q": "{query}", "d": datetime(2026, 1, 1, tzinfo=UTC)}},
            "is no JSON",
            id="a-date",
        ),
        pytest.param(
            {"method": "GET", "request": {"q": {"x": "{query}"}}}, "GET can't send", id="nested-get"
        ),
    ],
)
def test_a_wrong_template_is_told_before_the_first_call(
    settings: dict[str, object], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        retriever("http://127.0.0.1:9", **settings)  # type: ignore[arg-type]
