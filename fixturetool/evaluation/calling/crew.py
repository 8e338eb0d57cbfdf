"""The threads that make calls. One that hangs is left behind, and another takes its place.

Each thread takes its calls from one list and keeps their answers itself, one thread at a time:
on a fast system, waking another thread for every answer would take as long as the call.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic

from fixturetool.errors import RetrievalError
from fixturetool.evaluation.calling.call import Call
from fixturetool.evaluation.calling.pace import Pace
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.calling.watch import Watch
from fixturetool.evaluation.run import RunHit

Answer = tuple[RunHit, ...] | BaseException
"""What a call brought back, or what the retriever raised in place of it."""

MOST_HANGING = 200
"""Calls given up that may hang at once; a retriever that leaves more of them is broken."""

_SECONDS_UNTOLD = 0.1


@dataclass(eq=False, slots=True)
class _Hand:
    """A thread of the crew, and the call that it is at."""

    watch: Watch = field(default_factory=Watch)
    call: Call | None = None
    thread: Thread | None = None


class Crew:
    """Makes calls, several at once; to be used once, from one thread, and stopped in the end."""

    def __init__(
        self,
        jobs: int,
        patience: Patience,
        keep: Callable[[Call, Answer], None],
        settle: Callable[[], None],
    ) -> None:
        """Make nothing yet.

        Args:
            jobs: Calls at once, at most.
            patience: What a call is given.
            keep: Called with every answer as it comes, once for a call, by the thread that has
                it, never by two at a time. What it raises ends all, before another call begins
                on that thread.
            settle: Called after that by the same thread, perhaps by several at once; what it
                raises ends all, too.
        """
        self._jobs = jobs
        self._timeout = patience.timeout
        self._given = patience.timeout + patience.grace
        self._pace = Pace(jobs, patience.retries)
        self._keep = keep
        self._settle = settle
        # What follows is changed under the lock alone.
        self._lock = Lock()
        self._waiting: Iterator[Call] = iter(())
        self._unanswered = 0
        self._over = False
        self._failure: BaseException | None = None
        # Told once: all is answered, or has failed.
        self._ended: SimpleQueue[None] = SimpleQueue()
        # These are the calling thread's own.
        self._hands: list[_Hand] = []
        self._left_behind: list[_Hand] = []
        self._look_at = 0.0

    def make(self, calls: Sequence[Call]) -> Iterator[int]:
        """Make the calls, and yield now and then how many more are answered.

        Args:
            calls: The calls, begun in this order.

        Raises:
            RetrievalError: So many calls hang that there is no use in going on.
            BaseException: What ``keep`` raised.
        """
        self._waiting = iter(calls)
        told = self._unanswered = len(calls)
        # No call is overdue before: those that begin from now on have the whole timeout.
        self._look_at = monotonic() + self._given
        for _ in range(min(self._jobs, len(calls))):
            self._hire()
        ended = not calls
        while not ended:
            ended = self._wait()
            left = self._unanswered
            if left < told:
                yield told - left
            told = left
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Begin no further call and keep no further answer; calls under way are not waited for."""
        with self._lock:
            self._over = True
        self._pace.stop()

    def _hire(self) -> None:
        hand = _Hand()
        # A process may end while a call hangs.
        hand.thread = Thread(target=self._work, args=(hand,), name="retrieve", daemon=True)
        self._hands.append(hand)
        hand.thread.start()

    def _work(self, hand: _Hand) -> None:
        while call := self._next(hand):
            answer: Answer
            try:
                answer = call.make(self._pace, hand.watch)
            except BaseException as failure:  # noqa: BLE001 - who keeps the answer meets it
                answer = failure
            # What was given up has its answer.
            if hand.watch.given_up:
                return
            self._leave(call, answer)

    def _next(self, hand: _Hand) -> Call | None:
        with self._lock:
            hand.call = None if self._over else next(self._waiting, None)
            return hand.call

    def _leave(self, call: Call, answer: Answer) -> None:
        try:
            with self._lock:
                if self._over:
                    return
                self._keep(call, answer)
            self._settle()
        except BaseException as failure:  # noqa: BLE001 - the calling thread raises it
            self._note(failure)
        else:
            self._note(None)

    def _note(self, failure: BaseException | None) -> None:
        """Count an answer that is kept and settled, or end all."""
        with self._lock:
            if self._over:
                return
            self._failure = failure
            self._unanswered -= failure is None
            if failure is not None or not self._unanswered:
                self._over = True
                self._ended.put(None)

    def _wait(self) -> bool:
        """Wait for the end, for a while; tell whether it came."""
        seconds = min(_SECONDS_UNTOLD, self._look_at - monotonic())
        try:
            self._ended.get(timeout=max(0.0, seconds))
        except Empty:
            self._look(monotonic())
            return False
        return True

    def _look(self, now: float) -> None:
        """Give up the calls that are overdue."""
        if now < self._look_at:
            return
        for hand in list(self._hands):
            if hand.watch.give_up(now - self._given):
                self._give_up(hand)
        begun = (since for hand in self._hands if (since := hand.watch.since) is not None)
        self._look_at = min(begun, default=now) + self._given

    def _give_up(self, hand: _Hand) -> None:
        self._pace.leave_behind()
        self._hands.remove(hand)
        self._left_behind = [one for one in self._left_behind if _hangs(one)] + [hand]
        if len(self._left_behind) > MOST_HANGING:
            raise RetrievalError(
                f"{len(self._left_behind)} calls of the retriever hang",
                hint="fix the retriever; then --resume completes the run",
            )
        if hand.call is not None:
            hand.call.latency_ms = round(self._given * 1000, 3)
            self._leave(hand.call, RetrievalError(f"no answer within {self._timeout:g} s"))
        self._hire()


def _hangs(hand: _Hand) -> bool:
    return hand.thread is not None and hand.thread.is_alive()
