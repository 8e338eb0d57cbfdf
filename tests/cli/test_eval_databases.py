"""``eval-retrieval`` against real servers of Chroma and PostgreSQL, which misbehave on purpose."""

import gc
import json
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.lamps import FIXTURES, grade, lamp_project, number_of, path_of, text_of
from tests.cli.project import Project
from tests.retrieval.api import Api, Asked, Reply, running
from tests.retrieval.databases import chroma_server, postgres_server

for _module in ("chromadb", "psycopg", "pgserver", "pgvector"):
    pytest.importorskip(_module, reason=f"{_module} is in the extra 'integration'")

pytestmark = [
    pytest.mark.integration,
    # What these libraries warn of is not ours.
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(autouse=True, scope="module")
def sockets_that_the_library_forgets() -> Iterator[None]:
    """They are collected here, where their warnings are not taken for errors."""
    yield
    gc.collect()


ROWS = [(number, path_of(number), text_of(number)) for number in range(FIXTURES)]

DATABASE = """
    CREATE EXTENSION vector;
    CREATE TABLE lamps (number integer, path text, body text, embedding vector(12));
    CREATE FUNCTION asked(query text) RETURNS integer LANGUAGE sql
        AS $$ SELECT substring(query FROM '第(\\d+)问')::integer $$;
    CREATE FUNCTION hazard(number integer) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
        IF number = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid());
        ELSIF number = 2 THEN PERFORM pg_sleep(30);
        ELSIF number = 3 THEN RAISE EXCEPTION '<b>[red]no[/red]</b>';
        END IF;
        RETURN '';
    END $$;
    CREATE ROLE reader LOGIN PASSWORD 's3cret' CONNECTION LIMIT 1;
    GRANT SELECT ON lamps TO reader;
"""


def one_hot(number: int) -> list[float]:
    return [float(place == number) for place in range(FIXTURES)]


def embedded(asked: Asked) -> Reply:
    texts = asked.json["input"]
    assert isinstance(texts, list)
    data = [
        {"index": place, "embedding": one_hot(number_of(text))} for place, text in enumerate(texts)
    ]
    return Reply(json.dumps({"data": data}).encode(), 200, {"Content-Type": "application/json"})


@pytest.fixture(name="model", scope="module")
def running_model() -> Iterator[Api]:
    with running(embedded) as api:
        yield api


@pytest.fixture(name="conninfo", scope="module")
def running_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    import psycopg

    with postgres_server(tmp_path_factory.mktemp("pg") / "data") as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute(DATABASE)
            for number, path, text in ROWS:
                connection.execute(
                    "INSERT INTO lamps VALUES (%s, %s, %s, %s)",
                    [number, path, text, str(one_hot(number))],
                )
        yield conninfo


@pytest.fixture(name="chroma", scope="module")
def running_chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    import chromadb

    with chroma_server(tmp_path_factory.mktemp("chroma")) as (url, _):
        client = chromadb.HttpClient(host=url)
        client.create_collection("lamps", embedding_function=None).add(
            ids=[str(number) for number, _, _ in ROWS],
            embeddings=[one_hot(number) for number, _, _ in ROWS],
            documents=[text for _, _, text in ROWS],
            metadatas=[{"source": path} for _, path, _ in ROWS],
        )
        client.close()
        client._server._session.close()
        yield url


@pytest.fixture(name="lamps")
def project(tmp_path: Path) -> Project:
    return lamp_project(tmp_path)


def of_postgres(lamps: Project, conninfo: str, query: str, model: Api | None = None) -> Project:
    embeddings = f'[retriever.embeddings]\nmodel = "m"\nbase_url = "{model.url}"' if model else ""
    settings = f"""
[retriever]
name = "postgres"
[retriever.postgres]
conninfo_env = "LAMPS_DATABASE"
query = '''{query}'''
{embeddings}
"""
    lamps.write("fixturetool.toml", settings)
    return Project(lamps.root, {"LAMPS_DATABASE": conninfo})


def test_postgres_is_graded_by_full_text(lamps: Project, conninfo: str) -> None:
    query = """
        SELECT path, body AS text, 1 AS score FROM lamps
        WHERE body LIKE '%%第' || asked(%(query)s) || '号%%' LIMIT %(top_k)s
    """
    graded = grade(of_postgres(lamps, conninfo, query), "--jobs", "4")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)


