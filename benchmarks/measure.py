"""Run whole processes and compare what they took."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(sys.executable).parent
FIXTURETOOL = str(SCRIPTS / "fixturetool")
RG = str(SCRIPTS / "rg")


@dataclass(frozen=True, slots=True)
class Taken:
    """What one process took: wall time in seconds, peak resident memory in megabytes."""

    seconds: float
    megabytes: float


def run(command: Sequence[str], cwd: Path, *, allowed: Sequence[int] = (0, 1)) -> Taken:
    """Run a command to its end; its output goes nowhere.

    Memory is the peak of the process or of its largest child, whichever is more.

    Raises:
        RuntimeError: It ended with a status that is not allowed.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Taken(seconds, usage.ru_maxrss / 1024)


def best(command: Sequence[str], cwd: Path, times: int) -> Taken:
    """Return the fastest of several runs, the one that noise touched least."""
    return min((run(command, cwd) for _ in range(times)), key=lambda taken: taken.seconds)


def best_pair(
    left: Sequence[str], right: Sequence[str], cwd: Path, times: int
) -> tuple[Taken, Taken]:
    """Return the fastest run of each of two commands, run in turns so that both meet the noise."""
    pairs = [(run(left, cwd), run(right, cwd)) for _ in range(times)]
    return (
        min((pair[0] for pair in pairs), key=lambda taken: taken.seconds),
        min((pair[1] for pair in pairs), key=lambda taken: taken.seconds),
    )


def report(name: str, measured: Taken, base: Taken, bound: float) -> str:
    """Return one line: the ratio, the bound, both times and the peak memory."""
    ratio = measured.seconds / base.seconds
    verdict = "ok" if ratio <= bound else "OVER"
    return (
        f"{name:<44} {ratio:6.2f} x  (bound {bound:g}, {verdict})  "
        f"{measured.seconds:.2f} s / {base.seconds:.2f} s, {measured.megabytes:.0f} MB"
    )
