"""The threads that make calls. One that hangs is left behind, and another takes its place."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from fixturetool.errors import RetrievalError
from fixturetool.evaluation.calling.call import Call
from fixturetool.evaluation.calling.pace import Pace
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.calling.watch import Watch
from fixturetool.evaluation.run import RunHit

Answer = Future[tuple[RunHit, ...]]

MOST_HANGING = 200
"""Calls given up that may hang at once; a retriever that leaves more of them is broken."""


@dataclass(eq=False, slots=True)
class _Hand:
    """A thread of the crew, and the call that it is at."""

    watch: Watch = field(default_factory=Watch)
    call: Call | None = None
    thread: Thread | None = None


class Crew:
    """Makes calls, several at once; to be used once, from one thread, and stopped in the end."""

    def __init__(self, jobs: int, patience: Patience) -> None:
        self._jobs = jobs
        self._timeout = patience.timeout
        self._pace = Pace(jobs, patience.retries)
        # None sends a thread home.
        self._waiting: SimpleQueue[Call | None] = SimpleQueue()
        self._ended: SimpleQueue[tuple[Call, Answer]] = SimpleQueue()
        self._hands: list[_Hand] = []
        self._left_behind: list[_Hand] = []

    def make(self, calls: Sequence[Call], *, ahead: bool = True) -> Iterator[tuple[Call, Answer]]:
        """Yield calls with their answers as they end.

        Args:
            calls: The calls, begun in this order.
            ahead: Whether calls are begun before the reader has seen an answer that came, so that
                no thread waits for the reader.

        Raises:
            RetrievalError: So many calls hang that there is no use in going on.
        """
        waiting = iter(calls)
        self._hand_out(islice(waiting, (2 if ahead else 1) * self._jobs))
        for _ in range(min(self._jobs, len(calls))):
            self._hire()
        for _ in calls:
            ended = self._next()
            self._hand_out(islice(waiting, 1 if ahead else 0))
            yield ended
            self._hand_out(islice(waiting, 0 if ahead else 1))

    def stop(self) -> None:
        """Make no further call; those under way are not waited for."""
        self._pace.stop()
        for _ in self._hands:
            self._waiting.put(None)

    def _hand_out(self, calls: Iterator[Call]) -> None:
        for call in calls:
            self._waiting.put(call)

    def _hire(self) -> None:
        hand = _Hand()
        # A process may end while a call hangs.
        hand.thread = Thread(target=self._work, args=(hand,), name="retrieve", daemon=True)
        self._hands.append(hand)
        hand.thread.start()

    def _work(self, hand: _Hand) -> None:
        while not hand.watch.given_up and (call := self._waiting.get()):
            hand.call = call
            answer: Answer = Future()
            try:
                answer.set_result(call.make(self._pace, hand.watch))
            except BaseException as failure:  # noqa: BLE001 - the reader of the answer meets it
                answer.set_exception(failure)
            if not hand.watch.given_up:
                self._ended.put((call, answer))

    def _next(self) -> tuple[Call, Answer]:
        """Wait for a call that ends, or for one that has to be given up."""
        while True:
            try:
                return self._ended.get(timeout=self._next_look())
            except Empty:
                if overdue := self._give_one_up():
                    return overdue

    def _next_look(self) -> float:
        """Return the seconds until the first of the calls under way may be overdue."""
        begun = [since for hand in self._hands if (since := hand.watch.since) is not None]
        return max(0.0, min(begun, default=monotonic()) + self._timeout - monotonic())

    def _give_one_up(self) -> tuple[Call, Answer] | None:
        before = monotonic() - self._timeout
        for hand in self._hands:
            if hand.watch.give_up(before) and hand.call is not None:
                self._pace.leave_behind()
                self._replace(hand)
                hand.call.latency_ms = round(self._timeout * 1000, 3)
                answer: Answer = Future()
                answer.set_exception(RetrievalError(f"no answer within {self._timeout:g} s"))
                return hand.call, answer
        return None

    def _replace(self, hand: _Hand) -> None:
        self._hands.remove(hand)
        self._left_behind = [one for one in self._left_behind if _hangs(one)] + [hand]
        if len(self._left_behind) > MOST_HANGING:
            raise RetrievalError(
                f"{len(self._left_behind)} calls of the retriever hang",
                hint="mend the retriever; then --resume completes the run",
            )
        self._hire()


def _hangs(hand: _Hand) -> bool:
    return hand.thread is not None and hand.thread.is_alive()
