"""The retriever ``chroma`` against Chroma's own server, and against one that misbehaves."""

import gc
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from warnings import catch_warnings, simplefilter

import pytest

from fixturetool.errors import BusyError, RetrievalError, TransientError, UsageError
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.databases.chroma import ChromaRetriever
from fixturetool.retrieval.hybrid.model import open_model
from fixturetool.settings.answer import ChromaAnswer
from fixturetool.settings.databases import ChromaSettings
from fixturetool.settings.embedded import EmbeddingSettings
from tests.retrieval.api import Api, Asked, Reply, always, running
from tests.retrieval.databases import chroma_server, free_port

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

chromadb = pytest.importorskip("chromadb", reason="chromadb is in the extra 'integration'")

pytestmark = [
    pytest.mark.integration,
    # What this library warns of is not ours.
    pytest.mark.filterwarnings("default"),
]

VECTORS = {"oil": [1.0, 0.0], "ferry": [0.0, 1.0]}


def embedded(asked: Asked) -> Reply:
    """Answer as an embeddings endpoint does, with the vectors of known words."""
    texts = asked.json["input"]
    assert isinstance(texts, list)
    data = [{"index": place, "embedding": VECTORS[text]} for place, text in enumerate(texts)]
    return Reply(
        json.dumps({"object": "list", "model": "m", "data": data}).encode(),
        200,
        {"Content-Type": "application/json"},
    )


@pytest.fixture(name="server", scope="module")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with chroma_server(tmp_path_factory.mktemp("chroma")) as (url, _):
        fill(url)
        yield url


@pytest.fixture(autouse=True)
def gone_with_the_test() -> Iterator[None]:
    """Let go of the connections that the library leaves open when it refuses, or embeds."""
    yield
    with catch_warnings():
        simplefilter("ignore", ResourceWarning)
        gc.collect()


@contextmanager
def client_of(url: str) -> "Iterator[ClientAPI]":
    client = chromadb.HttpClient(host=url)
    try:
        yield client
    finally:
        client.close()
        for one in (client, client._admin_client):  # they leave their connections open
            one._server._session.close()


def fill(url: str) -> None:
    with client_of(url) as client:
        client.create_collection("empty", embedding_function=None)
        client.create_collection("docs-CHS", embedding_function=None).add(
            ids=["1", "2", "3"],
            embeddings=[[1, 0], [0.6, 0.8], [0, 1]],
            documents=["灯塔烧过鱼油", "灯塔旁的油库", "渡船不收船钱"],
            metadatas=[
                {"source": "book/1.txt", "page": 3, "kind": "figure"},
                {"source": "book/1.txt", "page": 4},
                {"source": "book/2.txt"},
            ],
        )


@pytest.fixture(name="model", scope="module")
def running_model() -> Iterator[Api]:
    with running(embedded) as api:
        yield api


def retriever(
    url: str, model: Api | None, *, timeout: float = 10, connections: int = 1, **settings: object
) -> ChromaRetriever:
    given = {"base_url": url, "collection": "docs-{language}", "vectors": model is not None}
    embeddings = EmbeddingSettings(model="m", base_url=model.url if model else "")
    return ChromaRetriever(
        ChromaSettings(**{**given, **settings}),  # type: ignore[arg-type]
        {"X-Chroma-Token": "s3cret"},
        open_model(embeddings, {}, "retriever.embeddings") if model else None,
        timeout_seconds=timeout,
        connections=connections,
    )


def ask(one: ChromaRetriever, query: str = "oil", k: int = 4) -> list[Hit]:
    try:
        return list(one.retrieve(query, k, language="CHS", chunk_context=1))
    finally:
        one.close()


def test_the_nearest_records_come_back_with_a_score_that_is_higher_for_nearer(
    server: str, model: Api
) -> None:
    hits = ask(retriever(server, model))
    assert hits[0] == Hit("book/1.txt", 0.0, "灯塔烧过鱼油", chunk_id="1")
    assert [(hit.path, hit.chunk_id) for hit in hits] == [
        ("book/1.txt", "1"),
        ("book/1.txt", "2"),
        ("book/2.txt", "3"),
    ]
    assert [round(hit.score, 4) for hit in hits] == [0.0, -0.8, -2.0]


def test_fields_are_mapped(server: str, model: Api) -> None:
    answer = ChromaAnswer(
        start_page="metadata.page", end_page="metadata.page", kind="metadata.kind", leg="id"
    )
    first, second, third = ask(retriever(server, model, answer=answer))
    assert (first.start_page, first.end_page, first.kind, first.leg) == (3, 3, "figure", "1")
    assert (second.start_page, second.kind) == (4, "")
    assert third.start_page is None


