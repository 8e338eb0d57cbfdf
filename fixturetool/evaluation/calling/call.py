"""One retrieval of a run, made as often as it takes and is allowed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter

from fixturetool.errors import TransientError
from fixturetool.evaluation.calling.pace import Pace
from fixturetool.evaluation.calling.watch import Watch
from fixturetool.evaluation.recording import Recorder, record_rewrite
from fixturetool.evaluation.run import Question, RunHit, RunSettings
from fixturetool.retrieval.base import Hit, Retriever, rewrite_of, with_hits


@dataclass(slots=True)
class Call:
    """A retrieval; ``make`` makes it and leaves what it took.

    Attributes:
        retriever: The system under test.
        settings: What is asked for.
        question: The fixture.
        recorder: Shared by the fixture's repeats.
        fixture: The fixture's 0-based position in the run.
        repeat: 1-based.
        tries: How often the retriever was asked.
        latency_ms: Milliseconds that the last try took, without any pause before it.
        rewrite: What the retriever searched in place of the query, or ``""``.
    """

    retriever: Retriever
    settings: RunSettings
    question: Question
    recorder: Recorder
    fixture: int
    repeat: int
    tries: int = field(default=0, init=False)
    latency_ms: float = field(default=0.0, init=False)
    rewrite: str = field(default="", init=False)

    def make(self, pace: Pace, watch: Watch) -> tuple[RunHit, ...]:
        """Ask the retriever, again where its failure may pass.

        Raises:
            RetrievalError: It did not answer.
            StoppedError: The run is over.
        """
        for self.tries in count(1):
            try:
                answer = self._ask(pace, watch)
                self.rewrite = record_rewrite(rewrite_of(answer))
                return self.recorder.record(answer)
            except TransientError as failure:
                if watch.given_up or not pace.again(failure, self.tries):
                    raise
        raise AssertionError("the count has no end")

    def _ask(self, pace: Pace, watch: Watch) -> Sequence[Hit]:
        began = pace.enter()
        watch.start()
        started = perf_counter()
        passing: TransientError | None = None
        try:
            answer = self.retriever.retrieve(
                self.question.query,
                self.settings.k,
                language=self.question.language,
                chunk_context=self.settings.chunk_context,
            )
            # What comes back may be lazy: it is taken while the clock runs.
            return with_hits(answer, answer)
        except TransientError as failure:
            passing = failure
            raise
        finally:
            took = perf_counter() - started
            if watch.stop():  # who gave the call up has said that it left
                self.latency_ms = round(took * 1000, 3)
                pace.leave(began, passing)
