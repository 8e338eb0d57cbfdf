"""The retriever ``postgres`` against a real server with pgvector."""

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import pytest

from fixturetool.errors import (
    BusyError,
    RetrievalError,
    TransientError,
    UsageError,
)
from fixturetool.retrieval.base import Hit
from fixturetool.retrieval.databases.postgres import PostgresRetriever
from fixturetool.retrieval.hybrid.model import open_model
from fixturetool.settings.databases import PostgresSettings
from fixturetool.settings.embedded import EmbeddingSettings
from tests.retrieval.api import Api, Reply, always
from tests.retrieval.databases import postgres_server

for _module in ("psycopg", "pgserver", "pgvector"):
    pytest.importorskip(_module, reason=f"{_module} is in the extra 'integration'")

pytestmark = [
    pytest.mark.integration,
    # What these libraries warn of is not ours.
    pytest.mark.filterwarnings("default"),
]

FULL_TEXT = """
    SELECT id AS chunk_id, path, body AS text, page AS start_page, page AS end_page,
           ts_rank_cd(to_tsvector('simple', body), asked) AS score
    FROM docs, websearch_to_tsquery('simple', %(query)s) AS asked
    WHERE to_tsvector('simple', body) @@ asked AND language = %(language)s
    ORDER BY score DESC, path
    LIMIT %(top_k)s
"""
NEAREST = """
    SELECT path, body AS text, 1 - (embedding <=> %(vector)s) AS score
    FROM docs ORDER BY embedding <=> %(vector)s LIMIT %(top_k)s
"""
SET_UP = """
    CREATE EXTENSION vector;
    CREATE TABLE docs (
        id integer PRIMARY KEY, path text, body text, page integer, language text,
        embedding vector(2)
    );
    INSERT INTO docs VALUES
        (1, 'book/1.txt', 'the lamp burned fish oil, and oil again', 3, 'CHS', '[1, 0]'),
        (2, 'book/1.txt', 'the lamp stood by the oil store', 4, 'CHS', '[0.6, 0.8]'),
        (3, 'book/2.txt', 'the ferry takes no toll', NULL, 'CHS', '[0, 1]'),
        (4, 'book/3.txt', 'oil of another country', NULL, 'ENG', '[-1, 0]');
    CREATE ROLE reader LOGIN;
    GRANT SELECT ON docs TO reader;
    CREATE ROLE nobody_more LOGIN CONNECTION LIMIT 0;
"""


@pytest.fixture(name="conninfo", scope="module")
def running_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    import psycopg

    with postgres_server(tmp_path_factory.mktemp("pg") / "data") as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute(SET_UP)
        yield conninfo


def retriever(
    conninfo: str,
    query: str = FULL_TEXT,
    *,
    timeout: float = 10,
    secret: str = "",
    vectors_of: Api | None = None,
    top_k: int = 20,
) -> PostgresRetriever:
    embeddings = EmbeddingSettings(model="m", base_url=vectors_of.url if vectors_of else "")
    return PostgresRetriever(
        PostgresSettings(conninfo=conninfo, query=query, top_k=top_k),
        secret,
        open_model(embeddings, {}, "retriever.embeddings") if vectors_of else None,
        timeout_seconds=timeout,
    )


def ask(one: PostgresRetriever, query: str = "oil", k: int = 4) -> list[Hit]:
    try:
        return list(one.retrieve(query, k, language="CHS", chunk_context=1))
    finally:
        one.close()


def vector(*numbers: float) -> Reply:
    data = {"data": [{"index": 0, "embedding": numbers}]}
    return Reply(json.dumps(data).encode(), 200, {"Content-Type": "application/json"})


def test_full_text_search(conninfo: str) -> None:
    first, second = ask(retriever(conninfo))
    assert replace(first, score=0) == Hit(
        "book/1.txt",
        0,
        "the lamp burned fish oil, and oil again",
        start_page=3,
        end_page=3,
        chunk_id="1",
    )
    assert (second.chunk_id, first.score > second.score > 0) == ("2", True)


def test_nearest_vectors(conninfo: str) -> None:
    with always(vector(0.6, 0.8)) as model:
        hits = ask(retriever(conninfo, NEAREST, vectors_of=model))
    assert model.asked[0].json["input"] == ["oil"]
    assert [hit.text[:9] for hit in hits] == ["the lamp ", "the ferry", "the lamp ", "oil of an"]
    assert [round(hit.score, 6) for hit in hits] == [1.0, 0.8, 0.6, -0.6]


