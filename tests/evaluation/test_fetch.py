import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGXFSZ, signal

import pytest

from fixturetool.errors import RetrievalError, StateError
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.run import Attempt, Run, with_attempts
from fixturetool.evaluation.storage.journal import load_journal, start_journal
from fixturetool.progress import Progress, Silent
from fixturetool.retrieval.base import Hit, Retriever

Begin = Callable[..., tuple[Path, Run]]


class Answers:
    """A retriever that answers by query; an exception is raised, all else returned."""

    def __init__(self, answers: Mapping[str, object]) -> None:
        self.answers = answers
        self.calls: list[tuple[str, int, str, int]] = []

    def describe(self) -> Mapping[str, str]:
        return {"name": "answers"}

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        self.calls.append((query, k, language, chunk_context))
        answer = self.answers[query]
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[return-value]  # the point is what users return

    def close(self) -> None:
        pass


class Backwards(Answers):
    """A retriever that answers the last of its queries first."""

    def __init__(self, queries: Sequence[str]) -> None:
        super().__init__({query: [Hit(f"{query}.txt", 1.0, query)] for query in queries})
        self.turn = {query: threading.Event() for query in [*queries, "end"]}
        self.after = dict(zip(queries, [*queries[1:], "end"], strict=True))
        self.turn["end"].set()

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        assert self.turn[self.after[query]].wait(10)
        self.turn[query].set()
        return super().retrieve(query, k, language=language, chunk_context=chunk_context)


class Watcher:
    """A Progress that remembers what it was told, and by which thread."""

    def __init__(self) -> None:
        self.told: list[tuple[str | int, ...]] = []
        self.threads: set[threading.Thread] = set()

    def begin(self, task: str, total: int) -> None:
        self._hear(("begin", task, total))

    def advance(self, steps: int = 1) -> None:
        self._hear(("advance", steps))

    def end(self) -> None:
        self._hear(("end",))

    def _hear(self, words: tuple[str | int, ...]) -> None:
        self.told.append(words)
        self.threads.add(threading.current_thread())


def fetched(begun: tuple[Path, Run], retriever: Retriever, progress: Progress | None = None) -> Run:
    folder, run = begun
    with start_journal(folder, run) as journal:
        return fetch(run, retriever, journal=journal, progress=progress or Silent())


def attempts(run: Run) -> list[tuple[Attempt, ...]]:
    return [fixture.attempts for fixture in run.fixtures]


def hit(path: str, text: str = "文") -> Hit:
    return Hit(path, 1.0, text)


def test_asks_what_the_settings_and_the_question_say(begin: Begin) -> None:
    retriever = Answers({"谁？": []})
    fetched(begin("谁？", k=7), retriever)
    assert retriever.calls == [("谁？", 7, "CHS", 2)]


def test_makes_a_call_of_its_own_for_every_repeat_all_queries_once_before_any_again(
    begin: Begin,
) -> None:
    retriever = Answers({"a": [], "b": []})
    fetched(begin("a", "b", repeat=3), retriever)
    assert [query for query, *_ in retriever.calls] == ["a", "b", "a", "b", "a", "b"]