def test_postgres_is_graded_by_vectors(lamps: Project, conninfo: str, model: Api) -> None:
    query = """
        SELECT path, body AS text, -(embedding <-> %(vector)s) AS score
        FROM lamps ORDER BY embedding <-> %(vector)s LIMIT %(top_k)s
    """
    graded = grade(of_postgres(lamps, conninfo, query, model), "--jobs", "4", "--k", "1")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)


def test_each_failure_of_postgres_is_an_error_of_its_own_fixture(
    lamps: Project, conninfo: str
) -> None:
    query = """
        SELECT path, body AS text, hazard(number) AS leg FROM lamps
        WHERE number = asked(%(query)s)
    """
    graded = grade(
        of_postgres(lamps, conninfo, query), "--timeout", "1", "--retries", "0", "--jobs", "2"
    )
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((3, FIXTURES - 3, 3), 1.0)
    assert "terminating connection" in graded.error_of(1)
    assert "in 1 s" in graded.error_of(2)
    assert "<b>[red]no[/red]</b>" in graded.error_of(3)


def test_a_database_with_too_few_connections_is_graded_more_slowly(
    lamps: Project, conninfo: str
) -> None:
    query = "SELECT path, body AS text FROM lamps WHERE body LIKE '%%第' || %(k)s || '号%%' OR "
    query += "%(query)s LIKE '第' || number || '问%%'"
    one = conninfo.replace("postgres:@", "reader:s3cret@")
    graded = grade(of_postgres(lamps, one, query), "--jobs", "4")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)
    assert "s3cret" not in graded.written(lamps)


def test_postgres_gives_each_fixture_its_own_out_of_order(lamps: Project, conninfo: str) -> None:
    query = """
        SELECT path, body AS text, pg_sleep((11 - number) * 0.03) FROM lamps
        WHERE number = asked(%(query)s)
    """
    graded = grade(of_postgres(lamps, conninfo, query), "--jobs", str(FIXTURES))
    assert graded.summary["coverage_rate"] == 1.0


def test_no_row_of_postgres_is_a_miss_and_no_error(lamps: Project, conninfo: str) -> None:
    query = "SELECT path FROM lamps WHERE number = asked(%(query)s) AND number > 2"
    graded = grade(of_postgres(lamps, conninfo, query))
    assert graded.outcome == (0, FIXTURES, 0)
    assert graded.summary["covered"] == FIXTURES - 3


def test_wrong_paths_of_postgres_are_no_clean_zero(lamps: Project, conninfo: str) -> None:
    query = "SELECT 'elsewhere/x.txt' AS path WHERE %(query)s <> ''"
    graded = grade(of_postgres(lamps, conninfo, query))
    assert (graded.done.returncode, graded.summary["unresolved"]) == (3, FIXTURES)


def of_chroma(lamps: Project, url: str, model: Api, source: str = "source") -> Project:
    settings = f"""
[retriever]
name = "chroma"
[retriever.chroma]
base_url = "{url}"
collection = "lamps"
vectors = true
headers = {{ X-Chroma-Token = "$CHROMA_TOKEN" }}
[retriever.chroma.answer]
path = "metadata.{source}"
[retriever.embeddings]
model = "m"
base_url = "{model.url}"
"""
    lamps.write("fixturetool.toml", settings)
    return Project(lamps.root, {"CHROMA_TOKEN": "t0ken-s3cret"})


