"""One event loop, on a thread of its own, for retrievers that are written async."""

from __future__ import annotations

import asyncio
import inspect
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING

from fixturetool.errors import TransientError

if TYPE_CHECKING:
    from collections.abc import Awaitable


_GRACE_SECONDS = 2.0


class EventLoop:
    """Waits for what is awaitable; any number of threads may ask at once.

    All of it runs in one loop, since a client that is written async belongs to one. The loop
    starts when it is first needed.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def settle(self, value: object, timeout_seconds: float) -> object:
        """Return the value, or what it comes to when it is awaitable.

        Raises:
            TransientError: It took longer than the timeout, and was cancelled.
        """
        if not inspect.isawaitable(value):
            return value
        future = asyncio.run_coroutine_threadsafe(_awaited(value), self._running())
        try:
            return future.result(timeout_seconds)
        except FutureTimeoutError as error:
            if future.done() and not future.cancelled():
                raise  # The retriever's own timeout.
            future.cancel()
            raise TransientError(f"no answer in {timeout_seconds:g} s") from error

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(
                    target=self._loop.run_forever, name="retriever-loop", daemon=True
                )
                self._thread.start()
            return self._loop

    def close(self) -> None:
        """Cancel what still runs, and end the loop."""
        if self._loop is None or self._thread is None:
            return
        with suppress(FutureTimeoutError):
            asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result(_GRACE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_GRACE_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()
        self._loop = None


async def _awaited(value: Awaitable[object]) -> object:
    try:
        return await value
    except (SystemExit, KeyboardInterrupt) as error:
        # Out of a task, it would end the loop, for which everybody else waits.
        raise RuntimeError(repr(error)) from error


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
