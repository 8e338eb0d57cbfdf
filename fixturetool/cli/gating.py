"""``--baseline RUN --fail-on-regression``: a new run, held against an earlier one."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from fixturetool.cli.exits import NO, YES
from fixturetool.cli.resuming import find_run
from fixturetool.errors import UsageError
from fixturetool.evaluation.storage.store import load_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fixturetool.evaluation.run import Run, RunSettings
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Gate:
    """What a run is held against.

    Attributes:
        folder: The folder of the baseline.
        baseline: The baseline.
        fail: Whether a regression closes the gate.
    """

    folder: Path
    baseline: Run
    fail: bool

    def check(self, asked: RunSettings) -> None:
        """Refuse, before anything is asked, what could not be compared afterwards.

        Raises:
            UsageError: The lane, k or the match mode is not that of the baseline.
        """
        then = self.baseline.settings
        reasons = [
            f"{name} is '{getattr(then, name)}' there and '{getattr(asked, name)}' here"
            for name in ("lane", "k", "match")
            if getattr(then, name) != getattr(asked, name)
        ]
        if reasons:
            raise UsageError(
                f"run '{self.baseline.id}' can't be the baseline: {'; '.join(reasons)}",
                hint="run as the baseline did, or name another one",
            )

    def pass_through(
        self, folder: Path, settings: Settings, progress: Progress, output_format: str
    ) -> int:
        """Show the comparison, and return the exit code.

        Beside a machine format it goes to standard error.

        Raises:
            FixturetoolError: The runs can't be compared.
        """
        from fixturetool.cli.comparing import compare_folders
        from fixturetool.reporting.comparison.as_console import write_comparison

        comparison = compare_folders(self.folder, folder, settings, progress)
        out = sys.stdout if output_format == "text" else sys.stderr
        out.write("\n")
        write_comparison(comparison, out)
        return NO if self.fail and comparison.regressed else YES


def baseline_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--baseline`` and ``--fail-on-regression``; the command receives ``gate`` or None.

    It stands below ``settings_options``.
    """

    @click.option("--baseline", metavar="RUN", help="Compare with an earlier run: name or folder.")
    @click.option(
        "--fail-on-regression",
        is_flag=True,
        help="With --baseline: exit with 1 when it is worse by more than noise, or may be.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        baseline: str | None,
        fail_on_regression: bool,
        settings: Settings,
        **kwargs: object,
    ) -> R:
        if fail_on_regression and baseline is None:
            raise UsageError(
                "--fail-on-regression needs a run to compare with", hint="name it with --baseline"
            )
        gate = None
        if baseline is not None:
            folder = find_run(baseline, settings.paths.state, "facets")
            gate = Gate(folder, load_run(folder), fail_on_regression)
        return command(*args, settings=settings, gate=gate, **kwargs)

    return wrapper