class Gate:
    """Stands between client and server, and may answer in the server's place.

    Attributes:
        instead: Fixture to what is answered in the server's place.
        held: Fixture to what is waited for before an answer.
        opens: Fixture to what others wait for until it is answered.
        busy: Whether the first call of each fixture is one too many.
        asked: How often each fixture was asked.
    """

    def __init__(self, server: str) -> None:
        self.server = server
        self.instead: dict[int, Reply] = {}
        self.held: dict[int, threading.Event] = {}
        self.opens: dict[int, threading.Event] = {}
        self.busy = False
        self.asked: Counter[int] = Counter()
        self.lock = threading.Lock()

    def __call__(self, asked: Asked) -> Reply:
        if not asked.path.endswith("/query"):
            return self.forward(asked)
        vectors = asked.json["query_embeddings"]
        assert isinstance(vectors, list)
        return self.answer(vectors[0].index(1.0), asked)

    def answer(self, number: int, asked: Asked) -> Reply:
        with self.lock:
            self.asked[number] += 1
            first = self.asked[number] == 1
        if number in self.held:
            self.held[number].wait(20)
        if number in self.opens:
            self.opens[number].set()
        if self.busy and first:
            return Reply(b"slow down", 429)
        return self.instead.get(number) or self.forward(asked)

    def forward(self, asked: Asked) -> Reply:
        import httpx

        reply = httpx.request(asked.method, self.server + asked.path, content=asked.body)
        return Reply(reply.content, reply.status_code, {"Content-Type": "application/json"})


def url_of(api: Api) -> str:
    return api.url.removesuffix("/api")


def test_chroma_is_graded(lamps: Project, chroma: str, model: Api) -> None:
    graded = grade(of_chroma(lamps, chroma, model), "--jobs", "4", "--k", "1", "--top-k", "3")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)
    assert "t0ken-s3cret" not in graded.written(lamps)


def test_a_chroma_that_is_busy_half_of_the_time_is_graded_as_if_it_never_was(
    lamps: Project, chroma: str, model: Api
) -> None:
    gate = Gate(chroma)
    gate.busy = True
    with running(gate) as api:
        graded = grade(of_chroma(lamps, url_of(api), model), "--jobs", "4", "--k", "1")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)
    assert set(gate.asked.values()) == {2}


def test_each_failure_of_chroma_is_an_error_of_its_own_fixture(
    lamps: Project, chroma: str, model: Api
) -> None:
    gate = Gate(chroma)
    gate.instead = {1: Reply(b"<html>[b]</html>"), 3: Reply(drop=True)}
    gate.held = {2: threading.Event()}
    with running(gate) as api:
        graded = grade(
            of_chroma(lamps, url_of(api), model), "--timeout", "1", "--retries", "0", "--k", "1"
        )
        gate.held[2].set()
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((3, FIXTURES - 3, 3), 1.0)
    assert "is no JSON: <html>[b]</html>" in graded.error_of(1)
    assert "in 1 s" in graded.error_of(2)
    assert "no answer from" in graded.error_of(3)


def test_a_chroma_that_answers_the_last_first_gives_each_fixture_its_own(
    lamps: Project, chroma: str, model: Api
) -> None:
    turn = {number: threading.Event() for number in range(FIXTURES)}
    turn[FIXTURES - 1].set()
    gate = Gate(chroma)
    gate.held = turn
    gate.opens = {number: turn[number - 1] for number in range(1, FIXTURES)}
    with running(gate) as api:
        graded = grade(of_chroma(lamps, url_of(api), model), "--jobs", str(FIXTURES), "--k", "1")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)


def test_no_record_of_chroma_is_a_miss_and_no_error(
    lamps: Project, chroma: str, model: Api
) -> None:
    lamps = of_chroma(lamps, chroma, model)
    settings = (lamps.root / "fixturetool.toml").read_text("utf-8")
    nothing = 'vectors = true\nwhere_document = { "$contains" = "nowhere" }'
    lamps.write("fixturetool.toml", settings.replace("vectors = true", nothing))
    graded = grade(lamps, "--k", "1")
    assert graded.outcome == (0, FIXTURES, 0)
    assert graded.summary["covered"] == 0


def test_a_chroma_whose_paths_are_all_wrong_is_no_clean_zero(
    lamps: Project, chroma: str, model: Api
) -> None:
    lamps = of_chroma(lamps, chroma, model)
    settings = (lamps.root / "fixturetool.toml").read_text("utf-8")
    wrong = settings.replace('"metadata.source"', "\"join('/', ['elsewhere', id])\"")
    lamps.write("fixturetool.toml", wrong)
    graded = grade(lamps, "--k", "1")
    assert (graded.done.returncode, graded.summary["unresolved"]) == (3, FIXTURES)
