"""Vectors and rewrites of the embedded index from the command line, against a scripted provider."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Rule, Script, ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.cli.project import Project

ROOT = Path(__file__).parents[2]
REWRITES = tuple(ScriptedReply(text) for text in ("灯塔 鱼油", "守灯人 添油", "[bold]灯塔[/] 盐"))


@dataclass(frozen=True)
class Provided:
    """A project whose settings name a scripted provider."""

    project: Project
    server: ChatServer

    def set(self, *sections: str) -> None:
        """Write the settings: of ``embeddings`` and ``query_transform`` those that are named."""
        provider = f'model = "a-model"\nbase_url = "{self.server.base_url}"\n'
        tables = (f"[retriever.embedded.{section}]\n{provider}" for section in sections)
        self.project.write("fixturetool.toml", "".join(tables))

    @property
    def embedded(self) -> list[str]:
        """The texts whose vectors were asked for."""
        asked = [r for r in self.server.requests if r.path.endswith("/embeddings")]
        return [text for request in asked for text in request.payload["input"]]

    def report(self, *arguments: str) -> dict[str, object]:
        done = self.project.run("eval-retrieval", "-q", "--format", "json", *arguments)
        assert done.returncode == 0, done.stderr
        (fixture,) = json.loads(done.stdout)["fixtures"]
        return {"name": json.loads(done.stdout)["retriever"]["name"], "runs": fixture["runs"]}

    @property
    def run_folder(self) -> Path:
        return max((self.project.root / ".fixturetool/runs").iterdir())


@pytest.fixture(name="provided")
def provided_project(project: Project) -> Iterator[Provided]:
    with ChatServer(Script(rules=[Rule((), REWRITES)])) as server:
        yield Provided(Project(project.root), server)


def test_the_index_tells_what_was_fetched_and_what_is_there(provided: Provided) -> None:
    provided.set("embeddings")
    index = [provided.project.run("index", *words, "-q") for words in (["build"], ["build"])]
    assert [done.stdout.splitlines()[-1] for done in index] == [
        "CHS: 3 vectors fetched in 1 request, 0 kept; model a-model, 64 dimensions",
        "CHS: 0 vectors fetched in 0 requests, 3 kept; model a-model, 64 dimensions",
    ]
    assert len(provided.embedded) == 3
    status = provided.project.run("index", "status")
    assert status.returncode == 0
    assert status.stdout.splitlines()[-1].startswith("CHS: vectors up to date; 3 chunks with one,")


@pytest.mark.parametrize(
    ("price", "usage", "told"),
    [
        pytest.param("", [7, 0], "1 request, 7 tokens, cost unknown", id="no-price"),
        pytest.param("500000", [7, 0], "1 request, 7 tokens, 3.5000 USD", id="price"),
        pytest.param(
            "0",
            None,
            "1 request, at most 70 tokens (1 request told none), 0.0000 USD",
            id="untold",
        ),
    ],
)
def test_a_build_tells_what_vectors_cost(
    provided: Provided, price: str, usage: list[int] | None, told: str
) -> None:
    provided.set("embeddings")

    def answer(request: Received) -> ScriptedReply:
        body = json.loads(embed_request(request).body or "")
        body["usage"] = {"prompt_tokens": usage[0]} if usage else None
        return ScriptedReply(body=json.dumps(body))

    with ChatServer(Script(), embeddings=answer) as server:
        table = "FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS"
        environ = {f"{table}_BASE_URL": server.base_url}
        if price:
            environ[f"{table}_PRICE_PER_MILLION_INPUT"] = price
        project = Project(provided.project.root, environ)
        assert project.run("index", "build", "-q").stderr == f"spent on vectors: {told}\n"
        assert project.run("index", "build", "-q").stderr == ""


def test_a_run_tells_what_vectors_and_rewrites_cost(provided: Provided) -> None:
    provided.set("embeddings", "query_transform")
    told = provided.project.run("eval-retrieval", "-q", "--repeat", "3").stderr.splitlines()
    spent = [line for line in told if line.startswith("spent on ")]
    assert spent == [
        "spent on vectors: 4 requests, 93 tokens, cost unknown",
        "spent on rewrites: 3 requests, 330 tokens, cost unknown",
    ]


def test_what_was_paid_before_a_build_failed_is_told(provided: Provided) -> None:
    provided.set("embeddings")
    table = "FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS"
    bounds = {f"{table}_BATCH": "1", f"{table}_JOBS": "1", f"{table}_BUDGET_TOKENS": "45"}
    done = Project(provided.project.root, bounds).run("retrieve", "灯", "-q")
    assert done.returncode == 3
    assert done.stderr.startswith("spent on vectors: 1 request, 29 tokens, cost unknown\n")
    assert "the budget could be passed by the next call: 29 tokens spent" in done.stderr


def test_the_example_rewrites_each_query_of_breadth_in_three_ways() -> None:
    rules = json.loads((ROOT / "examples/rewrite_script.json").read_text("utf-8"))["rules"]
    breadth = json.loads((ROOT / "retrieval_fixtures/breadth.json").read_text("utf-8"))
    for fixture in breadth["fixtures"]:
        (rule,) = [rule for rule in rules if rule["contains"] in fixture["query"]]
        assert len({reply["content"] for reply in rule["replies"]}) == 3


def test_a_status_names_what_is_missing_and_asks_nothing(provided: Provided) -> None:
    provided.project.run("index", "build", "-q")
    provided.set("embeddings")
    status = provided.project.run("index", "status")
    assert status.returncode == 1
    assert "CHS: vectors 3 to fetch; 0 chunks with one" in status.stdout
    assert provided.server.requests == ()


def test_vectors_that_were_kept_are_not_fetched_again(provided: Provided) -> None:
    provided.set("embeddings")
    provided.project.run("index", "build", "-q")
    assert provided.project.run("index", "clear", "--keep-vectors").stdout == "cleared: CHS\n"
    built = provided.project.run("index", "build", "-q").stdout
    assert "0 vectors fetched" in built
    assert "3 sources read" in built


def test_a_chunk_that_the_model_refuses_makes_the_answer_partial(provided: Provided) -> None:
    provided.set("embeddings")
    refusing = ScriptedReply(status=400, body="too long")

    def answer(request: Received) -> ScriptedReply:
        bad = any("鱼油" in text for text in request.payload["input"])
        return refusing if bad else embed_request(request)

    with ChatServer(Script(), embeddings=answer) as server:
        variable = {"FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS_BASE_URL": server.base_url}
        project = Project(provided.project.root, variable)
        entry = {"question": "灯塔烧过什么？", "expected_paths": ["book/1_灯志.txt"]}
        project.write("eval_datasets/chs-paths.json", json.dumps([entry]))
        commands = (["index", "build"], ["retrieve", "灯"], ["eval-paths"], ["eval-retrieval"])
        done = [project.run(*command, "-q") for command in commands]
    assert [one.returncode for one in done] == [3, 3, 3, 3]
    for one in done:
        assert "no vector for this chunk: " in one.stderr
    assert "queries        scored 1 of 1, 0 errors" in done[-1].stdout


def test_each_repeat_rewrites_anew_and_all_of_it_is_kept_and_shown(provided: Provided) -> None:
    provided.set("embeddings", "query_transform")
    found = provided.report("--repeat", "3")
    told = [reply.content for reply in REWRITES]
    assert found["name"] == "bm25+vector"
    assert [one["rewrite"] for one in found["runs"]] == told  # type: ignore[attr-defined]
    assert provided.embedded[-3:] == told
    saved = json.loads((provided.run_folder / "run.json").read_text("utf-8"))
    (fixture,) = saved["fixtures"]
    assert [attempt["rewrite"] for attempt in fixture["attempts"]] == told
    assert {hit["leg"] for attempt in fixture["attempts"] for hit in attempt["hits"]} <= {
        "bm25+vector",
        "vector",
    }
    shown = provided.project.run("eval-retrieval", "-q").stdout
    assert "searched  [bold]灯塔[/] 盐" in shown


def test_a_flag_leaves_out_what_the_settings_add(provided: Provided) -> None:
    provided.set("embeddings", "query_transform")
    found = provided.report("--no-embeddings", "--no-rewrite")
    assert found["name"] == "bm25"
    assert provided.server.requests == ()
    refused = provided.project.run("retrieve", "灯", "--no-rewrite", "--base-url", "http://[::1]/")
    assert refused.returncode == 2
    assert '--no-rewrite means nothing to the retriever "http"' in refused.stderr


def test_a_rewrite_that_fails_is_an_error_and_no_miss(provided: Provided) -> None:
    provided.set("query_transform")
    with ChatServer(Script(default=ScriptedReply(""))) as empty:
        variable = {"FIXTURETOOL_RETRIEVER_EMBEDDED_QUERY_TRANSFORM_BASE_URL": empty.base_url}
        failing = Project(provided.project.root, variable)
        done = failing.run("eval-retrieval", "-q")
        looked = failing.run("retrieve", "灯", "-q")
    assert done.returncode == 3
    assert "scored 0 of 1, 1 error" in done.stdout
    assert "could not be rewritten: the model's answer is empty" in done.stdout
    assert looked.returncode == 3
    assert looked.stdout == ""


def test_retrieve_tells_what_was_searched(provided: Provided) -> None:
    provided.set("query_transform")
    text = provided.project.run("retrieve", "灯？", "-q").stdout
    document = json.loads(provided.project.run("retrieve", "灯？", "-q", "--format", "json").stdout)
    assert text.splitlines()[0] == "searched: 灯塔 鱼油"
    assert (document["query"], document["rewrite"]) == ("灯？", "守灯人 添油")


def test_a_provider_that_fails_while_the_index_is_built_is_told_in_one_line(
    provided: Provided,
) -> None:
    provided.set("embeddings")
    variable = {"FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS_BASE_URL": "http://127.0.0.1:9/v1"}
    failing = Project(
        provided.project.root,
        {**variable, "FIXTURETOOL_RETRIEVER_EMBEDDED_EMBEDDINGS_MAX_RETRIES": "0"},
    )
    done = failing.run("eval-retrieval", "-q")
    assert done.returncode == 3
    assert done.stdout == ""
    assert '"http://127.0.0.1:9/v1" could not answer, asked once: no connection' in done.stderr
    assert "Traceback" not in done.stderr


def test_a_key_that_is_missing_is_named_before_anything_is_done(provided: Provided) -> None:
    provided.project.write("fixturetool.toml", '[retriever.embedded.embeddings]\nmodel = "m"\n')
    done = provided.project.run("index", "build", "-q")
    assert done.returncode == 2
    assert "DEEPINFRA_API_KEY is not set" in done.stderr
    assert "retriever.embedded.embeddings.api_key_env" in done.stderr


def test_rewrites_of_a_run_count_where_a_query_has_to_lead_to_a_source(
    provided: Provided,
) -> None:
    fixture = json.loads(
        (provided.project.root / "retrieval_fixtures/lamp.json").read_text("utf-8")
    )
    fixture["fixtures"][0]["query"] = "用的是哪一种？"
    provided.project.write("retrieval_fixtures/lamp.json", json.dumps(fixture))
    alone = provided.project.run("verify", "-q", "--select", "FT205")
    provided.set("query_transform")
    provided.report("--repeat", "2")
    run = provided.run_folder.name
    beside = provided.project.run("verify", "-q", "--select", "FT205", "--rewrites", run)
    assert "FT205" in alone.stdout
    assert "FT205" not in beside.stdout
    assert (beside.stderr, beside.returncode) == ("", 0)


def test_a_run_without_rewrites_is_told(provided: Provided) -> None:
    provided.report()
    run = provided.run_folder.name
    done = provided.project.run("verify", "-q", "--rewrites", run)
    assert done.stderr == f"warning: run '{run}' holds no rewrite of a query\n"
    assert provided.project.run("verify", "-q", "--rewrites", "nope").returncode == 2
