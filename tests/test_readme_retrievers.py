"""The examples of "Grade your own retriever", as they stand in the README."""

import json
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from fixturetool.config import load_settings
from tests.cli.project import Project
from tests.retrieval.api import Api, Reply, always, match, matches
from tests.retrieval.databases import chroma_server, postgres_server

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
SECTION = README.partition("## Grade your own retriever")[2].partition("\n## ")[0]


@pytest.fixture(name="project")
def copied_project(tmp_path: Path) -> Project:
    """The shipped corpus, and a category of the shipped fixtures in each language."""
    root = Path(__file__).parents[1]
    shutil.copytree(root / "text", tmp_path / "text")
    (tmp_path / "retrieval_fixtures").mkdir()
    for category in ("breadth", "english"):
        shutil.copy(root / f"retrieval_fixtures/{category}.json", tmp_path / "retrieval_fixtures")
    return Project(tmp_path)


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
    return [block for name, block in fenced if name == language]


def command_with(flag: str) -> list[str]:
    """The command of the section that has a flag, without the name of the program."""
    (line,) = [one for one in blocks("") if flag in one]
    return shlex.split(line)[1:]


def run(project: Project, arguments: list[str], category: str = "breadth") -> dict[str, object]:
    result = project.run(*arguments, "-q", "-c", category, "--limit", "3", "-o", "report.json")
    assert result.returncode == 0, result.stderr
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    summary: dict[str, object] = report["summary"]
    return summary


LANGUAGES = pytest.mark.parametrize(
    "category", [pytest.param("breadth", id="chinese"), pytest.param("english", id="english")]
)


@LANGUAGES
def test_the_program(project: Project, category: str) -> None:
    project.write("search.py", blocks("python")[0])
    arguments = [
        one.replace("python ", f"'{sys.executable}' ") for one in command_with("--command")
    ]
    summary = run(project, arguments, category)
    assert (summary["scored"], summary["errors"], summary["unresolved"]) == (3, 0, 0)


@LANGUAGES
def test_the_python_code(project: Project, category: str) -> None:
    project.write("mine.py", blocks("python")[1])
    summary = run(project, command_with("--retriever"), category)
    assert (summary["scored"], summary["errors"], summary["unresolved"]) == (3, 0, 0)


def some_source(project: Project) -> str:
    root = project.root / "text/chs"
    return next(str(path.relative_to(root)) for path in sorted(root.glob("book/*.txt")))


def test_the_search_api(project: Project) -> None:
    with always(matches(match(some_source(project)))) as api:
        arguments = command_with("--base-url")
        arguments[arguments.index("--base-url") + 1] = api.url
        assert run(project, arguments)["errors"] == 0
    assert {(asked.json["corpus_id"], asked.json["top_k"]) for asked in api.asked} == {("CHS", 50)}


def settings_of(name: str, number: int = 0) -> str:
    """The settings that the section shows for a retriever."""
    return [block for block in blocks("toml") if f'name = "{name}"' in block][number]


def configure(project: Project, settings: str, *changes: tuple[str, str]) -> None:
    """Write the settings, with an address of this test in the place of the README's."""
    for old, new in changes:
        assert old in settings
        settings = settings.replace(old, new)
    project.write("fixturetool.toml", settings)


def test_the_mapping(project: Project) -> None:
    hit = {"_score": 1.5, "_source": {"path": some_source(project), "body": "甲"}}
    with always(Reply(json.dumps({"hits": {"hits": [hit]}}).encode())) as api:
        configure(
            project,
            settings_of("http"),
            ("http://127.0.0.1:9200", api.url.removesuffix("/api")),
            ("# headers", "headers"),
        )
        project = Project(project.root, {"SEARCH_TOKEN": "x"})
        assert run(project, ["eval-retrieval"])["errors"] == 0
    assert api.asked[0].path == "/docs/_search"
    assert api.asked[0].json["size"] == 20
    assert api.asked[0].headers["Authorization"] == "Bearer x"


def test_opensearch(project: Project) -> None:
    hit = {"_id": "1", "_score": 1.5, "_source": {"path": some_source(project), "body": "甲"}}
    body = json.dumps({"hits": {"hits": [hit]}}).encode()
    with always(Reply(body, 200, {"Content-Type": "application/json"})) as api:
        configure(
            project,
            settings_of("opensearch"),
            ("http://127.0.0.1:9200", api.url.removesuffix("/api")),
            ("# user", "user"),
            ("# password_env", "password_env"),
        )
        project = Project(project.root, {"SEARCH_PASSWORD": "x"})
        assert run(project, ["eval-retrieval"])["errors"] == 0
    assert api.asked[0].path == "/docs/_search"
    assert set(api.asked[0].json) == {"size", "query"}
    assert api.asked[0].headers["authorization"].startswith("Basic ")


