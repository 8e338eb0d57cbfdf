"""A search API that answers after a while: ``python -m benchmarks.slow_server SECONDS``.

It writes HTTP by hand, so that on a small machine the client is what is measured. The first
line on standard output is its base URL.
"""

import asyncio
import json
import sys

_CHUNKS = 20


def _body() -> bytes:
    matches: list[dict[str, object]] = [
        {
            "chunk_id": f"book/{number}.txt#0",
            "content": f"第{number}卷，灯塔烧过鱼油。" * 20,
            "file_path": f"book/{number}.txt",
            "start_line": 1,
            "end_line": 1,
            "language": "CHS",
            "score": 20.0 - number,
            "source": "sparse",
            "metadata": {},
            "provenance": None,
        }
        for number in range(_CHUNKS)
    ]
    return json.dumps({"query": "", "matches": matches}, ensure_ascii=False).encode()


BODY = _body()
_REPLY = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    b"Content-Length: " + str(len(BODY)).encode() + b"\r\n\r\n" + BODY
)


class _Connection(asyncio.Protocol):
    """One connection; requests come one after the other, each with its length."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, ends, body = self._read.partition(b"\r\n\r\n")
        if ends and len(body) >= _length(head):
            self._read = b""
            asyncio.get_running_loop().call_later(self._seconds, self._transport.write, _REPLY)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


async def _serve(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Connection(seconds), "127.0.0.1", 0, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1])))
