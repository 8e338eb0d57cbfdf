"""A small HTTP server on loopback: Chat Completions with scripted replies, and Embeddings.

In a test: ``with ChatServer(Script(...)) as server:`` and use ``server.base_url``.
By hand: ``python -m fixturetool.testing.chat_server SCRIPT``.
"""

import json
import socket
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Self

from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received, body_of, prompt_of

_CHAT = "/v1/chat/completions"
_EMBEDDINGS = "/v1/embeddings"


class ChatServer:
    """A provider on a free port of 127.0.0.1, open within ``with``.

    Attributes:
        base_url: What a client is given, with ``/v1``.
        peak: The most requests that were in work at the same time.
    """

    def __init__(
        self,
        answer: Script | Callable[[Received], ScriptedReply],
        *,
        port: int = 0,
        embeddings: Callable[[Received], ScriptedReply] = embed_request,
    ) -> None:
        """Bind the port; nothing is answered before ``with`` or ``serve_forever``.

        Args:
            answer: A script, or a function that is called for each request, from several threads.
            port: The port; 0 takes a free one.
            embeddings: Answers the requests for vectors, from several threads.

        Raises:
            OSError: The port is taken.
        """
        self._answer = answer
        self._embeddings = embeddings
        self._http = _Server(("127.0.0.1", port), self)
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        self.peak = 0
        self._open = 0
        self._received: list[Received] = []
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def requests(self) -> tuple[Received, ...]:
        """Every request so far, in the order in which they came."""
        with self._lock:
            return tuple(self._received)

    def serve_forever(self) -> None:
        """Answer until the thread that runs this is interrupted."""
        self._http.serve_forever(poll_interval=0.05)

    def close(self) -> None:
        """Stop listening and break off what is open."""
        self._http.stop()

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self.close()

    def _reply_to(self, request: Received) -> ScriptedReply:
        with self._lock:
            self._received.append(request)
            self._open += 1
            self.peak = max(self.peak, self._open)
        try:
            if request.path == _EMBEDDINGS:
                reply = self._embeddings(request)
            elif isinstance(self._answer, Script):
                reply = self._answer.reply_to(request.prompt, request.response_format)
            else:
                reply = self._answer(request)
            self._http.closing.wait(reply.delay_seconds)
            return reply
        finally:
            with self._lock:
                self._open -= 1


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], owner: ChatServer) -> None:
        self.owner = owner
        self.closing = Event()
        self._sockets: set[socket.socket] = set()
        self._guard = Lock()
        super().__init__(address, _Handler)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        with self._guard:
            self._sockets.add(request)
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._guard:
                self._sockets.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        if not isinstance(sys.exception(), OSError):  # a client that left is no concern of ours
            super().handle_error(request, client_address)

    def stop(self) -> None:
        self.closing.set()
        self.server_close()
        with self._guard:
            for one in self._sockets:
                _shut(one)


def _shut(one: socket.socket) -> None:
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # its client was faster


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def do_POST(self) -> None:
        request = self._read()
        if request.path not in {_CHAT, _EMBEDDINGS}:
            self._send(ScriptedReply(f"nothing is at {request.path}", status=404))
            return
        self._send(self.server.owner._reply_to(request))

    def do_GET(self) -> None:
        self._send(ScriptedReply(f"only POST {_CHAT} and {_EMBEDDINGS} are answered", status=404))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Keep quiet: what was asked is in ``requests``."""

    def _read(self) -> Received:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            payload = json.loads(raw)
        except ValueError:
            payload = {}
        payload = payload if isinstance(payload, dict) else {}
        return Received(self.path, headers, payload, prompt_of(payload))

    def _send(self, reply: ScriptedReply) -> None:
        body = body_of(reply)
        self.send_response(reply.status)
        self.send_header("Content-Type", f"{reply.content_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if reply.cut else body)
        self.wfile.flush()
        self.close_connection = self.close_connection or reply.cut


def main() -> int:
    """Run the server until it is interrupted; ``--help`` explains the script."""
    from fixturetool.testing.command import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