def test_no_row_is_an_answer(conninfo: str) -> None:
    assert ask(retriever(conninfo), "nowhere") == []


@pytest.mark.parametrize(
    ("k", "rows"),
    [pytest.param(1, 2, id="over-fetched"), pytest.param(3, 3, id="never-fewer-than-k")],
)
def test_chunks_are_over_fetched(conninfo: str, k: int, rows: int) -> None:
    query = "SELECT path, %(query)s AS leg FROM docs LIMIT %(top_k)s"
    assert len(ask(retriever(conninfo, query, top_k=2), k=k)) == rows


def test_every_parameter_may_stand_in_the_query(conninfo: str) -> None:
    query = """
        SELECT %(language)s || %(k)s || '/' || %(top_k)s || '/' || %(chunk_context)s AS path,
               %(query)s::text AS text, 7 %% 4 AS score
    """
    (hit,) = ask(retriever(conninfo, query), "a 'quoted'; %(k)s --")
    assert (hit.path, hit.text, hit.score) == ("CHS4/20/1", "a 'quoted'; %(k)s --", 3.0)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        pytest.param("灯\x00塔", "NUL", id="nul"),
        pytest.param("灯\ud800塔", "can't be sent to .*surrogates", id="lone-surrogate"),
    ],
)
def test_what_no_database_can_be_asked_is_an_error(conninfo: str, asked: str, message: str) -> None:
    with pytest.raises(RetrievalError, match=message):
        ask(retriever(conninfo), asked)


def test_nothing_is_ever_written(conninfo: str) -> None:
    query = "DELETE FROM docs WHERE body = %(query)s RETURNING path"
    with pytest.raises(RetrievalError, match="read-only transaction"):
        ask(retriever(conninfo, query))
    assert len(ask(retriever(conninfo))) == 2


@pytest.mark.parametrize(
    ("query", "message"),
    [
        pytest.param(
            "SELECT %(query)s AS txt, 1 AS score",
            "row 1 has no path; it has 'txt', 'score'",
            id="no-path",
        ),
        pytest.param(
            "SELECT 'a' AS path, now() AS text WHERE %(query)s <> ''",
            "the text of row 1 is datetime",
            id="wrong-type",
        ),
        pytest.param("SELECT path FORM docs WHERE %(query)s", "syntax error", id="syntax"),
        pytest.param("SELECT path FROM dcos WHERE %(query)s <> ''", "dcos", id="no-table"),
        pytest.param("SET search_path TO %(query)s", "syntax error", id="no-question"),
        pytest.param("SELECT 1/0 AS path, %(query)s", "division by zero", id="fails"),
    ],
)
def test_a_query_that_can_not_be_answered_is_told_once(
    conninfo: str, query: str, message: str
) -> None:
    with pytest.raises(RetrievalError, match=message) as caught:
        ask(retriever(conninfo, query))
    assert not isinstance(caught.value, TransientError)
    assert "\n" not in str(caught.value)


def test_a_slow_query_is_given_up_by_the_database(conninfo: str) -> None:
    query = "SELECT path, pg_sleep(30) FROM docs WHERE body <> %(query)s"
    with pytest.raises(TransientError, match=r"no answer from .* in 0\.2 s"):
        ask(retriever(conninfo, query, timeout=0.2))


def test_a_connection_that_dies_may_be_made_again(conninfo: str) -> None:
    query = """
        SELECT CASE WHEN %(query)s = 'die' THEN pg_terminate_backend(pg_backend_pid())::text
               ELSE 'a.txt' END AS path
    """
    one = retriever(conninfo, query)
    with pytest.raises(TransientError, match="terminating connection"):
        one.retrieve("die", 4, language="CHS", chunk_context=0)
    assert [hit.path for hit in ask(one, "live")] == ["a.txt"]


def test_a_database_that_takes_no_more_connections_is_busy(conninfo: str) -> None:
    with pytest.raises(BusyError, match="too many connections for role"):
        ask(retriever(conninfo.replace("postgres:@", "nobody_more:@")))


def test_a_server_that_is_not_there_may_come() -> None:
    with pytest.raises(TransientError, match="Connection refused"):
        ask(retriever("host=127.0.0.1 port=1 dbname=docs"))


