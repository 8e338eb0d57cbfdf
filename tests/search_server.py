"""A search API on a loopback socket that answers as a test tells it, and counts."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Reply:
    """What goes back for one request."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


HANG_UP = Reply(0)
"""No reply: the connection is closed."""

Answer = Callable[[str, int], Reply]
"""From the query, and how often it was asked before, to the reply."""


def matches(*paths: str) -> Reply:
    """Return the answer of ``POST /api/search`` with a chunk of each path."""
    rows: list[dict[str, object]] = [
        {
            "chunk_id": f"{path}#0",
            "content": "文",
            "file_path": path,
            "start_line": 1,
            "end_line": 1,
            "language": None,
            "score": 1.0,
            "source": "sparse",
            "metadata": {},
            "provenance": None,
        }
        for path in paths
    ]
    return Reply(200, json.dumps({"query": "", "matches": rows}).encode())


class SearchServer:
    """The running server."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: Counter[str] = Counter()
        self.heard = threading.Condition()
        self._http = _Server(("127.0.0.1", 0), _Handler)
        self._http.owner = self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/api"

    def reply(self, query: str) -> Reply:
        with self.heard:
            before = self.asked[query]
            self.asked[query] += 1
            self.heard.notify_all()
        return self.answer(query, before)

    def wait_for(self, requests: int) -> None:
        """Wait until so many requests came."""
        with self.heard:
            assert self.heard.wait_for(lambda: self.asked.total() >= requests, 30)

    def run(self) -> None:
        self._http.serve_forever(poll_interval=0.02)

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    owner: SearchServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a client that is gone: tests kill some."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        reply = self.server.owner.reply(json.loads(body)["query"])
        if reply is HANG_UP:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is http.server's
        """Say nothing."""


@contextmanager
def serving(answer: Answer) -> Iterator[SearchServer]:
    """Run a server for a while."""
    server = SearchServer(answer)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()
