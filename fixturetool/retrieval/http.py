"""The retriever ``http``: a search API that answers in JSON."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING

import httpx2

from fixturetool.errors import RetrievalError, TransientError
from fixturetool.retrieval.clients import Clients
from fixturetool.retrieval.failures import failure_of_status
from fixturetool.retrieval.mapping import AnswerReader
from fixturetool.retrieval.records import one_line
from fixturetool.retrieval.requests import (
    API_TOP_K_LIMIT,
    address,
    build_request,
    digest,
    request_template,
    shown_address,
)
from fixturetool.retrieval.template import fill
from fixturetool.retry_after import parse_retry_after

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fixturetool.retrieval.base import Hit
    from fixturetool.settings.retriever import HttpSettings

_LARGEST_ANSWER = 64 * 1024 * 1024
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class HttpRetriever:
    """Asks a search API; a Retriever that any number of threads may call.

    Args:
        settings: Where the API is, how it is asked and how its answer is read.
        headers: Sent with every request, their values as they are; kept out of every record.
        timeout_seconds: For a whole call, connecting and reading the answer included.
        connections: How many calls are made at once.
        nameless: Whether a hit may be without a path.

    Raises:
        UsageError: No address is set, or it is none.
        SettingsError: The mapping is not valid.
    """

    def __init__(
        self,
        settings: HttpSettings,
        headers: Mapping[str, str],
        *,
        timeout_seconds: float,
        connections: int,
        nameless: bool = False,
    ) -> None:
        self._settings = settings
        self._url = address(settings)
        self._shown = shown_address(self._url)
        self._template = request_template(settings)
        self._reader = AnswerReader(settings.answer, nameless=nameless)
        self._timeout_seconds = timeout_seconds
        self._clients = Clients(
            connections,
            {"Accept": "application/json", **headers},
            timeout_seconds=timeout_seconds,
            # A proxy of the environment is for the network, not for this machine.
            trust_env=self._url.host not in _LOOPBACK,
        )

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the address, what is asked for, and a digest of the mapping.

        Credentials in the address are left out, and the mapping may hold some.
        """
        return {
            "name": "http",
            "url": self._shown,
            "corpus_id": self._settings.corpus_id,
            "top_k": self._settings.top_k,
            "cache_mode": self._settings.cache_mode,
            "mapping": digest(
                self._settings.method, self._settings.request, asdict(self._settings.answer)
            ),
        }

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return the chunks of the answer, best first; ``top_k`` of them are asked for.

        Where ``k`` is larger than ``top_k``, ``k`` chunks are asked for.

        Raises:
            BusyError: The API answered with 429 or 503.
            TransientError: It could not be reached, was too slow or broke down.
            RetrievalError: It refused the request, or its answer can't be read.
        """
        values: dict[str, str | int] = {
            "query": query,
            "k": k,
            "top_k": self._chunks(k),
            "language": language,
            "chunk_context": chunk_context,
        }
        return self._reader.read(self._parsed(self._asked(fill(self._template, values))))

    def close(self) -> None:
        """Close the connections."""
        self._clients.close()

    def _chunks(self, k: int) -> int:
        wanted = max(k, self._settings.top_k)
        return wanted if self._settings.request else min(wanted, API_TOP_K_LIMIT)

    def _asked(self, filled: object) -> bytes:
        deadline = perf_counter() + self._timeout_seconds
        try:
            with self._clients.lent() as client:
                request = build_request(client, self._settings.method, self._url, filled)
                with closing(client.send(request, stream=True)) as response:
                    body = self._received(response, deadline)
        except httpx2.TimeoutException as error:
            raise self._too_slow() from error
        except httpx2.HTTPError as error:
            reason = one_line(str(error)) or type(error).__name__
            raise TransientError(f"no answer from {self._shown}: {reason}") from error
        if not response.is_success:
            raise self._refused(response, body)
        return body

    def _received(self, response: httpx2.Response, deadline: float) -> bytes:
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > _LARGEST_ANSWER:
                raise RetrievalError(f"the answer of {self._shown} is larger than 64 MiB")
            if perf_counter() > deadline:
                raise self._too_slow()
        return b"".join(parts)

    def _too_slow(self) -> TransientError:
        return TransientError(f"no answer from {self._shown} in {self._timeout_seconds:g} s")

    def _refused(self, response: httpx2.Response, body: bytes) -> RetrievalError:
        text = one_line(body.decode("utf-8", "replace")) or "with an empty body"
        if response.has_redirect_location:
            text = f"it leads to {one_line(response.headers['location'])}, and is not followed"
        message = f"{self._shown} answered {response.status_code}: {text}"
        pause = parse_retry_after(response.headers.get("retry-after", ""))
        return failure_of_status(response.status_code, message, pause)

    def _parsed(self, body: bytes) -> object:
        try:
            answer: object = json.loads(body)
        except (ValueError, RecursionError) as error:
            text = one_line(body.decode("utf-8", "replace"))
            raise RetrievalError(
                f"the answer of {self._shown} is no JSON: {text or 'an empty body'}"
            ) from error
        return answer
