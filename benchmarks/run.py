"""A run of 200 fixtures beside a bare loop of the same client that makes the same calls.

Both ask a loopback server that answers after 50 ms, 32 calls at once, in processes of their own
that start the clock once everything is imported. The last line is memory: what 10,000 calls
leave beside 1,000.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Taken, report

_SECONDS = 0.05
_ROUNDS = 5


def ratios(corpus: Path, work: Path, files: int) -> Iterator[str]:  # noqa: ARG001 - one shape for all suites
    work = work / "run"
    work.mkdir(parents=True, exist_ok=True)
    with _server(_SECONDS) as url:
        pairs = [
            (_measured("run", url, work, 5), _measured("bare", url, work, 5))
            for _ in range(_ROUNDS)
        ]
    run = min((pair[0] for pair in pairs), key=lambda taken: taken.seconds)
    bare = min((pair[1] for pair in pairs), key=lambda taken: taken.seconds)
    yield report("200 fixtures x 5, 32 at once / bare loop", run, bare, 1.1)
    verdict = "ok" if run.megabytes < 200 else "OVER"
    yield f"{'memory of that run':<44} {run.megabytes:6.0f} MB (bound 200, {verdict})"
    with _server(0) as url:
        few, many = _measured("run", url, work, 5), _measured("run", url, work, 50)
    yield (
        f"{'memory after 1,000 and 10,000 calls':<44} "
        f"{few.megabytes:.0f} MB, {many.megabytes:.0f} MB"
    )


@contextmanager
def _server(seconds: float) -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.slow_server", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def _measured(what: str, url: str, work: Path, repeat: int) -> Taken:
    command = [sys.executable, "-m", "benchmarks.calls", what, url, str(work), str(repeat)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    seconds = float(process.stdout.read())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Taken(seconds, usage.ru_maxrss / 1024)
