"""What the exceptions of Chroma's client mean, which often say it only in what they came from."""

from __future__ import annotations

from json import JSONDecodeError
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, TransientError, with_causes
from fixturetool.retrieval.failures import failure_of_status
from fixturetool.retrieval.records import one_line
from fixturetool.retrieval.requests import shown_address
from fixturetool.retry_after import parse_retry_after

if TYPE_CHECKING:
    import httpx
    import httpx2


def failure_of(error: Exception, server: httpx2.URL, timeout_seconds: float) -> RetrievalError:
    """Return what an exception of the client means for the call.

    The client also runs the collection's embedding function, which may ask somebody else.

    Args:
        error: What the client raised.
        server: The server's address.
        timeout_seconds: How long a pause in an answer may be.
    """
    import httpx
    from chromadb.errors import ChromaError

    shown = shown_address(server)
    for one in with_causes(error):
        if isinstance(one, httpx.HTTPStatusError | httpx.TransportError):
            if not _asked(one, server):
                break
            if isinstance(one, httpx.HTTPStatusError):
                return _refused(one, shown)
            return _unreached(one, shown, timeout_seconds)
        if isinstance(one, JSONDecodeError):
            text = one_line(one.doc) or "an empty body"
            return RetrievalError(f"the answer of {shown} is no JSON: {text}")
        if isinstance(one, ChromaError):
            return failure_of_status(one.code(), f"{shown} answered: {one_line(one.message())}")
    # A run keeps the message alone, and no hint.
    return RetrievalError(
        f"Chroma's client failed: {one_line(f'{type(error).__name__}: {error}').rstrip('.')}; "
        "the collection's own embedding function may be why, which may want a network: "
        "with retriever.chroma.vectors, retriever.embeddings embeds the query"
    )


def _asked(error: httpx.HTTPStatusError | httpx.TransportError, server: httpx2.URL) -> bool:
    """Tell whether the request that failed went to the server."""
    url = error.request.url
    return (url.host, url.port) == (server.host, server.port)


def _unreached(error: httpx.TransportError, shown: str, timeout_seconds: float) -> TransientError:
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return TransientError(f"no answer from {shown} in {timeout_seconds:g} s")
    reason = one_line(str(error)) or type(error).__name__
    return TransientError(f"no answer from {shown}: {reason}")


def _refused(error: httpx.HTTPStatusError, shown: str) -> RetrievalError:
    response = error.response
    text = one_line(response.text) or "with an empty body"
    pause = parse_retry_after(response.headers.get("retry-after", ""))
    message = f"{shown} answered {response.status_code}: {text}"
    return failure_of_status(response.status_code, message, pause)
