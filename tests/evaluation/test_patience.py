"""What a run puts up with: failures that pass, busy systems, calls that never end."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from fixturetool.errors import BusyError, RetrievalError, TransientError
from fixturetool.evaluation.calling import crew
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.run import Attempt, Run
from fixturetool.evaluation.storage.journal import load_journal, start_journal
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit

Begin = Callable[..., tuple[Path, Run]]
FOUND = [Hit("a.txt", 1.0, "文")]


class Scripted:
    """A retriever that does the next thing of a query's script; the last one for ever."""

    def __init__(self, scripts: Mapping[str, Sequence[object]]) -> None:
        self.scripts = {query: list(script) for query, script in scripts.items()}
        self.calls: list[tuple[str, int, str, int]] = []
        self.times: list[float] = []
        self.lock = threading.Lock()

    def describe(self) -> Mapping[str, str]:
        return {"name": "scripted"}

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        with self.lock:
            self.calls.append((query, k, language, chunk_context))
            self.times.append(time.monotonic())
            script = self.scripts[query]
            step = script.pop(0) if len(script) > 1 else script[0]
        if isinstance(step, threading.Event):
            step.wait()
            return FOUND
        if isinstance(step, Exception):
            raise step
        return step  # type: ignore[return-value]  # a list of hits

    def close(self) -> None:
        pass


def fetched(begun: tuple[Path, Run], retriever: Scripted, patience: Patience) -> list[Attempt]:
    folder, run = begun
    with start_journal(folder, run) as journal:
        run = fetch(run, retriever, journal=journal, progress=Silent(), patience=patience)
    assert load_journal(folder) == run
    return [attempt for fixture in run.fixtures for attempt in fixture.attempts]


def test_asks_again_when_a_failure_passes(begin: Begin) -> None:
    retriever = Scripted({"q": [TransientError("reset"), TransientError("reset"), FOUND]})
    [attempt] = fetched(begin("q"), retriever, Patience(retries=2))
    assert (attempt.error, attempt.tries, attempt.hits[0].path) == (None, 3, "a.txt")


def test_makes_an_error_of_a_failure_that_stays(begin: Begin) -> None:
    retriever = Scripted({"q": [TransientError("reset")]})
    [attempt] = fetched(begin("q"), retriever, Patience(retries=2))
    assert (attempt.error, attempt.tries, attempt.hits) == ("reset", 3, ())


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(RetrievalError("404"), id="a refusal"),
        pytest.param(ValueError("bug"), id="an error of the retriever's code"),
        pytest.param(BusyError("quota is used up", retry_after=3600), id="a pause of an hour"),
    ],
)
def test_does_not_ask_again_where_that_is_of_no_use(begin: Begin, failure: Exception) -> None:
    [attempt] = fetched(begin("q"), Scripted({"q": [failure]}), Patience(retries=5))
    assert attempt.error is not None
    assert attempt.tries == 1


def test_asks_once_when_no_retry_is_wanted(begin: Begin) -> None:
    retriever = Scripted({"q": [BusyError("busy", retry_after=0.01)]})
    [attempt] = fetched(begin("q"), retriever, Patience(retries=0))
    assert (attempt.error, attempt.tries) == ("busy", 1)


def test_gives_a_busy_system_the_pause_that_it_asks_for(begin: Begin) -> None:
    retriever = Scripted({"q": [BusyError("busy", retry_after=0.3), FOUND]})
    [attempt] = fetched(begin("q"), retriever, Patience())
    first, second = retriever.times
    assert second - first >= 0.3
    assert attempt.latency_ms < 300


def test_all_threads_pause_for_what_one_of_them_is_told(begin: Begin) -> None:
    queries = [str(number) for number in range(20)]
    scripts = {query: [FOUND] for query in queries} | {"0": [BusyError("", retry_after=0.4), FOUND]}
    retriever = Scripted(scripts)
    fetched(begin(*queries, jobs=2), retriever, Patience())
    gaps = [later - sooner for sooner, later in pairwise(retriever.times)]
    assert max(gaps) >= 0.3
    assert sum(gap >= 0.2 for gap in gaps) == 1


def test_stops_asking_again_when_call_after_call_fails(begin: Begin) -> None:
    queries = [str(number) for number in range(30)]
    retriever = Scripted({query: [TransientError("refused")] for query in queries})
    attempts = fetched(begin(*queries), retriever, Patience(retries=1))
    assert [attempt.error for attempt in attempts] == ["refused"] * 30
    assert [attempt.tries for attempt in attempts] == [2] * 3 + [1] * 27


def test_gives_up_a_call_that_hangs_and_goes_on(begin: Begin) -> None:
    for_ever = threading.Event()
    retriever = Scripted({"hangs": [for_ever], "next": [FOUND]})
    hung, answered = fetched(begin("hangs", "next"), retriever, Patience(timeout=0.2))
    assert (hung.error, hung.latency_ms, hung.hits) == ("no answer within 0.2 s", 200.0, ())
    assert (answered.error, len(answered.hits)) == (None, 1)
    for_ever.set()


def test_tells_the_timeout_and_not_the_grace_that_an_adapter_is_given(begin: Begin) -> None:
    for_ever = threading.Event()
    patience = Patience(timeout=0.1, grace=0.1)
    [hung] = fetched(begin("hangs"), Scripted({"hangs": [for_ever]}), patience)
    assert (hung.error, hung.latency_ms) == ("no answer within 0.1 s", 200.0)
    for_ever.set()


def test_ignores_an_answer_that_comes_after_it_was_given_up(begin: Begin) -> None:
    late = threading.Event()

    class Releasing(Scripted):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            if query == "next":
                late.set()
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    queries = ["hangs", "next", *map(str, range(20))]
    scripts: dict[str, Sequence[object]] = {query: [FOUND] for query in queries}
    attempts = fetched(
        begin(*queries), Releasing(scripts | {"hangs": [late]}), Patience(timeout=0.2)
    )
    assert [attempt.error for attempt in attempts] == ["no answer within 0.2 s"] + [None] * 21


def test_stops_when_too_many_calls_hang(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "MOST_HANGING", 3)
    for_ever = threading.Event()
    queries = [str(number) for number in range(50)]
    begun = begin(*queries, jobs=4)
    with pytest.raises(RetrievalError, match="4 calls of the retriever hang"):
        fetched(begun, Scripted({query: [for_ever] for query in queries}), Patience(timeout=0.05))
    assert load_journal(begun[0]).missing == 47
    for_ever.set()


def test_a_hanging_call_takes_no_place_from_others(begin: Begin) -> None:
    for_ever = threading.Event()
    queries = [str(number) for number in range(8)]
    retriever = Scripted({query: [for_ever if query < "4" else FOUND] for query in queries})
    attempts = fetched(begin(*queries, jobs=2), retriever, Patience(timeout=0.1))
    assert [attempt.error is None for attempt in attempts] == [False] * 4 + [True] * 4
    for_ever.set()
