"""``doctor`` looks at everything that is set up, and says the next step for what is not there."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.cli.inside import Done
from tests.cli.project import Project, fixture, passage

KEY = "sk-canary-0123456789-tail"


def examined(project: Project, *flags: str) -> dict[str, dict[str, str]]:
    """Return the checks by "group name"."""
    done = project.run("doctor", "--quiet", "--format", "json", *flags)
    document = json.loads(done.stdout)
    assert done.returncode == (0 if document["ok"] else 1)
    return {f"{one['group']} {one['name']}": one for one in document["checks"]}


@contextmanager
def server(status: int) -> Iterator[tuple[str, list[str]]]:
    """Answer every GET with a status; yield the address, and what was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.path} {self.headers.get('Authorization')}")
            self.send_response(status)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}", asked
        listening.shutdown()
        thread.join()


def nobody() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


@pytest.fixture(name="no_key", autouse=True)
def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPINFRA_API_KEY", raising=False)


def test_a_project_that_is_all_there(project: Project) -> None:
    done = project.run("doctor", "--quiet")
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("\neverything that is set up is there\n")
    for line in (
        "  no settings file: defaults",
        "  ok    CHS: 3 sources, 2 official, in text/chs",
        "  ok    files: 1 valid with 1 fixture",
        "  ok    anchors: 2 of 2 stand in the corpus",
        "  ok    bm25: the embedded index",
    ):
        assert f"{line}\n" in done.stdout


def test_what_the_programs_are(project: Project) -> None:
    checks = examined(project)
    states = {name: one["state"] for name, one in checks.items() if one["group"] == "programs"}
    assert states == {
        "programs ripgrep": "ok",
        "programs hyperscan": "ok",
        "programs tantivy": "ok",
        "programs rjieba": "ok",
    }


def test_an_empty_folder_lacks_its_corpus_and_may_have_fixtures(project: Project) -> None:
    (project.root / "text").rename(project.root / "elsewhere")
    (project.root / "retrieval_fixtures").rename(project.root / "questions")
    checks = examined(project)
    assert checks["corpus sources"]["state"] == "fail"
    assert "--corpus" in checks["corpus sources"]["hint"]
    assert checks["fixtures files"]["state"] == "note"
    assert "fixturetool new category" in checks["fixtures files"]["hint"]


def test_a_source_that_cant_be_read_is_named(project: Project) -> None:
    project.write("text/chs/book/4_坏.txt", b"caf\xe9")
    check = examined(project)["corpus CHS"]
    assert check["state"] == "fail"
    assert "1 unreadable" in check["detail"]
    assert "book/4_坏.txt" in check["detail"]


@pytest.mark.parametrize(
    ("name", "found", "state", "told"),
    [
        pytest.param(
            "files",
            {"query": "灯？"},
            "fail",
            "1 valid with 1 fixture; 1 not valid with 4 problems",
            id="a file that is not valid",
        ),
        pytest.param(
            "anchors",
            fixture("灯塔的灯烧过什么？", passage("烧过桐油", "oil"), oil="烧过桐油"),
            "fail",
            "2 of 3 stand in the corpus; 1 error, 1 warning",
            id="an anchor that is gone",
        ),
        pytest.param(
            "anchors",
            fixture("灯塔的灯烧过什么？", passage("烧过鱼油", "oil"), oil="烧过鱼油"),
            "note",
            "3 of 3 stand in the corpus; 0 errors, 1 warning",
            id="a warning",
        ),
    ],
)
def test_fixtures_are_counted_with_what_is_wrong(
    project: Project, name: str, found: dict[str, object], state: str, told: str
) -> None:
    project.write_category("other", [found])
    check = examined(project)[f"fixtures {name}"]
    assert (check["state"], check["detail"]) == (state, told)
    assert check["hint"].startswith("fixturetool ")


def test_a_language_of_a_fixture_without_a_corpus(project: Project) -> None:
    project.write_category("other", [fixture("Q", passage("a", "f"), f="") | {"language": "DEU"}])
    check = examined(project)["corpus DEU"]
    assert (check["state"], 'no corpus for language "DEU"' in check["detail"]) == ("fail", True)


def test_a_state_folder_that_cant_be_written(project: Project) -> None:
    project.write("state", "a file")
    check = examined(with_settings(project, '[paths]\nstate = "state"'))["state folder"]
    assert check["state"] == "fail"
    assert "paths.state" in check["hint"]


def with_settings(project: Project, text: str) -> Project:
    project.write("fixturetool.toml", text)
    return project


def http(url: str, *, headers: str = "") -> str:
    return f'[retriever]\nname = "http"\n[retriever.http]\nbase_url = "{url}/api"\n{headers}'


