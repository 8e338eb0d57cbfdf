"""Make 200 calls, repeated, and print the seconds that took: as a run, or in a bare loop.

``python -m benchmarks.calls run|bare URL STATE_FOLDER REPEAT``
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from fixturetool.evaluation.fetch import fetch
from fixturetool.evaluation.run import Question, RunSettings
from fixturetool.evaluation.storage.journal import start_journal
from fixturetool.evaluation.storage.store import begin_run
from fixturetool.progress import Silent
from fixturetool.retrieval.http import HttpRetriever
from fixturetool.settings.retriever import HttpSettings

_FIXTURES = 200
_JOBS = 32
_QUERIES = [f"第{number}问：灯塔的灯烧过什么？" for number in range(_FIXTURES)]


def _client(url: str) -> HttpRetriever:
    return HttpRetriever(
        HttpSettings(base_url=url, corpus_id="CHS"), {}, timeout_seconds=120.0, connections=_JOBS
    )


def _bare(url: str, repeat: int) -> float:
    client = _client(url)

    def ask(query: str) -> int:
        return len(client.retrieve(query, 7, language="CHS", chunk_context=0))

    started = time.perf_counter()
    with ThreadPoolExecutor(_JOBS) as pool:
        for found in pool.map(ask, _QUERIES * repeat):
            assert found
    return time.perf_counter() - started


def _run(url: str, state: Path, repeat: int) -> float:
    folder, run = begin_run(
        state,
        RunSettings(k=7, chunk_context=0, repeat=repeat, jobs=_JOBS),
        [Question("bench", query, "CHS") for query in _QUERIES],
        retriever={"name": "http"},
        corpora={},
        now=datetime.now(UTC),
    )
    client = _client(url)
    with start_journal(folder, run) as journal:
        started = time.perf_counter()
        done = fetch(run, client, journal=journal, progress=Silent())
        seconds = time.perf_counter() - started
    assert not any(attempt.error for fixture in done.fixtures for attempt in fixture.attempts)
    return seconds


def main() -> None:
    what, url, state, repeat = sys.argv[1:]
    taken = _bare(url, int(repeat)) if what == "bare" else _run(url, Path(state), int(repeat))
    print(taken)


if __name__ == "__main__":
    main()
