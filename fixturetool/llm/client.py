"""One attempt at a provider through the openai client: the only module that imports it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fixturetool.llm.bounds import UnendedError, bounded, event_hooks
from fixturetool.llm.endpoint import Endpoint, is_loopback
from fixturetool.llm.failures import Failure, status_failure
from fixturetool.llm.messages import JsonValue, Message

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from ssl import SSLContext

    from openai import APIConnectionError, APIResponse, APIStatusError, OpenAI

_CONNECT_SECONDS = 15.0

_Create: TypeAlias = "Callable[..., AbstractContextManager[APIResponse[Any]]]"


class Client:
    """The connections to one endpoint; used from several threads."""

    def __init__(self, endpoint: Endpoint, *, temperature: float = 0.0) -> None:
        """Make the client; no connection is opened yet.

        Args:
            endpoint: Whom it asks.
            temperature: How freely a model writes; 0: always what is likeliest.
        """
        self._endpoint = endpoint
        self._temperature = temperature
        self._openai = _openai(endpoint)

    def attempt(
        self, messages: Sequence[Message], form: dict[str, JsonValue] | None, max_tokens: int
    ) -> str | Failure:
        """Ask a model once to write.

        Args:
            messages: The prompt.
            form: The ``response_format``; None: none.
            max_tokens: Bound of the answer.

        Returns:
            The body of HTTP 200, whatever it holds, or how the attempt failed; neither holds the
            key.
        """
        request: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [asdict(one) for one in messages],
            "temperature": self._temperature,
            "max_tokens": max_tokens,
        }
        if form is not None:
            request["response_format"] = form
        return self._attempt(self._openai.chat.completions.with_streaming_response.create, request)

    def attempt_vectors(
        self, texts: Sequence[str], encoding: Literal["base64", "float"], dimensions: int | None
    ) -> str | Failure:
        """Ask a model once for the vectors of some texts.

        Args:
            texts: One or more.
            encoding: How the vectors are to be written.
            dimensions: How long they are to be; None: as the model has them.

        Returns:
            As ``attempt``.
        """
        request: dict[str, Any] = {
            "model": self._endpoint.model,
            "input": list(texts),
            "encoding_format": encoding,
        }
        if dimensions is not None:
            request["dimensions"] = dimensions
        return self._attempt(self._openai.embeddings.with_streaming_response.create, request)

    def close(self) -> None:
        """Close the connections."""
        self._openai.close()

    def _attempt(self, create: _Create, request: dict[str, Any]) -> str | Failure:
        from httpx2 import HTTPError
        from openai import APIConnectionError, APIStatusError

        try:
            with create(**request) as response:
                # What is packed small is bounded again as it is unpacked.
                body = b"".join(bounded(response.iter_bytes())).decode("utf-8", "replace")
        except UnendedError as error:
            return Failure(str(error), billed=True)
        except APIStatusError as error:
            return self._refused(error)
        except APIConnectionError as error:
            return _broken(error)
        except HTTPError as error:  # while the body came in
            return Failure(f"the answer broke off ({type(error).__name__})", billed=True)
        return self._endpoint.without_key(body)

    def _refused(self, error: "APIStatusError") -> Failure:
        return status_failure(
            error.status_code,
            {name.lower(): value for name, value in error.response.headers.items()},
            self._endpoint.without_key(error.response.text),
            datetime.now(UTC),
        )


def _openai(endpoint: Endpoint) -> "OpenAI":
    from httpx2 import Client as HttpClient
    from httpx2 import Timeout
    from openai import OpenAI

    trusts = not is_loopback(endpoint.base_url)
    timeout = Timeout(endpoint.timeout_seconds, connect=_CONNECT_SECONDS, pool=None)
    client = OpenAI(
        api_key=endpoint.api_key,
        base_url=endpoint.base_url.strip(),
        max_retries=0,  # counted, waited for and reported by Chat
        # No proxy can reach this machine's loopback; and a redirect would carry prompts elsewhere.
        http_client=HttpClient(
            timeout=timeout,
            follow_redirects=False,
            trust_env=trusts,
            verify=_tls(trusts),
            event_hooks=event_hooks(endpoint.timeout_seconds),
        ),
        timeout=timeout,
    )
    # Taken from variables that are meant for OpenAI: no other provider should learn of them.
    client.organization = client.project = client.admin_api_key = None
    return client


@cache
def _tls(trust_env: bool) -> "SSLContext":
    """Return what verifies servers; reading the certificates takes longer than many a call."""
    from httpx2 import create_ssl_context

    return create_ssl_context(trust_env=trust_env)


def _broken(error: "APIConnectionError") -> Failure:
    from httpx2 import ConnectError, ConnectTimeout
    from openai import APITimeoutError

    never_sent = isinstance(error.__cause__, ConnectError | ConnectTimeout)
    if isinstance(error, APITimeoutError) and not never_sent:
        return Failure("no answer within the time", billed=True)
    cause = " ".join(str(error.__cause__ or error).split())
    return Failure(f"no connection ({cause})", billed=not never_sent)
