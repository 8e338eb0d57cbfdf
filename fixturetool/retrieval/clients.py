"""HTTP clients with one connection each, lent to one call at a time.

A client that all threads share looks through its connections at the start and the end of every
call, under a lock: with many calls at once that takes as long as the rest of a call.
"""

from __future__ import annotations

from contextlib import contextmanager
from http.cookiejar import CookieJar
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

import httpx2

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ONE = httpx2.Limits(max_connections=1, max_keepalive_connections=1)


class Clients:
    """Clients that are alike and share their cookies; made when needed, safe between threads.

    Args:
        most: How many are lent at once.
        headers: Sent with every request.
        timeout_seconds: For each step of a call, and for waiting until a client is back.
        trust_env: Whether proxies and certificates of the environment are used.
    """

    def __init__(
        self, most: int, headers: Mapping[str, str], *, timeout_seconds: float, trust_env: bool
    ) -> None:
        self._headers = headers
        self._timeout_seconds = timeout_seconds
        self._trust_env = trust_env
        self._certificates = httpx2.create_ssl_context(trust_env=trust_env)
        self._cookies = CookieJar()
        self._free = BoundedSemaphore(most)
        self._lock = Lock()
        self._all: list[httpx2.Client] = []
        self._closed = False
        # The one that came back last is lent first: its connection is the freshest.
        self._idle: list[httpx2.Client] = []

    @contextmanager
    def lent(self) -> Iterator[httpx2.Client]:
        """Lend a client for a call.

        Raises:
            httpx2.PoolTimeout: None came back in time.
            RuntimeError: They are closed.
        """
        if not self._free.acquire(timeout=self._timeout_seconds):
            raise httpx2.PoolTimeout("too many calls at once")
        try:
            try:
                client = self._idle.pop()
            except IndexError:
                client = self._made()
            try:
                yield client
            finally:
                self._idle.append(client)
        finally:
            self._free.release()

    def close(self) -> None:
        """Close the connections, also those of calls under way."""
        with self._lock:
            self._closed = True
            for client in self._all:
                client.close()

    def _made(self) -> httpx2.Client:
        with self._lock:
            if self._closed:
                raise RuntimeError("the clients are closed")
            client = httpx2.Client(
                headers=self._headers,
                cookies=self._cookies,
                timeout=self._timeout_seconds,
                limits=_ONE,
                verify=self._certificates,
                trust_env=self._trust_env,
            )
            self._all.append(client)
        return client
