"""``fixturetool serve`` with vectors, asked over its socket."""

import json
import signal
from collections.abc import Iterator

import pytest

from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.cli.project import Project
from tests.cli.test_serve import Served, end, start

LOST = "没有向量的问题"


def _answer(request: Received) -> ScriptedReply:
    is_lost = request.payload["input"] == [LOST]
    return ScriptedReply("busy", status=503) if is_lost else embed_request(request)


@pytest.fixture(name="served", scope="module")
def served_project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    project = Project(tmp_path_factory.mktemp("served"))
    for number, name in enumerate(("灯志", "老蔺", "笔记", "渡船", "账房")):
        text = f"灯塔烧过鱼油，第{number}回。\n守灯人每夜添油{number}次。\n" * (9 * number + 1)
        project.write(f"text/chs/book/{number}_{name}.txt", text)
    with ChatServer(Script(), embeddings=_answer) as server:
        project.write(
            "fixturetool.toml",
            '[retriever.embedded.embeddings]\nmodel = "a-model"\nmax_retries = 0\n'
            f'base_url = "{server.base_url}"\n',
        )
        served = start(project)
        yield served
        end(served, signal.SIGTERM)


@pytest.mark.parametrize(
    ("legs", "sources", "enabled"),
    [
        pytest.param({}, {"sparse", "vector"}, (True, True), id="both"),
        pytest.param({"include_vector": False}, {"sparse"}, (False, True), id="words"),
        pytest.param({"include_sparse": False}, {"vector"}, (True, False), id="vectors"),
        pytest.param(
            {"include_sparse": False, "include_vector": False}, set(), (False, False), id="none"
        ),
    ],
)
def test_a_request_chooses_its_legs(
    served: Served, legs: dict[str, bool], sources: set[str], enabled: tuple[bool, bool]
) -> None:
    status, answer = served.post({"query": "灯塔", "corpus_id": "CHS", "top_k": 15, **legs})
    matches, debug = answer["matches"], answer["debug"]
    assert isinstance(matches, list)
    assert isinstance(debug, dict)
    found = [match["source"] for match in matches]
    assert status == 200
    assert set(found) <= {"sparse", "vector"}
    assert set(found) == sources
    assert (debug["vector_enabled"], debug["sparse_enabled"]) == enabled
    assert debug["fusion_vector_results"] == found.count("vector")
    assert debug["fusion_sparse_results"] == found.count("sparse")


def test_a_query_whose_vector_can_not_be_had_is_an_error_that_names_the_leg(
    served: Served,
) -> None:
    status, answer = served.post({"query": LOST, "corpus_id": "CHS"})
    detail = answer["detail"]
    assert isinstance(detail, dict)
    assert status == 503
    assert (detail["code"], detail["leg"]) == ("required_retrieval_leg_failed", "vector")
    assert "HTTP 503" in detail["reason"]


def test_words_alone_need_no_vector(served: Served) -> None:
    asked = {"query": LOST, "corpus_id": "CHS", "include_vector": False}
    assert served.post(asked)[0] == 200


def test_a_ranking_over_http_is_the_embedded_one(served: Served) -> None:
    here = Project(served.project.root)
    flags = ["retrieve", "守灯人添什么油？", "-q", "--k", "4", "--format", "json"]
    embedded = json.loads(here.run(*flags).stdout)["sources"]
    over_http = json.loads(here.run(*flags, "--base-url", served.base_url).stdout)["sources"]
    best = [(one["path"], one["hits"][0]["score"]) for one in embedded]
    assert [(one["path"], one["hits"][0]["score"]) for one in over_http] == best
    assert len(best) == 4