@pytest.mark.parametrize(
    ("k", "records"),
    [pytest.param(1, 2, id="over-fetched"), pytest.param(3, 3, id="never-fewer-than-k")],
)
def test_chunks_are_over_fetched(server: str, model: Api, k: int, records: int) -> None:
    assert len(ask(retriever(server, model, top_k=2), k=k)) == records


def test_filters_are_sent(server: str, model: Api) -> None:
    by_metadata = retriever(server, model, where={"source": "book/2.txt"})
    assert [hit.chunk_id for hit in ask(by_metadata)] == ["3"]
    by_text = retriever(server, model, where_document={"$contains": "油库"})
    assert [hit.chunk_id for hit in ask(by_text)] == ["2"]


def test_no_record_is_an_answer(server: str, model: Api) -> None:
    assert ask(retriever(server, model, collection="empty")) == []


def test_a_collection_embeds_by_itself(
    server: str, model: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its embedding function is kept with it, and is none of ours."""
    from chromadb.utils.embedding_functions import OpenAIEmbeddingFunction

    monkeypatch.setenv("SAMPLE_KEY", "none")
    function = OpenAIEmbeddingFunction(
        api_key_env_var="SAMPLE_KEY", api_base=model.url, model_name="m"
    )
    with client_of(server) as client:
        collection = client.create_collection("own", embedding_function=function)
        collection.add(ids=["1"], documents=["oil"], metadatas=[{"source": "book/9.txt"}])
    before = len(model.asked)
    (hit,) = ask(retriever(server, None, collection="own"), "ferry")
    assert (hit.path, len(model.asked)) == ("book/9.txt", before + 1)


def test_an_embedding_function_that_fails_is_not_taken_for_the_server(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chromadb.utils.embedding_functions import OpenAIEmbeddingFunction

    monkeypatch.setenv("SAMPLE_KEY", "none")
    function = OpenAIEmbeddingFunction(
        api_key_env_var="SAMPLE_KEY", api_base="http://127.0.0.1:1", model_name="m"
    )
    with client_of(server) as client:
        client.create_collection("broken", embedding_function=function)
    with pytest.raises(RetrievalError, match=r"Chroma's client failed: .*onnection") as caught:
        ask(retriever(server, None, collection="broken"))
    assert not isinstance(caught.value, TransientError)
    assert server not in str(caught.value)
    assert "retriever.embeddings embeds the query" in str(caught.value)  # a run keeps no hint


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param({"collection": "nope"}, r"Collection \[nope\] does not exist", id="no-such"),
        pytest.param({"database": "nope"}, "nope", id="no-database"),
        pytest.param({"tenant": "nope"}, "nope", id="no-tenant"),
        pytest.param({"where": {"$no": 1}}, "where", id="filter"),
        pytest.param(
            {"answer": ChromaAnswer(path="metadata.file")},
            'hit 1 has no path: it is an object with "id", "document", "metadata"',
            id="no-path",
        ),
    ],
)
def test_what_can_not_be_answered_is_told_once(
    server: str, model: Api, settings: dict[str, object], message: str
) -> None:
    with pytest.raises(RetrievalError, match=message) as caught:
        ask(retriever(server, model, **settings))  # type: ignore[arg-type]
    assert not isinstance(caught.value, TransientError)


def test_vectors_of_another_length_are_refused(server: str) -> None:
    body = b'{"data": [{"index": 0, "embedding": [1, 0, 0]}]}'
    with (
        always(Reply(body, 200, {"Content-Type": "application/json"})) as other,
        pytest.raises(RetrievalError, match="dimension"),
    ):
        ask(retriever(server, other))


def test_a_server_that_is_not_there_is_told(model: Api) -> None:
    with pytest.raises(TransientError, match=r"no answer from http://127\.0\.0\.1:.*refused"):
        ask(retriever(f"http://127.0.0.1:{free_port()}", model))


def test_a_server_that_dies_is_told(tmp_path: Path, model: Api) -> None:
    with chroma_server(tmp_path) as (url, process):
        fill(url)
        one = retriever(url, model)
        assert one.retrieve("oil", 4, language="CHS", chunk_context=0)
        process.kill()
        process.wait()
        with pytest.raises(TransientError, match=f"no answer from {url}"):
            ask(one)


class Gate:
    """Stands between client and server, and may answer a query in the server's place."""

    def __init__(self, server: str, instead: Reply | None = None) -> None:
        self.server = server
        self.instead = instead
        self.hold: threading.Event | None = None

    def __call__(self, asked: Asked) -> Reply:
        if asked.path.endswith("/query"):
            if self.hold:
                self.hold.wait(10)
            if self.instead:
                return self.instead
        address = urlsplit(self.server).netloc
        with closing(HTTPConnection(address)) as connection:
            connection.request(asked.method, asked.path, asked.body)
            reply = connection.getresponse()
            return Reply(reply.read(), reply.status, {"Content-Type": "application/json"})


@pytest.mark.parametrize(
    ("instead", "kind", "message"),
    [
        pytest.param(
            Reply(b"<!doctype html>\n<b>Sign in</b>"),
            RetrievalError,
            "is no JSON: <!doctype html> <b>Sign in</b>$",
            id="html",
        ),
        pytest.param(Reply(b"[]"), RetrievalError, "Chroma's client failed: .*'list'", id="list"),
        pytest.param(
            Reply(b'{"ids": [["1"]], "distances": [[0]], "metadatas": [[{}]], "include": []}'),
            RetrievalError,
            "Chroma's client failed: TypeError",
            id="without-documents",
        ),
        pytest.param(Reply(b""), RetrievalError, "is no JSON: an empty body$", id="empty"),
        pytest.param(
            Reply(b"<b>no</b>", 401), RetrievalError, "answered 401: <b>no</b>$", id="refused"
        ),
        pytest.param(Reply(b"slow", 429), BusyError, "answered 429: slow$", id="busy"),
        pytest.param(Reply(b"", 503), BusyError, "answered 503: with an empty body$", id="down"),
        pytest.param(
            Reply(b'{"error": "RateLimitError", "message": "too many"}', 429),
            BusyError,
            "answered: too many$",
            id="busy-in-its-own-words",
        ),
        pytest.param(
            Reply(b'{"error": "InternalError", "message": "disk"}', 500),
            TransientError,
            "answered: disk$",
            id="broken-in-its-own-words",
        ),
        pytest.param(Reply(b"bad gateway", 502), TransientError, "answered 502", id="gateway"),
        pytest.param(Reply(drop=True), TransientError, "no answer from", id="dies"),
    ],
)
def test_a_server_that_misbehaves(
    server: str, model: Api, instead: Reply, kind: type[RetrievalError], message: str
) -> None:
    with running(Gate(server, instead)) as api, pytest.raises(RetrievalError, match=message) as one:
        ask(retriever(api.url.removesuffix("/api"), model))
    assert type(one.value) is kind


def test_a_pause_that_the_server_asks_for_is_kept(server: str, model: Api) -> None:
    reply = Reply(b"slow", 429, {"Retry-After": "7"})
    with running(Gate(server, reply)) as api, pytest.raises(BusyError) as caught:
        ask(retriever(api.url.removesuffix("/api"), model))
    assert caught.value.retry_after == 7.0


def test_a_slow_server_is_given_up(server: str, model: Api) -> None:
    gate = Gate(server)
    gate.hold = threading.Event()
    with running(gate) as api:
        with pytest.raises(TransientError, match=r"no answer from .* in 0\.3 s"):
            ask(retriever(api.url.removesuffix("/api"), model, timeout=0.3))
        gate.hold.set()


def test_the_token_is_sent_and_several_ask_at_once(server: str, model: Api) -> None:
    with running(Gate(server)) as api, ThreadPoolExecutor(2) as pool:
        one = retriever(api.url.removesuffix("/api"), model, connections=2)

        def first(query: str) -> str:
            return one.retrieve(query, 4, language="CHS", chunk_context=0)[0].chunk_id

        assert list(pool.map(first, ["oil", "ferry", "oil", "ferry"])) == ["1", "3", "1", "3"]
        one.close()
    headers = [{name.lower(): value for name, value in one.headers.items()} for one in api.asked]
    assert {one["x-chroma-token"] for one in headers} == {"s3cret"}
    assert sum(one.path.endswith("/docs-CHS") for one in api.asked) == 1


def test_the_description_has_both_counts_and_no_secret(model: Api) -> None:
    one = retriever("http://user:pw9@127.0.0.1:9/x", model)
    description = dict(one.describe())
    one.close()
    assert description.pop("mapping")
    assert description == {
        "name": "chroma",
        "url": "http://127.0.0.1:9/x",
        "tenant": "default_tenant",
        "database": "default_database",
        "collection": "docs-{language}",
        "top_k": 20,
        "vectors": True,
        "embeddings.model": "m",
    }


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param({"collection": ""}, "has no collection", id="no-collection"),
        pytest.param({"base_url": "localhost"}, "is no address of a Chroma server", id="address"),
        pytest.param({"vectors": True}, "no model makes vectors", id="no-model"),
        pytest.param({"answer": ChromaAnswer(path="a[")}, "is no JMESPath", id="mapping"),
    ],
)
def test_a_wrong_use_is_told_before_the_first_call(
    settings: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        retriever("http://127.0.0.1:9", None, **settings)  # type: ignore[arg-type]
