"""Why retrievals of a run failed, beside its totals."""

from collections.abc import Iterator

from rich.text import Text

from fixturetool.evaluation.run import Run
from fixturetool.reporting.terminal import visible

_ROOM = 300


def first_reason(run: Run) -> str | None:
    """Return why the first retrieval that failed did so, cut where it is long; None: none did."""
    tried = (attempt for fixture in run.fixtures for attempt in fixture.attempts)
    reason = next((attempt.error for attempt in tried if attempt.error is not None), None)
    return reason if reason is None or len(reason) <= _ROOM else f"{reason[:_ROOM]}…"


def first_error(run: Run) -> Iterator[tuple[str, Text]]:
    """Yield why a retrieval failed, which a brief report tells nowhere else, and the next step.

    Args:
        run: A run; without a failed retrieval nothing is yielded.
    """
    reason = first_reason(run)
    if reason is not None:
        lane = run.settings.lane
        command = "eval-retrieval" if lane == "facets" else f"eval-{lane}"
        step = f"fixturetool {command} --resume {run.id} --retry-errors"
        yield "first error", Text(visible(reason), "red")
        yield "next step", Text(f"{step} asks again what failed")
