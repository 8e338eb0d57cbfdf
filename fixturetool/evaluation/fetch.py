"""The one effectful step of an evaluation: ask the retriever, journal what comes back."""

from collections.abc import Iterator
from contextlib import contextmanager

from fixturetool.errors import FixturetoolError, RetrievalError
from fixturetool.evaluation.calling.call import Call
from fixturetool.evaluation.calling.crew import Answer, Crew
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.recording import Recorder, sound
from fixturetool.evaluation.run import Attempt, Run, with_attempts
from fixturetool.evaluation.storage.journal import Journal
from fixturetool.evaluation.storage.secrets import redacted_text
from fixturetool.progress import Progress, task
from fixturetool.retrieval.base import Retriever


def fetch(
    run: Run,
    retriever: Retriever,
    *,
    journal: Journal,
    progress: Progress,
    patience: Patience | None = None,
    stop_at_error: bool = False,
) -> Run:
    """Make every retrieval that the run still lacks, ``run.settings.jobs`` at a time.

    Each repeat is a call of its own. A call that fails becomes an attempt with an error, never
    an empty ranking; where its failure may pass (TransientError) it is made again before that,
    and a system that is busy (BusyError) is given a pause by all threads. A call that hangs
    becomes an error as well, and its thread is left behind. All fixtures are asked once before
    any is asked again, so that a run that is cut short has seen as much as it could. Each
    attempt is journalled as it comes, by the thread that made the call or by one that is at
    writing just then; in the run they stand in file order.

    Args:
        run: The run; what it has already is kept.
        retriever: The system under test, called from several threads.
        journal: The run's journal.
        progress: Advanced by the retrievals that were kept, from the calling thread.
        patience: What a call is given before it becomes an error.
        stop_at_error: Whether the first call that fails ends it all. That call is not kept, so
            that it is made again when the run goes on.

    Returns:
        The run with all its attempts.

    Raises:
        RetrievalError: So many calls hang that there is no use in going on, or a call failed
            and ``stop_at_error`` is set.
        StateError: The journal can't be written.
        KeyboardInterrupt: Pending calls are cancelled; those under way are not waited for.
    """
    calls = list(_missing(run, retriever))
    attempts: dict[tuple[int, int], Attempt] = {}

    def keep(call: Call, answer: Answer) -> None:
        attempt = _attempt(call, answer)
        if stop_at_error and attempt.error is not None:
            raise RetrievalError(f'"{call.question.query}": {redacted_text(attempt.error)}')
        attempts[call.fixture, call.repeat] = journal.add(call.fixture, attempt)

    crew = Crew(run.settings.jobs, patience or Patience(), keep, journal.flush)
    with task(progress, "retrieving", len(calls)), _stopped(crew):
        for answered in crew.make(calls):
            progress.advance(answered)
    return with_attempts(run, attempts)


def _missing(run: Run, retriever: Retriever) -> Iterator[Call]:
    made = {
        (position, attempt.repeat)
        for position, fixture in enumerate(run.fixtures)
        for attempt in fixture.attempts
    }
    recorders = [Recorder() for _ in run.fixtures]
    for repeat in range(1, run.settings.repeat + 1):
        for position, fixture in enumerate(run.fixtures):
            if (position, repeat) not in made:
                recorder = recorders[position]
                yield Call(retriever, run.settings, fixture.question, recorder, position, repeat)


@contextmanager
def _stopped(crew: Crew) -> Iterator[None]:
    """Stop the crew in the end: the journal may be closed then."""
    try:
        yield
    finally:
        crew.stop()


def _attempt(call: Call, answer: Answer) -> Attempt:
    """Turn what a call brought back into a record: the boundary where a failure becomes data.

    A retriever may be anybody's code, so any Exception it lets out is its failure to answer.
    What is no Exception (an exit, an interrupt) is nobody's answer and goes on its way.
    """
    if isinstance(answer, Exception):
        return Attempt(call.repeat, call.latency_ms, _reason(answer), (), call.tries)
    if isinstance(answer, BaseException):
        raise answer
    return Attempt(call.repeat, call.latency_ms, None, answer, call.tries, call.rewrite)


def _reason(failure: Exception) -> str:
    """Say on one line why a call failed; an unforeseen error names its class."""
    text = sound(" ".join(str(failure).split()))
    if isinstance(failure, FixturetoolError) and text:
        return text
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__