def test_a_database_that_does_not_exist_will_not_come(conninfo: str) -> None:
    with pytest.raises(RetrievalError, match='"nope" does not exist') as caught:
        ask(retriever(conninfo.replace("/postgres?", "/nope?")))
    assert not isinstance(caught.value, TransientError)


@pytest.mark.parametrize("sslmode", ["disable", "prefer"])
def test_what_is_no_database_will_not_become_one(sslmode: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection:
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n<html>")
                        connection.recv(1000)

        thread = threading.Thread(target=greet)
        thread.start()
        where = f"host=127.0.0.1 port={listener.getsockname()[1]} dbname=docs sslmode={sslmode}"
        with pytest.raises(RetrievalError, match="can't be asked") as caught:
            ask(retriever(where))
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    assert not isinstance(caught.value, TransientError)


def test_connections_are_kept_and_as_many_as_are_needed(conninfo: str) -> None:
    query = "SELECT pg_backend_pid()::text AS path, pg_sleep(0.2) WHERE %(query)s <> ''"
    one = retriever(conninfo, query)

    def backend(query: str) -> str:
        return one.retrieve(query, 4, language="CHS", chunk_context=0)[0].path

    with ThreadPoolExecutor(3) as pool:
        first = set(pool.map(backend, "abc"))
        again = {backend("d"), *pool.map(backend, "ef")}
    one.close()
    assert (len(first), again <= first) == (3, True)


def test_answers_out_of_order_reach_those_who_asked(conninfo: str) -> None:
    query = "SELECT %(query)s AS path, pg_sleep(CASE %(query)s WHEN 'first' THEN 0.3 ELSE 0 END)"
    one = retriever(conninfo, query)
    ended: list[str] = []

    def path(query: str) -> str:
        (hit,) = one.retrieve(query, 4, language="CHS", chunk_context=0)
        ended.append(query)
        return hit.path

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(path, ["first", "second"])) == ["first", "second"]
    one.close()
    assert ended == ["second", "first"]


def test_after_it_is_closed_nothing_is_asked(conninfo: str) -> None:
    one = retriever(conninfo)
    one.close()
    with pytest.raises(RetrievalError, match="is closed"):
        ask(one)


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param("host=127.0.0.1 port=1 dbname=docs user=me password=s3cret", id="words"),
        pytest.param("postgresql://me:s3cret@127.0.0.1:1/docs", id="address"),
    ],
)
def test_where_it_is_may_come_from_the_environment_and_no_secret_is_shown(secret: str) -> None:
    one = retriever("", secret=secret)
    description = dict(one.describe())
    assert description.pop("mapping")
    assert description == {
        "name": "postgres",
        "database": "host=127.0.0.1 port=1 dbname=docs user=me",
        "top_k": 20,
    }
    with pytest.raises(TransientError) as caught:
        ask(one)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(PostgresSettings(query=FULL_TEXT), "has no database", id="no-database"),
        pytest.param(
            PostgresSettings(conninfo="host=a password=s3cret", query=FULL_TEXT),
            "holds a password, which belongs in the environment",
            id="password",
        ),
        pytest.param(
            PostgresSettings(conninfo="postgresql://me:s3cret@a/b", query=FULL_TEXT),
            "holds a password",
            id="password-in-address",
        ),
        pytest.param(
            PostgresSettings(conninfo="s3cret", query=FULL_TEXT),
            "can't be read as a connection string$",
            id="no-conninfo",
        ),
        pytest.param(PostgresSettings(conninfo="host=a"), "nothing would be asked", id="no-query"),
        pytest.param(
            PostgresSettings(conninfo="host=a", query="SELECT %(quer)s"),
            r'holds "%\(quer\)s", which is no parameter',
            id="unknown-parameter",
        ),
        pytest.param(
            PostgresSettings(conninfo="host=a", query="SELECT %(query)s LIKE 'a%'"),
            'holds "%", which is no parameter',
            id="lone-percent",
        ),
        pytest.param(
            PostgresSettings(conninfo="host=a", query=NEAREST),
            "no model makes vectors",
            id="no-model",
        ),
    ],
)
def test_a_wrong_use_is_told_before_the_first_call(
    settings: PostgresSettings, message: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        PostgresRetriever(settings, "", None, timeout_seconds=1)
    assert "s3cret" not in str(caught.value)
