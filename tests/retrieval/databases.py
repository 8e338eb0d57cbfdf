"""Real database servers on this machine, from the extra ``integration``."""

import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

_A_MOMENT = 0.05


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def chroma_server(folder: Path) -> "Iterator[tuple[str, subprocess.Popen[bytes]]]":
    """Run Chroma's own server; yield its address and its process."""
    port = free_port()
    program = Path(sys.executable).with_name("chroma")
    command = [
        str(program),
        "run",
        "--path",
        str(folder),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        while not _is_up(url):
            assert process.poll() is None, "the server ended"
            Event().wait(_A_MOMENT)
        yield url, process
    finally:
        process.kill()
        process.wait()


def _is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/api/v2/heartbeat", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """Run PostgreSQL with pgvector; yield where it is, for its superuser."""
    import pgserver

    server = pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
