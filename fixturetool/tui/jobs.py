"""Long work beside the screen: one thread, one job after the other, each can be given up.

The thread is a daemon: who quits does not wait for it. Work is told to stop when it reports its
progress next, or before it begins.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

from fixturetool.progress import Progress

T = TypeVar("T")


class GivenUp(BaseException):
    """Ends work that nobody waits for any more; no error, so that nothing handles it as one."""


class Job(Generic[T]):
    """Work that is under way.

    Args:
        work: The work; it is given the progress to report to.
        tell: Told, in the thread of the work, of what it is doing: a phrase, steps done and all.

    Attributes:
        outcome: Comes to hold what the work returns or raises.
    """

    def __init__(
        self, work: Callable[[Progress], T], tell: Callable[[str, int, int], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._work = work
        self._progress = _Watched(tell)
        self.outcome: asyncio.Future[T] = self._loop.create_future()

    def give_up(self) -> None:
        """Let the work end as soon as it can; whoever waits for it is cancelled."""
        self._progress.stopped.set()
        self.outcome.cancel()

    def run(self) -> None:
        """Do the work, in the thread that is for it."""
        try:
            self._progress.advance(0)
            result = self._work(self._progress)
        except GivenUp:
            self._deliver(self.outcome.cancel)
        except BaseException as error:  # noqa: BLE001 - it is raised where the work is waited for
            failure = error
            self._deliver(lambda: self.outcome.set_exception(failure))
        else:
            self._deliver(lambda: self.outcome.set_result(result))

    def _deliver(self, act: Callable[[], object]) -> None:
        def deliver() -> None:
            if not self.outcome.done():
                act()

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(deliver)


class Jobs:
    """The thread that long work is done in."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._run, name="fixturetool-edit", daemon=True).start()

    def start(self, work: Callable[[Progress], T], tell: Callable[[str, int, int], None]) -> Job[T]:
        """Queue work; call it where the event loop runs."""
        job = Job(work, tell)
        self._queue.put(job.run)
        return job

    def close(self) -> None:
        """Let the thread end once it has nothing to do."""
        self._queue.put(None)

    def _run(self) -> None:
        while (run := self._queue.get()) is not None:
            run()


class _Watched:
    """A Progress that ends the work when it is given up."""

    def __init__(self, tell: Callable[[str, int, int], None]) -> None:
        self.stopped = threading.Event()
        self._tell = tell
        self._task = ""
        self._done = self._total = 0

    def begin(self, task: str, total: int) -> None:
        self._task, self._done, self._total = task, 0, total
        self.advance(0)

    def advance(self, steps: int = 1) -> None:
        if self.stopped.is_set():
            raise GivenUp
        self._done += steps
        self._tell(self._task, self._done, self._total)

    def end(self) -> None:
        self._task = ""
