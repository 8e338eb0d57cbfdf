"""The one effectful step of an evaluation: ask the retriever, journal what comes back."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from queue import SimpleQueue
from time import perf_counter

from fixturetool.errors import FixturetoolError
from fixturetool.evaluation.journal import Journal
from fixturetool.evaluation.recording import record_hits, sound
from fixturetool.evaluation.run import Attempt, Question, Run, RunHit, RunSettings, with_attempts
from fixturetool.progress import Progress, task
from fixturetool.retrieval.base import Hit, Retriever


def fetch(run: Run, retriever: Retriever, *, journal: Journal, progress: Progress) -> Run:
    """Make every retrieval that the run still lacks, ``run.settings.jobs`` at a time.

    Each repeat is a call of its own. A call that fails becomes an attempt with an error, never
    an empty ranking. All fixtures are asked once before any is asked again, so that a run that
    is cut short has seen as much as it could. Attempts are journalled as they come, by the
    calling thread, and stand in the run in file order.

    Args:
        run: The run; what it has already is kept.
        retriever: The system under test, called from several threads.
        journal: The run's journal.
        progress: Advanced once for each retrieval, from the calling thread.

    Returns:
        The run with all its attempts.

    Raises:
        StateError: The journal can't be written.
        KeyboardInterrupt: Pending calls are cancelled; those under way are not waited for.
    """
    calls = list(_missing(run, retriever))
    attempts: dict[tuple[int, int], Attempt] = {}
    # Repeats mostly bring back the same: equal rankings are held once.
    rankings: dict[tuple[RunHit, ...], tuple[RunHit, ...]] = {}
    with task(progress, "retrieving", len(calls)), _threads(run.settings.jobs) as pool:
        for call, answer in _completed(pool, calls, 2 * run.settings.jobs):
            attempt = _attempt(call, answer, rankings)
            journal.append(call.fixture, attempt)
            attempts[call.fixture, call.repeat] = attempt
            progress.advance()
    return with_attempts(run, attempts)


@dataclass(slots=True)
class _Call:
    """One retrieval; calling it makes it and leaves the time that it took."""

    retriever: Retriever
    settings: RunSettings
    question: Question
    fixture: int
    repeat: int
    latency_ms: float = field(default=0.0, init=False)

    def __call__(self) -> tuple[RunHit, ...]:
        return record_hits(self._ask())

    def _ask(self) -> Sequence[Hit]:
        started = perf_counter()
        try:
            return tuple(
                self.retriever.retrieve(
                    self.question.query,
                    self.settings.k,
                    language=self.question.language,
                    chunk_context=self.settings.chunk_context,
                )
            )
        finally:
            self.latency_ms = round((perf_counter() - started) * 1000, 3)


def _missing(run: Run, retriever: Retriever) -> Iterator[_Call]:
    made = {
        (position, attempt.repeat)
        for position, fixture in enumerate(run.fixtures)
        for attempt in fixture.attempts
    }
    for repeat in range(1, run.settings.repeat + 1):
        for position, fixture in enumerate(run.fixtures):
            if (position, repeat) not in made:
                yield _Call(retriever, run.settings, fixture.question, position, repeat)


_Answer = Future[tuple[RunHit, ...]]


def _completed(
    pool: ThreadPoolExecutor, calls: Sequence[_Call], window: int
) -> Iterator[tuple[_Call, _Answer]]:
    """Yield calls as they finish; at most ``window`` are handed to the threads at a time."""
    finished: SimpleQueue[tuple[_Call, _Answer]] = SimpleQueue()
    waiting = iter(calls)

    def submit(count: int) -> None:
        for call in islice(waiting, count):
            pool.submit(call).add_done_callback(partial(report, call))

    def report(call: _Call, answer: _Answer) -> None:
        finished.put((call, answer))

    submit(window)
    for _ in calls:
        done = finished.get()
        submit(1)
        yield done


def _attempt(
    call: _Call, answer: _Answer, rankings: dict[tuple[RunHit, ...], tuple[RunHit, ...]]
) -> Attempt:
    """Turn what a thread left into a record: the boundary where a failure becomes data.

    A retriever may be anybody's code, so any Exception it lets out is its failure to answer.
    What is no Exception (an exit, an interrupt) is nobody's answer and goes on its way.
    """
    failure = answer.exception()
    if isinstance(failure, Exception):
        return Attempt(call.repeat, call.latency_ms, _reason(failure), ())
    hits = answer.result()
    return Attempt(call.repeat, call.latency_ms, None, rankings.setdefault(hits, hits))


def _reason(failure: Exception) -> str:
    """Say on one line why a call failed; an unforeseen error names its class."""
    text = sound(" ".join(str(failure).split()))
    if isinstance(failure, FixturetoolError) and text:
        return text
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__


@contextmanager
def _threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Open a pool that is not waited for when it is left by an exception."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="retrieve")
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
