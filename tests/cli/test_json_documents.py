"""Every document for programs says what it is, whichever command writes it."""

import json
from collections.abc import Iterator, Sequence

import click
import pytest

from fixturetool.cli.main import cli
from tests.cli.project import Project
from tests.cli.test_compare import made
from tests.search_server import matches, serving

QRELS = "lamp 0 book/1_灯志.txt 1\n"
PATHS = [{"question": "灯塔的灯烧过什么？", "expected_paths": ["book/1_灯志.txt"]}]
PAGES = {
    "corpus_id": "m",
    "items": [{"question": "Q?", "expected_pages": [1], "figure_ref": "F", "kind": "locate"}],
}
SCHEMAS = {
    "search 鱼油": "search/1",
    "search --facet 烧过鱼油": "search/1",
    "anchor list lamp": "anchors/1",
    "validate": "validate/1",
    "verify": "verify/1",
    "explain FT203": "explain/1",
    "repair": "repair/1",
    "retrieve 鱼油": "retrieve/1",
    "index status": "index-status/1",
    "eval-retrieval": "report/1",
    "eval-paths --dataset chs-paths.json": "paths/1",
    "eval-pages --dataset m.json --base-url SERVER": "pages/1",
    "score RUN": "report/1",
    "report RUN": "report/1",
    "runs list": "runs/1",
    "runs show RUN": "saved-run/1",
    "compare RUN RUN": "comparison/1",
    "misses RUN": "misses/1",
    "judge show RUN": "judge-evidence/1",
    "import lamp.qrels --queries lamp.tsv --category more --dry-run": "import/1",
    "doctor --offline": "doctor/1",
}
ENTRIES = {"dataset list", "dataset export"}
"""Their JSON is the list of entries that the public format has."""


def writers_of_json(group: click.Group, words: Sequence[str] = ()) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from writers_of_json(command, (*words, name))
        elif command and any(map(_offers_json, command.params)):
            yield " ".join((*words, name))


def _offers_json(parameter: click.Parameter) -> bool:
    return isinstance(parameter.type, click.Choice) and "json" in parameter.type.choices


def schema_of(document: dict[str, dict[str, str]]) -> object:
    """Return it from the document, or from what is added to one of the public format."""
    return document.get("schema") or document["fixturetool"]["schema"]


@pytest.fixture(name="asked", scope="module")
def project_with_a_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, str]:
    from tests.cli.conftest import filled

    project = filled(Project(tmp_path_factory.mktemp("documents")))
    project.write("lamp.qrels", QRELS)
    project.write("lamp.tsv", "lamp\t灯塔的灯烧过什么？\n")
    project.write("chs-paths.json", json.dumps(PATHS))
    project.write("m.json", json.dumps(PAGES))
    return project, made(project)


def test_every_command_that_writes_json_is_tested() -> None:
    tested = {
        name
        for name in writers_of_json(cli)
        if any(f"{one} ".startswith(f"{name} ") for one in SCHEMAS)
    }
    assert set(writers_of_json(cli)) - tested == ENTRIES


@pytest.mark.parametrize(
    ("line", "schema"), [pytest.param(*pair, id=pair[0]) for pair in SCHEMAS.items()]
)
def test_a_document_names_its_schema(asked: tuple[Project, str], line: str, schema: str) -> None:
    project, run = asked
    with serving(lambda *_: matches()) as server:
        words = line.replace("RUN", run).replace("SERVER", server.url).split()
        done = project.run(*words, "--format", "json")
    assert schema_of(json.loads(done.stdout)) == f"fixturetool.{schema}"


def test_the_status_of_an_index_is_told_to_programs(project: Project) -> None:
    missing = json.loads(project.run("index", "status", "--format", "json").stdout)
    assert missing == {
        "schema": "fixturetool.index-status/1",
        "is_current": False,
        "indexes": [
            {
                "language": "CHS",
                "is_built": False,
                "is_current": False,
                "sources": 0,
                "chunks": 0,
                "bytes_on_disk": 0,
                "added": 3,
                "changed": 0,
                "removed": 0,
                "rebuilt_because": None,
                "vectors": None,
            }
        ],
        "troubles": [],
    }
    project.run("index", "build", "--quiet")
    done = project.run("index", "status", "--format", "json")
    built = json.loads(done.stdout)["indexes"][0]
    assert (done.returncode, built["is_current"], built["sources"], built["chunks"]) == (
        0,
        True,
        3,
        3,
    )


def test_what_limits_a_search_limits_a_retrieval(asked: tuple[Project, str]) -> None:
    project, _ = asked
    both = project.run("retrieve", "灯 鱼油", "--format", "json").stdout
    one = project.run("retrieve", "灯 鱼油", "-n", "1", "--format", "json").stdout
    assert [len(json.loads(text)["sources"]) for text in (both, one)] == [3, 1]
