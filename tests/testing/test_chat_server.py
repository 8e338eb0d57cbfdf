"""The scripted provider as a client meets it, through plain HTTP."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from urllib.parse import urlsplit

import pytest

from fixturetool.errors import RequestRefusedError
from fixturetool.llm.embeddings import Embedder
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import Message
from fixturetool.llm.writing import Writer
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.vectors import vector_of
from fixturetool.testing.wire import Received

ASKED = {"model": "m", "messages": [{"role": "user", "content": "红绳?"}]}


def post(
    base_url: str, payload: object = ASKED, *, path: str = "/chat/completions"
) -> tuple[int, dict[str, str], str]:
    url = urlsplit(base_url)
    with closing(http.client.HTTPConnection(url.netloc, timeout=10)) as connection:
        connection.request("POST", url.path + path, json.dumps(payload), {"X-Test": "1"})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read().decode()


def test_a_reply_is_a_completion() -> None:
    with ChatServer(Script([ScriptedReply("好", reasoning="hm", usage=(3, 1))])) as server:
        status, _, body = post(server.base_url)
    completion = json.loads(body)
    assert status == 200
    assert completion["object"] == "chat.completion"
    assert completion["usage"] == {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}
    assert completion["choices"] == [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "好", "reasoning_content": "hm"},
            "finish_reason": "stop",
        }
    ]


def test_an_error_has_its_status_headers_and_message() -> None:
    slow_down = ScriptedReply("slow down", status=429, headers={"Retry-After": "2"})
    with ChatServer(Script([slow_down])) as server:
        status, headers, body = post(server.base_url)
    assert (status, headers["Retry-After"]) == (429, "2")
    assert json.loads(body)["error"]["message"] == "slow down"


def test_a_body_is_sent_as_it_is() -> None:
    page = ScriptedReply(body="<html>红", content_type="text/html")
    with ChatServer(Script([page])) as server:
        status, headers, body = post(server.base_url)
    assert (status, body) == (200, "<html>红")
    assert headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_cut_body_breaks_off() -> None:
    with (
        ChatServer(Script([ScriptedReply("x", cut=True)])) as server,
        pytest.raises(http.client.IncompleteRead),
    ):
        post(server.base_url)


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param([], id="a list"),
        pytest.param({"messages": 1}, id="no list of messages"),
        pytest.param({"messages": ["x"]}, id="a message that is a text"),
        pytest.param({"response_format": 1}, id="a format that is a number"),
    ],
)
def test_an_odd_request_is_answered_too(payload: object) -> None:
    with ChatServer(Script(default=ScriptedReply("ok"))) as server:
        assert post(server.base_url, payload)[0] == 200


def test_another_path_is_not_found() -> None:
    with ChatServer(Script(default=ScriptedReply("ok"))) as server:
        assert post(server.base_url, path="/completions")[0] == 404
        assert server.requests == ()


def test_every_request_is_recorded() -> None:
    with ChatServer(Script(default=ScriptedReply("ok"))) as server:
        post(server.base_url)
        (request,) = server.requests
    assert (request.path, request.payload, request.prompt) == (
        "/v1/chat/completions",
        ASKED,
        "红绳?",
    )
    assert request.headers["x-test"] == "1"
    assert request.response_format == "text"


def test_a_function_may_answer() -> None:
    def answer(request: Received) -> ScriptedReply:
        return ScriptedReply(request.prompt[::-1])

    with ChatServer(answer) as server:
        body = json.loads(post(server.base_url)[2])
    assert body["choices"][0]["message"]["content"] == "?绳红"


def test_requests_are_answered_at_the_same_time_and_the_most_are_counted() -> None:
    together = Barrier(4)

    def answer(_: Received) -> ScriptedReply:
        together.wait(10)
        return ScriptedReply("ok")

    with ChatServer(answer) as server:
        with ThreadPoolExecutor(4) as pool:
            statuses = [one[0] for one in pool.map(post, [server.base_url] * 4)]
        assert statuses == [200] * 4
        assert server.peak == 4


def test_the_end_does_not_wait_for_a_reply_that_is_delayed() -> None:
    with ThreadPoolExecutor(1) as pool:
        with ChatServer(Script([ScriptedReply("late", delay_seconds=3600)])) as server:
            call = pool.submit(post, server.base_url)
            while not server.requests:
                pass
        assert call.exception(10) is not None or call.result()[0] == 200


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "script.json"
    file.write_text('{"default": {"content": {"attested": true}}}', "utf-8")
    return file


@pytest.fixture
def running(script: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "fixturetool.testing.chat_server", str(script)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def test_the_command_prints_its_address_answers_and_ends_on_ctrl_c(
    running: subprocess.Popen[str],
) -> None:
    assert running.stdout is not None
    assert running.stderr is not None
    body = json.loads(post(running.stdout.readline().strip())[2])
    assert body["choices"][0]["message"]["content"] == '{"attested": true}'
    assert running.stderr.readline() == "200 to text: '红绳?'\n"
    running.send_signal(signal.SIGINT)
    assert running.wait(10) == 0
    assert running.stderr.read() == ""


def test_without_a_script_vectors_alone_are_answered() -> None:
    command = [sys.executable, "-m", "fixturetool.testing.chat_server"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        endpoint = Endpoint("a-model", process.stdout.readline().strip(), "a-key", max_retries=0)
        with Embedder(endpoint) as embedder:
            (vector,) = embedder.embed(["红绳"])
        with Writer(endpoint, temperature=0) as writer, pytest.raises(RequestRefusedError):
            writer.write([Message("user", "红绳?")], max_tokens=9)
        told = [process.stderr.readline() for _ in range(2)]
        process.kill()
    assert list(vector) == pytest.approx(vector_of("红绳"), abs=1e-7)
    assert told == ["200 to embeddings: 1 text\n", "400 to text: '红绳?'\n"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fixturetool.testing.chat_server", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_help_explains_the_script_with_an_example_that_is_one() -> None:
    from fixturetool.testing.script_file import parse_script

    done = run("--help")
    assert done.returncode == 0
    parse_script(done.stdout.split("example:")[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["no.json"], "chat_server: 'no.json' can't be read", id="no script"),
        pytest.param(["no.json", "--port", "99999"], "'99999' is no port", id="no port"),
    ],
)
def test_what_cannot_be_started_is_told(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_port_that_is_taken_is_told(script: Path) -> None:
    with ChatServer(Script()) as server:
        port = str(urlsplit(server.base_url).port)
        done = run(str(script), "--port", port)
    assert done.returncode == 2
    assert f"port {port} can't be used" in done.stderr