def test_keeps_what_each_repeat_brought_back(begin: Begin) -> None:
    class Changing(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            super().retrieve(query, k, language=language, chunk_context=chunk_context)
            return [hit(f"{len(self.calls)}.txt")]

    run = fetched(begin("a", repeat=3), Changing({"a": []}))
    paths = [[h.path for h in attempt.hits] for attempt in run.fixtures[0].attempts]
    assert paths == [["1.txt"], ["2.txt"], ["3.txt"]]


def test_gives_every_fixture_its_own_answer_in_file_order_when_the_last_comes_first(
    begin: Begin,
) -> None:
    queries = [f"问{number}" for number in range(8)]
    run = fetched(begin(*queries, jobs=8), Backwards(queries))
    assert [fixture.attempts[0].hits[0].path for fixture in run.fixtures] == [
        f"{query}.txt" for query in queries
    ]


def test_runs_as_many_calls_at_once_as_jobs_and_never_more(begin: Begin) -> None:
    class Meeting(Answers):
        lock, together, now, most = threading.Lock(), threading.Barrier(3), 0, 0

        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            self.together.wait(10)
            with self.lock:
                self.now -= 1
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    queries = [str(number) for number in range(30)]
    retriever = Meeting(dict.fromkeys(queries, ()))
    run = fetched(begin(*queries, jobs=3), retriever)
    assert [attempt.error for [attempt] in attempts(run)] == [None] * 30
    assert retriever.most == 3


def test_ranks_hits_by_the_first_appearance_of_their_source(begin: Begin) -> None:
    retriever = Answers({"q": [hit("a.txt", "1"), hit("b.txt"), hit("a.txt", "2"), hit("c.txt")]})
    run = fetched(begin("q"), retriever)
    ranked = [(h.path, h.rank) for h in run.fixtures[0].attempts[0].hits]
    assert ranked == [("a.txt", 1), ("b.txt", 2), ("a.txt", 1), ("c.txt", 3)]


def test_keeps_an_empty_answer_as_an_answer(begin: Begin) -> None:
    run = fetched(begin("q"), Answers({"q": []}))
    assert (run.fixtures[0].attempts[0].error, run.fixtures[0].attempts[0].hits) == (None, ())


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        pytest.param(RetrievalError("no\nanswer"), "no answer", id="a RetrievalError"),
        pytest.param(ValueError("bad value"), "ValueError: bad value", id="a user's exception"),
        pytest.param(KeyError("x"), "KeyError: 'x'", id="a KeyError"),
        pytest.param(TimeoutError(), "TimeoutError", id="an exception without words"),
        pytest.param(OSError("\udcff"), "OSError: \\udcff", id="undecodable words"),
        pytest.param([{"path": "a"}], "the retriever returned a 'dict' as a hit", id="a dict"),
        pytest.param(None, "TypeError: 'NoneType' object is not iterable", id="None"),
        pytest.param(
            [Hit(None, 1.0, "x")],  # type: ignore[arg-type]
            "the retriever returned a hit whose path is a 'NoneType'",
            id="a path that is none",
        ),
        pytest.param(
            [Hit("a", 1.0, b"x")],  # type: ignore[arg-type]
            "the retriever returned a hit whose text is a 'bytes'",
            id="text that is bytes",
        ),
    ],
)
def test_keeps_a_failure_as_an_error_and_goes_on(begin: Begin, failure: object, error: str) -> None:
    run = fetched(begin("bad", "good"), Answers({"bad": failure, "good": [hit("a.txt")]}))
    [failed], [answered] = attempts(run)
    assert (failed.error, failed.hits) == (error, ())
    assert (answered.error, answered.hits[0].path) == (None, "a.txt")


def test_no_secret_is_in_what_a_run_holds_before_it_was_ever_saved(begin: Begin) -> None:
    answers = {
        "bad": RetrievalError("no answer from https://user:hunter2@host/x?api_key=abc123"),
        "good": [hit("https://user:hunter2@host/a.txt")],
    }
    [failed], [answered] = attempts(fetched(begin("bad", "good"), Answers(answers)))
    assert failed.error == "no answer from https://[redacted]@host/x?api_key=[redacted]"
    assert answered.hits[0].path == "https://[redacted]@host/a.txt"


def test_takes_a_generator_that_fails_half_way_for_a_failure(begin: Begin) -> None:
    def half() -> Iterator[Hit]:
        yield hit("a.txt")
        raise RetrievalError("connection lost")

    run = fetched(begin("q"), Answers({"q": half()}))
    assert run.fixtures[0].attempts[0].error == "connection lost"


def test_measures_every_call(begin: Begin) -> None:
    run = fetched(begin("a", "b"), Answers({"a": [], "b": RetrievalError("no")}))
    assert all(fixture.attempts[0].latency_ms > 0 for fixture in run.fixtures)


