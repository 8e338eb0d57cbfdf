"""A search API on a real socket, scripted by a test."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Reply:
    """What the API answers; ``drop`` closes the connection without a word."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    drop: bool = False


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        document: dict[str, object] = json.loads(self.body)
        return document


@dataclass
class Api:
    """A running API.

    Attributes:
        url: Its base URL.
        asked: The requests so far.
        connections: How many connections were made to it.
    """

    url: str
    asked: list[Asked]
    connections: list[object]


def matches(*hits: Mapping[str, object], **beside: object) -> Reply:
    """Answer as ``POST /api/search`` does."""
    return Reply(json.dumps({"matches": hits, **beside}, ensure_ascii=False).encode())


def match(file_path: str, content: str = "", **more: object) -> dict[str, object]:
    return {
        "chunk_id": "c1",
        "content": content,
        "file_path": file_path,
        "start_line": 1,
        "end_line": 2,
        "score": 0.5,
        "source": "sparse",
        "metadata": {},
        "provenance": None,
        **more,
    }


@contextmanager
def running(answer: Callable[[Asked], Reply]) -> Iterator[Api]:
    """Run an API that answers as the function says."""
    api = Api("", [], [])

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def setup(self) -> None:
            api.connections.append(object())
            super().setup()

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            asked = Asked(self.command, self.path, dict(self.headers), self.rfile.read(length))
            api.asked.append(asked)
            reply = answer(asked)
            if reply.drop:
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        do_GET = do_POST  # noqa: N815 - the name that http.server looks for

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass  # The client went away.

    server = Server(("127.0.0.1", 0), Handler)
    api.url = f"http://127.0.0.1:{server.server_port}/api"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def always(reply: Reply) -> Iterator[Api]:
    """Run an API that has one answer."""

    def answer(asked: Asked) -> Reply:
        return reply

    with running(answer) as api:
        yield api
