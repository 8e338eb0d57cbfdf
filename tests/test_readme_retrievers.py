"""The examples of "Grade your own retriever", as they stand in the README."""

import json
import re
import shlex
import shutil
import sys
import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from fixturetool.config import load_settings
from tests.cli.project import Project
from tests.retrieval.api import Api, Reply, always, match, matches

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
SECTION = README.partition("## Grade your own retriever")[2].partition("\n## ")[0]


@pytest.fixture(name="project")
def copied_project(tmp_path: Path) -> Project:
    """A part of the shipped corpus, and a category of the shipped fixtures."""
    root = Path(__file__).parents[1]
    shutil.copytree(root / "text/chs", tmp_path / "text/chs")
    (tmp_path / "retrieval_fixtures").mkdir()
    shutil.copy(root / "retrieval_fixtures/breadth.json", tmp_path / "retrieval_fixtures")
    return Project(tmp_path)


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
    return [block for name, block in fenced if name == language]


def command_with(flag: str) -> list[str]:
    """The command of the section that has a flag, without the name of the program."""
    (line,) = [one for one in blocks("") if flag in one]
    return shlex.split(line)[1:]


def run(project: Project, arguments: list[str]) -> dict[str, object]:
    result = project.run(*arguments, "-q", "--limit", "3", "-o", "report.json")
    assert result.returncode == 0, result.stderr
    report = json.loads((project.root / "report.json").read_text("utf-8"))
    summary: dict[str, object] = report["summary"]
    return summary


def test_the_program(project: Project) -> None:
    project.write("search.py", blocks("python")[0])
    arguments = [
        one.replace("python ", f"'{sys.executable}' ") for one in command_with("--command")
    ]
    summary = run(project, arguments)
    assert (summary["scored"], summary["errors"], summary["unresolved"]) == (3, 0, 0)


def test_the_python_code(project: Project) -> None:
    project.write("mine.py", blocks("python")[1])
    summary = run(project, command_with("--retriever"))
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


def test_the_mapping(project: Project) -> None:
    hit = {"_score": 1.5, "_source": {"path": some_source(project), "body": "甲"}}
    with always(Reply(json.dumps({"hits": {"hits": [hit]}}).encode())) as api:
        write_mapping(project, api)
        assert run(project, ["eval-retrieval"])["errors"] == 0
    assert api.asked[0].path == "/docs/_search"
    assert api.asked[0].json["size"] == 20


def write_mapping(project: Project, api: Api) -> None:
    server = api.url.removesuffix("/api")
    mapping = blocks("toml")[0].replace("http://127.0.0.1:9200", server).replace("# head", "head")
    project.write("fixturetool.toml", mapping.replace("Bearer $SEARCH_TOKEN", "Bearer x"))


def test_the_settings_are_all_there_with_their_defaults(tmp_path: Path) -> None:
    shown = README.partition("## Settings")[2].partition("```toml\n")[2].partition("```")[0]
    defaults = asdict(load_settings(tmp_path, {}).retriever)
    assert tomllib.loads(shown)["retriever"] == json.loads(json.dumps(defaults))