@pytest.mark.parametrize(
    "request_of",
    [
        pytest.param("`query = { knn = ", id="opensearch"),
        pytest.param("`knn = { field = ", id="elasticsearch"),
    ],
)
def test_the_requests_by_vector(request_of: str) -> None:
    text = SECTION[SECTION.index(request_of) + 1 :]
    request = tomllib.loads(" ".join(text[: text.index("`")].split()))
    assert '"{vector}"' in json.dumps(request)
    assert '"{top_k}"' in json.dumps(request)


@pytest.mark.integration
@pytest.mark.filterwarnings("default")
def test_chroma(project: Project, tmp_path: Path) -> None:
    chromadb = pytest.importorskip("chromadb", reason="chromadb is in the extra 'integration'")
    with chroma_server(tmp_path / "chroma") as (url, _), always(vectors(3)) as model:
        client = chromadb.HttpClient(host=url)
        client.create_collection("docs", embedding_function=None).add(
            ids=["1"],
            embeddings=[[1, 0, 0]],
            documents=["甲"],
            metadatas=[{"source": some_source(project)}],
        )
        client.close()
        for one in (client, client._admin_client):  # they leave their connections open
            one._server._session.close()
        settings = f"{settings_of('chroma')}\n{embeddings_at(model)}"
        changes = ("http://127.0.0.1:8000", url), ("# vectors", "vectors")
        configure(project, settings, *changes)
        summary = run(project, ["eval-retrieval"])
    assert (summary["scored"], summary["errors"], summary["unresolved"]) == (3, 0, 0)


@pytest.fixture(name="database", scope="module")
def running_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a database with a table that is empty yet."""
    for module in ("psycopg", "pgserver", "pgvector"):
        pytest.importorskip(module, reason=f"{module} is in the extra 'integration'")
    import psycopg

    with postgres_server(tmp_path_factory.mktemp("pg") / "data") as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
            connection.execute("CREATE TABLE docs (path text, body text, embedding vector(3))")
        yield conninfo


@pytest.mark.integration
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "number", [pytest.param(0, id="full-text"), pytest.param(1, id="pgvector")]
)
def test_postgres(project: Project, database: str, number: int) -> None:
    import psycopg

    with always(vectors(3)) as model:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("DELETE FROM docs")
            row = [some_source(project), "甲"]
            connection.execute("INSERT INTO docs VALUES (%s, %s, '[1, 0, 0]')", row)
        settings = settings_of("postgres", number)
        if number == 0:
            shown = "host=127.0.0.1 dbname=docs user=reader"
            configure(project, settings, (shown, database))
        else:
            address = f'model = "BAAI/bge-m3"\nbase_url = "{model.url}"'
            configure(project, settings, ('model = "BAAI/bge-m3"', address))
        environ = {"DOCS_DATABASE": database}
        summary = run(Project(project.root, environ), ["eval-retrieval"])
    assert (summary["scored"], summary["errors"], summary["unresolved"]) == (3, 0, 0)


def vectors(dimensions: int) -> Reply:
    data = {"data": [{"index": 0, "embedding": [1.0] * dimensions}]}
    return Reply(json.dumps(data).encode(), 200, {"Content-Type": "application/json"})


def embeddings_at(model: Api) -> str:
    return f'[retriever.embeddings]\nmodel = "m"\nbase_url = "{model.url}"\n'


def test_the_secrets_of_a_program_are_said_to_belong_in_the_environment() -> None:
    assert "Runs record addresses and whole command lines" in " ".join(SECTION.split())


LISTING = README.partition("## Settings")[2].partition("```toml\n")[2].partition("```")[0]


def test_the_settings_are_all_there_with_their_defaults(tmp_path: Path) -> None:
    defaults = asdict(load_settings(tmp_path, {}).retriever, dict_factory=without_none)
    assert tomllib.loads(LISTING)["retriever"] == json.loads(json.dumps(defaults))


def test_the_settings_without_a_default_stand_there_behind_a_hash(tmp_path: Path) -> None:
    shown = tomllib.loads(re.sub("^# (?=[a-z_]+ = )", "", LISTING, flags=re.MULTILINE))
    settings = asdict(load_settings(tmp_path, {}).retriever)
    assert sorted(keys(shown["retriever"])) == sorted(keys(settings))


def without_none(items: list[tuple[str, object]]) -> dict[str, object]:
    return {key: value for key, value in items if value is not None}


def keys(settings: dict[str, object], above: str = "") -> Iterator[str]:
    """Every setting by its dotted name; an empty table is one."""
    for name, value in settings.items():
        if isinstance(value, dict) and value:
            yield from keys(value, f"{above}{name}.")
        else:
            yield above + name
