"""``fixturetool serve`` as a process, asked over its socket."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.project import Project

JSON = dict[str, object]


@dataclass(frozen=True)
class Served:
    """A running server, and its corpus."""

    process: "subprocess.Popen[str]"
    base_url: str
    project: Project

    def post(self, document: object) -> tuple[int, JSON]:
        return self.send("POST", "/api/search", json.dumps(document).encode())

    def send(self, method: str, path: str, body: bytes | None = None) -> tuple[int, JSON]:
        connection = HTTPConnection(urlsplit(self.base_url).netloc, timeout=30)
        connection.request(method, path, body)
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        assert response.headers["Content-Type"] == "application/json"
        return response.status, answer


def start(project: Project, *arguments: str) -> Served:
    process = subprocess.Popen(
        [sys.executable, "-m", "fixturetool", "serve", "--port", "0", *arguments],
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return Served(process, process.stdout.readline().strip(), project)


def end(served: Served, by: signal.Signals) -> tuple[int, str, str]:
    served.process.send_signal(by)
    out, told = served.process.communicate(timeout=30)
    return served.process.returncode, out, told


def small_corpus(root: Path) -> Project:
    project = Project(root)
    project.write("text/chs/book/1_灯志.txt", "灯塔烧过鱼油。\n守灯人每夜添油三次。\n")
    project.write("text/chs/voice/2_老蔺.txt", "灯里头一样，\n烧的是鱼油，我闻得出来。\n")
    project.write("text/eng/book/3_lamp.txt", "The lamp burned fish oil.\n")
    return project


@pytest.fixture(name="served", scope="module")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = start(small_corpus(tmp_path_factory.mktemp("served")))
    yield served
    end(served, signal.SIGTERM)


def test_answers_with_every_field_of_the_wire(served: Served) -> None:
    status, answer = served.post({"query": "鱼油", "corpus_id": "CHS", "top_k": 1})
    assert status == 200
    assert isinstance(answer["event_id"], str)
    assert isinstance(answer["latency_ms"], float)
    assert isinstance(answer["debug"], dict)
    assert {name: answer[name] for name in ("query", "fusion_method", "reranker_mode")} == {
        "query": "鱼油",
        "fusion_method": "rrf",
        "reranker_mode": "none",
    }
    [match] = matches(answer)
    score = match.pop("score")
    assert isinstance(score, float)
    assert match == {
        "chunk_id": "book/1_灯志.txt#0",
        "content": "灯塔烧过鱼油。\n守灯人每夜添油三次。",
        "file_path": "book/1_灯志.txt",
        "start_line": 1,
        "end_line": 2,
        "language": "CHS",
        "source": "sparse",
        "metadata": {
            "corpus_id": "CHS",
            "char_start": 0,
            "char_end": 18,
            "chunk_ordinal": 0,
            "extraction": "direct",
            "sparse_engine": "tantivy",
        },
        "provenance": None,
    }


def matches(answer: JSON) -> list[JSON]:
    found = answer["matches"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({"corpus_id": "ENG"}, ["book/3_lamp.txt"], id="a corpus by its language"),
        pytest.param({"corpus_id": "eng"}, ["book/3_lamp.txt"], id="a corpus by its folder"),
        pytest.param({"repo_id": "ENG"}, ["book/3_lamp.txt"], id="repo_id"),
        pytest.param(
            {"corpus_id": "nope", "repo_id": "ENG"}, ["book/3_lamp.txt"], id="repo_id wins"
        ),
        pytest.param({"corpus_id": "ENG", "x": [1]}, ["book/3_lamp.txt"], id="an unknown key"),
        pytest.param(
            {"corpus_id": "ENG", "cache_mode": "refresh"}, ["book/3_lamp.txt"], id="a cache mode"
        ),
        pytest.param(
            {"corpus_id": "ENG", "include_vector": False, "include_graph": False},
            ["book/3_lamp.txt"],
            id="legs that there are none of switched off",
        ),
        pytest.param({"corpus_id": "ENG", "include_sparse": False}, [], id="its leg switched off"),
        pytest.param({"corpus_id": "ENG", "top_k": 100}, ["book/3_lamp.txt"], id="the most chunks"),
    ],
)
def test_does_what_is_asked(served: Served, asked: JSON, found: list[str]) -> None:
    status, answer = served.post({"query": "What did the lamp burn?", **asked})
    assert (status, [match["file_path"] for match in matches(answer)]) == (200, found)


@pytest.mark.parametrize(
    ("asked", "status", "detail"),
    [
        pytest.param(
            {"query": " \u3000\n", "corpus_id": "CHS"}, 400, "Query must not be empty", id="blank"
        ),
        pytest.param({"query": "", "corpus_id": "?"}, 400, "Query must not be empty", id="empty"),
        pytest.param(
            {"query": "灯", "corpus_id": "KOR"},
            404,
            'Corpus not found: "KOR" (there are: CHS, ENG)',
            id="an unknown corpus",
        ),
        pytest.param(
            {"query": "灯", "corpus_id": "../../etc"},
            404,
            'Corpus not found: "../../etc" (there are: CHS, ENG)',
            id="a path",
        ),
    ],
)
def test_refuses_what_makes_no_sense(served: Served, asked: JSON, status: int, detail: str) -> None:
    assert served.post(asked) == (status, {"detail": detail})


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        pytest.param({"corpus_id": "CHS"}, [["body", "query"]], id="no query"),
        pytest.param({"query": "灯"}, [["body", "repo_id"]], id="no corpus"),
        pytest.param({"top_k": 0}, [["body", "top_k"]], id="top_k 0"),
        pytest.param({"top_k": 101}, [["body", "top_k"]], id="top_k 101"),
        pytest.param({"top_k": 1.5}, [["body", "top_k"]], id="half a chunk"),
        pytest.param({"cache_mode": "no"}, [["body", "cache_mode"]], id="no cache mode"),
        pytest.param({"include_sparse": "x"}, [["body", "include_sparse"]], id="no switch"),
        pytest.param(
            {"top_k": 0, "query": 7}, [["body", "query"], ["body", "top_k"]], id="two at once"
        ),
    ],
)
def test_names_every_field_that_is_not_valid(
    served: Served, asked: JSON, places: list[list[str]]
) -> None:
    base: JSON = {} if "corpus_id" in asked or asked == {"query": "灯"} else VALID
    status, answer = served.post({**base, **asked})
    details = answer["detail"]
    assert isinstance(details, list)
    assert (status, [one["loc"] for one in details]) == (422, places)


VALID: JSON = {"query": "灯", "corpus_id": "CHS"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="half an object"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'{"query": "\\ud800", "corpus_id": "CHS"}', id="half a character"),
        pytest.param(b"\xff\xfe", id="no UTF-8"),
    ],
)
def test_refuses_what_is_no_request(served: Served, body: bytes) -> None:
    assert served.send("POST", "/api/search", body)[0] == 422


def test_refuses_a_request_of_more_than_a_megabyte(served: Served) -> None:
    status, answer = served.post({**VALID, "x": "长" * 500_000})
    assert (status, answer) == (413, {"detail": "The request is larger than 1000000 bytes"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        pytest.param("GET", "/api/search", 405, id="another method"),
        pytest.param("POST", "/search", 404, id="another path"),
    ],
)
def test_refuses_in_json(served: Served, method: str, path: str, status: int) -> None:
    answered, answer = served.send(method, path, b"{}" if method == "POST" else None)
    assert (answered, list(answer)) == (status, ["detail"])


def test_says_that_it_is_well(served: Served) -> None:
    assert served.send("GET", "/healthz") == (
        200,
        {"status": "ok", "corpora": {"CHS": 2, "ENG": 1}},
    )


def test_every_answer_has_a_name_of_its_own(served: Served) -> None:
    names = {str(served.post(VALID)[1]["event_id"]) for _ in range(5)}
    assert len(names) == 5


@pytest.mark.parametrize(
    ("by", "code"),
    [pytest.param(signal.SIGINT, 130, id="SIGINT"), pytest.param(signal.SIGTERM, 0, id="SIGTERM")],
)
def test_ends_in_order_and_says_nothing_but_its_address_on_standard_output(
    tmp_path: Path, by: signal.Signals, code: int
) -> None:
    served = start(small_corpus(tmp_path), "--language", "CHS")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/api", served.base_url)
    assert served.post(VALID)[0] == 200
    assert end(served, by) == (code, "", "serving CHS (2 chunks); Ctrl-C ends it\n")


def test_tells_requests_on_standard_error_when_asked_to(tmp_path: Path) -> None:
    served = start(small_corpus(tmp_path), "--access-log")
    served.post(VALID)
    _, out, told = end(served, signal.SIGTERM)
    assert out == ""
    assert '"POST /api/search HTTP/1.1" 200' in told


def test_says_that_a_source_is_not_what_was_indexed(tmp_path: Path) -> None:
    served = start(small_corpus(tmp_path))
    served.project.write("text/chs/book/1_灯志.txt", "灯塔改烧了鱼油和盐。\n")
    status, answer = served.post(VALID)
    end(served, signal.SIGTERM)
    detail = answer["detail"]
    assert isinstance(detail, dict)
    assert (status, detail["code"], detail["leg"]) == (
        503,
        "required_retrieval_leg_failed",
        "sparse",
    )
    assert detail["reason"] == '"book/1_灯志.txt" was changed after it was indexed'


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = small_corpus(tmp_path).run("serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"can't serve on 127.0.0.1 port {port}: Address already in use" in done.stderr


def test_a_host_that_there_is_none_of_is_told(tmp_path: Path) -> None:
    done = small_corpus(tmp_path).run("serve", "--host", "no.such.host.invalid")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'can\'t serve on "no.such.host.invalid"' in done.stderr


def test_a_corpus_that_there_is_none_of_is_told(tmp_path: Path) -> None:
    done = Project(tmp_path).run("serve", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")


def facets(report: Path) -> list[JSON]:
    document = json.loads(report.read_text("utf-8"))
    return [
        {"query": one["query"], "facets": one["facets"], "coverage": one["coverage"]}
        for one in document["fixtures"]
    ]


def test_a_run_against_it_covers_the_facets_that_the_embedded_retriever_covers(
    shipped: Project, served_shipped: Served
) -> None:
    asked = ["eval-retrieval", "--brief", "--k", "7"]
    embedded = shipped.run(*asked, "--output", "embedded.json")
    over_http = shipped.run(
        *asked, "--base-url", served_shipped.base_url, "--top-k", "31", "-o", "http.json"
    )
    assert (embedded.returncode, over_http.returncode) == (0, 0)
    assert len(facets(shipped.root / "http.json")) > 10
    assert facets(shipped.root / "http.json") == facets(shipped.root / "embedded.json")


@pytest.fixture(name="shipped", scope="module")
def project_with_the_shipped_corpus(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("shipped"))
    here = Path(__file__).parents[2]
    for name in ("text", "retrieval_fixtures"):
        shutil.copytree(here / name, project.root / name)
    return project


@pytest.fixture(name="served_shipped", scope="module")
def server_of_the_shipped_corpus(shipped: Project) -> Iterator[Served]:
    served = start(shipped)
    yield served
    end(served, signal.SIGTERM)
