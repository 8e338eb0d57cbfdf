"""How OpenSearch's client sends a request: bounded in time and size, its refusals told in full."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fixturetool.errors import RetrievalError, TransientError
from fixturetool.retrieval.databases.opensearch_failures import broken, refusal, unreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from opensearchpy import Urllib3HttpConnection
    from urllib3 import BaseHTTPResponse

_LARGEST_ANSWER = 64 * 1024 * 1024
_PART = 1024 * 1024


def connection_class(shown: str, timeout_seconds: float) -> type[Urllib3HttpConnection]:
    """Return the class of connections that the client is to make.

    Its own reads an answer without an end, forgets how long a cluster wants to be left alone,
    fails over the body of an error that is JSON and no object, and prints what a cluster warns
    of. This one raises the errors of a Retriever.

    Args:
        shown: The cluster's address, as messages have it.
        timeout_seconds: For a call, its answer included.
    """
    from opensearchpy import Urllib3HttpConnection
    from urllib3 import Retry
    from urllib3.exceptions import HTTPError

    class Connection(Urllib3HttpConnection):
        """Sends requests of OpenSearch's client."""

        def perform_request(
            self,
            method: str,
            url: str,
            params: Mapping[str, object] | None = None,
            body: bytes | None = None,
            timeout: float | None = None,
            ignore: Collection[int] = (),  # noqa: ARG002 - the client's own signature
            headers: Mapping[str, str] | None = None,
        ) -> tuple[int, Mapping[str, str], str]:
            """Return the status, the headers and the body of an answer.

            Raises:
                BusyError: The cluster asks for fewer calls.
                TransientError: It could not be reached, was too slow or broke down.
                RetrievalError: It refused the request, or its answer can't be read.
            """
            del timeout  # of a single request; ours is that of all
            asked = f"{self.url_prefix}{url}{f'?{urlencode(params)}' if params else ''}"
            deadline = perf_counter() + timeout_seconds
            try:
                response = self.pool.urlopen(
                    method,
                    asked,
                    body,
                    retries=Retry(False),
                    redirect=False,
                    preload_content=False,
                    headers={**self.headers, **(headers or {})},
                )
                try:
                    data = _received(response, deadline, shown, timeout_seconds)
                finally:
                    response.release_conn()
            except HTTPError as error:
                raise broken(error, shown, timeout_seconds) from error
            if not 200 <= response.status < 300:
                raise refusal(response.status, response.headers, data, shown)
            return response.status, response.headers, _text(data, shown)

    return Connection


def _received(
    response: BaseHTTPResponse, deadline: float, shown: str, timeout_seconds: float
) -> bytes:
    data = bytearray()
    while part := response.read1(_PART, decode_content=True):
        data += part
        too_large = len(data) > _LARGEST_ANSWER
        if too_large or perf_counter() > deadline:
            response.close()
            if too_large:
                raise RetrievalError(f"the answer of {shown} is larger than 64 MiB")
            raise TransientError(f"no answer from {shown} in {timeout_seconds:g} s")
    return bytes(data)


def _text(data: bytes, shown: str) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise unreadable(shown, "bytes that are not UTF-8") from error