def test_a_retriever_that_answers_and_its_masked_header(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEARCH_TOKEN", KEY)
    with server(404) as (url, asked):
        headers = 'headers = { Authorization = "Bearer $SEARCH_TOKEN" }'
        done = with_settings(project, http(url, headers=headers)).run("doctor", "--quiet")
    assert asked == [f"/api Bearer {KEY}"]
    assert f"ok    http: {url}/api answers" in done.stdout
    assert "ok    Authorization: $SEARCH_TOKEN is set, 25 characters, ending in tail" in done.stdout
    assert KEY not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("settings", "name", "hint"),
    [
        pytest.param(http(nobody()), "http", "start the server", id="nobody listens"),
        pytest.param(
            http(nobody(), headers='headers = { X = "$NOT_SET_HERE" }'),
            "http headers",
            "set it",
            id="a header's variable",
        ),
        pytest.param('[retriever]\nname = "http"', "http", "set retriever.http", id="no address"),
        pytest.param(
            '[retriever]\nname = "command"\n[retriever.command]\nrun = ["no-such-program"]',
            "command",
            "PATH",
            id="no program",
        ),
        pytest.param('[retriever]\nname = "nomodule:it"', "nomodule:it", "modules", id="module"),
        pytest.param('[retriever]\nname = "bm52"', "bm52", "known are bm25", id="no such one"),
        pytest.param(
            '[retriever]\nname = "postgres"\n[retriever.postgres]\nconninfo_env = "NOT_SET_HERE"',
            "postgres",
            "export NOT_SET_HERE",
            id="no database",
        ),
    ],
)
def test_a_retriever_that_cant_work(project: Project, settings: str, name: str, hint: str) -> None:
    check = examined(with_settings(project, settings))[f"retriever {name}"]
    assert check["state"] == "fail"
    assert hint in check["hint"]


def opensearch(url: str, index: str) -> str:
    return (
        '[retriever]\nname = "opensearch"\n[retriever.opensearch]\n'
        f'base_url = "{url}"\nindex = "{index}"\nuser = "reader"\npassword_env = "THE_PASSWORD"'
    )


@pytest.mark.parametrize(
    ("status", "told"),
    [
        pytest.param(200, "ok    index: docs-{language} can be searched", id="there"),
        pytest.param(404, "fail  index: there is no docs-{language}", id="missing"),
        pytest.param(403, "fail  index: searching docs-{language} is not allowed", id="denied"),
        pytest.param(503, "fail  index: docs-{language}: HTTP 503", id="broken"),
    ],
)
def test_whether_the_index_of_a_cluster_can_be_searched(
    project: Project, monkeypatch: pytest.MonkeyPatch, status: int, told: str
) -> None:
    monkeypatch.setenv("THE_PASSWORD", "w")
    with server(status) as (url, asked):
        settings = opensearch(f"{url}/prefix/", "docs-{language}")
        done = with_settings(project, settings).run("doctor", "--quiet")
    assert told in done.stdout
    assert asked[1:] == ["/prefix/docs-*/_search?size=0&allow_no_indices=false Basic cmVhZGVyOnc="]


def test_a_cluster_without_the_name_of_an_index_is_asked_for_none(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_PASSWORD", "w")
    with server(200) as (url, asked):
        checks = examined(with_settings(project, opensearch(url, "")))
    assert checks["retriever index"]["hint"] == "set retriever.opensearch.index"
    assert len(asked) == 1


def judge(url: str) -> str:
    return f'[judge]\nbase_url = "{url}/v1"\napi_key_env = "THE_KEY"'


VECTORS = '[retriever.embedded.embeddings]\nmodel = "m"\nbase_url = "{url}/v1"\napi_key_env = ""'


def test_a_judge_is_asked_for_its_models_alone_and_its_key_is_masked(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_KEY", KEY)
    with server(200) as (url, asked):
        done = with_settings(project, judge(url)).run("doctor", "--quiet")
    assert asked == [f"/v1/models Bearer {KEY}"]
    assert "THE_KEY is set, 25 characters, ending in tail; it answers" in done.stdout
    assert KEY not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("status", "state"),
    [
        pytest.param(404, "ok", id="it lists no models"),
        pytest.param(401, "fail", id="the key is refused"),
        pytest.param(503, "note", id="it is down, and nothing needs it"),
    ],
)
def test_what_a_provider_answers(
    project: Project, monkeypatch: pytest.MonkeyPatch, status: int, state: str
) -> None:
    monkeypatch.setenv("THE_KEY", KEY)
    with server(status) as (url, _):
        checks = examined(with_settings(project, judge(url)))
    assert checks["models judge and analysis"]["state"] == state


def test_a_judge_without_its_key_is_a_note_and_asks_nobody(project: Project) -> None:
    check = examined(project)["models judge and analysis"]
    assert check["state"] == "note"
    assert "DEEPINFRA_API_KEY is not set" in check["detail"]


@pytest.mark.parametrize(
    ("flags", "state"),
    [
        pytest.param((), "fail", id="asked"),
        pytest.param(("--offline",), "ok", id="offline"),
    ],
)
def test_vectors_that_are_set_up_are_needed(
    project: Project, flags: tuple[str, ...], state: str
) -> None:
    settings = VECTORS.format(url=nobody())
    check = examined(with_settings(project, settings), *flags)["models embeddings"]
    assert check["state"] == state


def origins(done: Done) -> tuple[str | None, dict[str, str]]:
    settings = json.loads(done.stdout)["settings"]
    return settings["file"], settings["origins"]


def test_where_settings_come_from(project: Project) -> None:
    file = project.write("fixturetool.toml", 'verify.min_sources = 2\nlanguages.CHS = "chs"\n')
    environ = {"FIXTURETOOL_VERIFY_MIN_SOURCES": "1", "FIXTURETOOL_JUDGE_MODEL": "m"}
    flags = ("--corpus", "text", "--format", "json", "--quiet", "--offline")
    assert origins(Project(project.root, environ).run("doctor", *flags)) == (
        str(file),
        {
            "verify.min_sources": "FIXTURETOOL_VERIFY_MIN_SOURCES",
            "languages.CHS": str(file),
            "judge.model": "FIXTURETOOL_JUDGE_MODEL",
            "paths.corpus": "--corpus",
        },
    )


def test_settings_that_cant_be_read_are_one_line(project: Project) -> None:
    done = with_settings(project, "[pathz]").run("doctor")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pathz" in done.stderr
