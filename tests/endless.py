"""A server whose answers never end."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PAUSE = 0.02


@contextmanager
def without_end(status: int, chunk: int) -> Iterator[str]:
    """Answer every request with blanks for ever; yield the server's address.

    Args:
        status: The HTTP status.
        chunk: Bytes to send at once; after a single one there is a pause.
    """
    stop = threading.Event()

    def serve(connection: socket.socket) -> None:
        head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n\r\n"
        with connection, suppress(OSError):
            connection.recv(1 << 16)
            connection.sendall(head.encode())
            while not stop.wait(_PAUSE if chunk == 1 else 0):
                connection.sendall(b" " * chunk)

    def listen(server: socket.socket) -> None:
        with suppress(OSError):
            while not stop.is_set():
                threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=listen, args=(server,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            stop.set()
            server.shutdown(socket.SHUT_RDWR)
