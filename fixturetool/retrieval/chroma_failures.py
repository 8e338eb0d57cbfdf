"""What the exceptions of Chroma's client mean, which often say it only in what they came from."""

from __future__ import annotations

from json import JSONDecodeError
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, TransientError
from fixturetool.retrieval.failures import failure_of_status
from fixturetool.retrieval.records import one_line
from fixturetool.retrieval.waiting import parse_retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx import HTTPStatusError


def failure_of(error: Exception, shown: str, timeout_seconds: float) -> RetrievalError:
    """Return what an exception of the client means for the call.

    Args:
        error: What the client raised.
        shown: The server's address, for the message.
        timeout_seconds: How long a pause in an answer may be.
    """
    import httpx
    from chromadb.errors import ChromaError

    for one in _chain(error):
        if isinstance(one, httpx.HTTPStatusError):
            return _refused(one, shown)
        if isinstance(one, httpx.TimeoutException):
            return TransientError(f"no answer from {shown} in {timeout_seconds:g} s")
        if isinstance(one, httpx.TransportError):
            reason = one_line(str(one)) or type(one).__name__
            return TransientError(f"no answer from {shown}: {reason}")
        if isinstance(one, JSONDecodeError):
            text = one_line(one.doc) or "an empty body"
            return RetrievalError(f"the answer of {shown} is no JSON: {text}")
        if isinstance(one, ChromaError):
            return failure_of_status(one.code(), f"{shown} answered: {one_line(one.message())}")
    told = one_line(f"{type(error).__name__}: {error}")
    return RetrievalError(f"Chroma's client failed at {shown}: {told}")


def _refused(error: HTTPStatusError, shown: str) -> RetrievalError:
    response = error.response
    text = one_line(response.text) or "with an empty body"
    pause = parse_retry_after(response.headers.get("retry-after", ""))
    message = f"{shown} answered {response.status_code}: {text}"
    return failure_of_status(response.status_code, message, pause)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what it came from, the newest first."""
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__ or one.__context__
