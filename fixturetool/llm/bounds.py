"""Bounds on what a provider sends, an answer as well as a refusal."""

from collections.abc import Callable, Iterator
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from httpx2 import Request, Response, SyncByteStream

LARGEST_BODY = 64 * 1024 * 1024
_BEGUN = "fixturetool.begun"


class UnendedError(Exception):
    """A body was larger, or came more slowly, than any that is waited for."""


def event_hooks(timeout_seconds: float) -> dict[str, list[Callable[..., None]]]:
    """Return the hooks of an HTTP client by which no body is read without an end.

    The openai client reads the body of a refusal by itself, and all of it.

    Args:
        timeout_seconds: How long after its start a request may still bring a byte.
    """

    def begin(request: "Request") -> None:
        request.extensions[_BEGUN] = monotonic()

    def bound(response: "Response") -> None:
        deadline = response.request.extensions[_BEGUN] + timeout_seconds
        response.stream = _bounded_stream()(response.stream, deadline)

    return {"request": [begin], "response": [bound]}


def bounded(parts: Iterator[bytes], deadline: float | None = None) -> Iterator[bytes]:
    """Yield the parts of a body.

    Args:
        parts: As they come in.
        deadline: When, by the monotonic clock, no more of them may come; None: at any time.

    Raises:
        UnendedError: They are more than ``LARGEST_BODY`` bytes, or come too late.
    """
    size = 0
    for part in parts:
        size += len(part)
        if size > LARGEST_BODY:
            raise UnendedError("the answer never ends")
        if deadline is not None and monotonic() > deadline:
            raise UnendedError("the answer came too slowly")
        yield part


@cache
def _bounded_stream() -> "Callable[..., SyncByteStream]":
    from httpx2 import SyncByteStream

    class Bounded(SyncByteStream):
        """A body as it comes over the wire."""

        def __init__(self, stream: SyncByteStream, deadline: float) -> None:
            self._stream = stream
            self._deadline = deadline

        def __iter__(self) -> Iterator[bytes]:
            return bounded(iter(self._stream), self._deadline)

        def close(self) -> None:
            self._stream.close()

    return Bounded