@pytest.mark.parametrize(
    "score", [pytest.param(float("nan"), id="nan"), pytest.param(float("-inf"), id="infinity")]
)
def test_keeps_no_score_that_json_lacks(begin: Begin, score: float) -> None:
    run = fetched(begin("q"), Answers({"q": [Hit("a.txt", score, "文")]}))
    assert run.fixtures[0].attempts[0].hits[0].score is None


def test_writes_out_undecodable_bytes_in_text_and_path(begin: Begin) -> None:
    begun = begin("q")
    run = fetched(begun, Answers({"q": [Hit("\udce9.txt", 1.0, "a\udc80")]}))
    assert [(h.path, h.text) for h in run.fixtures[0].attempts[0].hits] == [
        ("\\udce9.txt", "a\\udc80")
    ]
    assert load_journal(begun[0]) == run


def test_holds_equal_rankings_once(begin: Begin) -> None:
    class Fresh(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            super().retrieve(query, k, language=language, chunk_context=chunk_context)
            return [Hit("a.txt", 1.0, "".join(["长", "文"]))]

    run = fetched(begin("q", repeat=2), Fresh({"q": ()}))
    first, second = run.fixtures[0].attempts
    assert first.hits is second.hits


def test_journals_everything(begin: Begin) -> None:
    begun = begin("a", "b", repeat=2, jobs=4)
    run = fetched(begun, Answers({"a": [hit("a.txt")], "b": RetrievalError("no")}))
    assert load_journal(begun[0]) == run


def test_an_answer_is_in_the_journal_before_its_thread_makes_another_call(begin: Begin) -> None:
    folder, run = begin("a", "b", "c")

    class Reading(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            missing.append(load_journal(folder).missing)
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    missing: list[int] = []
    fetched((folder, run), Reading({"a": [], "b": RetrievalError("no"), "c": []}))
    assert missing == [3, 2, 1]


def test_a_full_disk_ends_the_run_with_what_was_journalled_before(begin: Begin) -> None:
    folder, run = begin("a", "b", "c")

    class Filling(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            if query == "b":
                size = (folder / "journal.jsonl").stat().st_size
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    retriever = Filling({"a": [], "b": [], "c": []})
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal(SIGXFSZ, SIG_IGN)
    try:
        with pytest.raises(StateError, match="can't write"):
            fetched((folder, run), retriever)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal(SIGXFSZ, ignored)
    assert [query for query, *_ in retriever.calls] == ["a", "b"]
    assert load_journal(folder).missing == 2


def test_the_first_failure_ends_the_run_where_that_is_wanted_and_no_call_begins_after_it(
    begin: Begin,
) -> None:
    folder, run = begin("a", "b", "c")
    retriever = Answers({"a": [], "b": RetrievalError("401 for ?api_key=abc123"), "c": []})
    with (
        start_journal(folder, run) as journal,
        pytest.raises(RetrievalError, match=r'^"b": 401 for \?api_key=\[redacted\]$'),
    ):
        fetch(run, retriever, journal=journal, progress=Silent(), stop_at_error=True)
    assert [query for query, *_ in retriever.calls] == ["a", "b"]
    assert load_journal(folder).missing == 2


def test_tells_the_progress_from_the_calling_thread(begin: Begin) -> None:
    watcher = Watcher()
    fetched(begin("a", "b", jobs=4), Answers({"a": [], "b": []}), watcher)
    first, *steps, last = watcher.told
    assert (first, last) == (("begin", "retrieving", 2), ("end",))
    assert sum(int(count) for _, count in steps) == 2
    assert watcher.threads == {threading.current_thread()}


def test_tells_the_progress_while_a_call_is_under_way(begin: Begin) -> None:
    told = threading.Event()

    class Telling(Watcher):
        def advance(self, steps: int = 1) -> None:
            super().advance(steps)
            told.set()

    class Waiting(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            assert query == "a" or told.wait(10)
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    watcher = Telling()
    fetched(begin("a", "b"), Waiting({"a": [], "b": []}), watcher)
    assert watcher.told[1:] == [("advance", 1), ("advance", 1), ("end",)]


def test_asks_only_for_what_the_run_lacks(begin: Begin) -> None:
    folder, run = begin("a", "b", repeat=2)
    kept = Attempt(1, 9.0, None, ())
    retriever = Answers({"a": [], "b": []})
    run = fetched((folder, with_attempts(run, {(0, 1): kept})), retriever)
    assert [query for query, *_ in retriever.calls] == ["b", "a", "b"]
    assert run.fixtures[0].attempts[0] == kept
    assert run.missing == 0


@pytest.mark.parametrize(
    "leaving",
    [
        pytest.param(SystemExit(4), id="an exit"),
        pytest.param(KeyboardInterrupt(), id="an interrupt"),
        pytest.param(GeneratorExit(), id="no Exception at all"),
    ],
)
@pytest.mark.parametrize(
    "jobs", [pytest.param(1, id="one thread"), pytest.param(3, id="three threads")]
)
def test_lets_through_what_is_no_failure_to_answer(
    begin: Begin, leaving: BaseException, jobs: int
) -> None:
    with pytest.raises(type(leaving)):
        fetched(begin("q", "r", "s", jobs=jobs), Answers(dict.fromkeys("qrs", leaving)))


def test_keeps_what_came_and_no_more_when_interrupted(begin: Begin) -> None:
    under_way, released = threading.Barrier(3), threading.Event()
    threads: set[threading.Thread] = set()

    class Impatient(Watcher):
        answered = 0

        def advance(self, steps: int = 1) -> None:
            self.answered += steps
            if self.answered == 5:
                under_way.wait(10)
                raise KeyboardInterrupt

    class Waiting(Answers):
        def retrieve(
            self, query: str, k: int, *, language: str, chunk_context: int
        ) -> Sequence[Hit]:
            threads.add(threading.current_thread())
            if int(query) >= 5:
                under_way.wait(10)
                assert released.wait(10)
            return super().retrieve(query, k, language=language, chunk_context=chunk_context)

    queries = [str(number) for number in range(100)]
    folder, run = begin(*queries, jobs=2)
    retriever = Waiting(dict.fromkeys(queries, ()))
    with start_journal(folder, run) as journal:
        with pytest.raises(KeyboardInterrupt):
            fetch(run, retriever, journal=journal, progress=Impatient())
        released.set()
        for thread in threads:
            thread.join(10)
    assert len(retriever.calls) == 7
    assert load_journal(folder).missing == 95


def test_stops_at_once_on_a_signal_while_a_call_hangs(begin: Begin, tmp_path: Path) -> None:
    folder, _ = begin("unused")
    script = tmp_path / "hang.py"
    script.write_text(
        """
import os, sys, threading
from pathlib import Path
from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.storage.journal import start_journal
from fixturetool.evaluation.run import Question, RunSettings
from fixturetool.evaluation.storage.store import begin_run
from fixturetool.progress import Progress, Silent
from datetime import datetime, UTC

class Hangs:
    def retrieve(self, query, k, *, language, chunk_context):
        if query == "1":
            return []
        print("hanging", flush=True)
        threading.Event().wait()

folder, run = begin_run(
    Path(sys.argv[1]), RunSettings(k=1, chunk_context=0, jobs=1),
    [Question("c", str(n), "CHS") for n in range(1, 9)],
    retriever={}, corpora={}, now=datetime.now(UTC))
print(folder, flush=True)
try:
    with start_journal(folder, run) as journal:
        fetch(run, Hangs(), journal=journal, progress=Silent())
except KeyboardInterrupt:
    os._exit(130)
"""
    )
    with subprocess.Popen(
        [sys.executable, script, tmp_path / "state"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert process.stdout.readline() == "hanging\n"
        process.send_signal(SIGINT)
        assert process.wait(10) == 130
    assert load_journal(folder).missing in {7, 8}
