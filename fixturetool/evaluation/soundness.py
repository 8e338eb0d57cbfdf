"""What a run must keep to beyond the types of its fields, so that it can be scored."""

import math
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from fixturetool.evaluation.lanes.expectation import PageExpectation, PathExpectation
from fixturetool.evaluation.run import Attempt, FixtureRun, Run

MOST = 1_000_000
"""The largest k and number of repeats that can be asked for."""

_EXPECTED = {"facets": type(None), "paths": PathExpectation, "pages": PageExpectation}


def first_damage(run: Run) -> str:
    """Return where a run is damaged and how, as ``'/place': reason``, or ``""``."""
    return next(_damages(run), "")


def _damages(run: Run) -> Iterator[str]:
    if not _is_time(run.created_at):
        yield f"'/created_at': \"{run.created_at}\" is no time"
    for name, number in (("k", run.settings.k), ("repeat", run.settings.repeat)):
        if not 1 <= number <= MOST:
            yield f"'/settings/{name}': {number} is not between 1 and {MOST}"
    for position, fixture in enumerate(run.fixtures):
        if not isinstance(fixture.expected, _EXPECTED[run.settings.lane]):
            yield f"'/fixtures/{position}/expected': it is not of the lane '{run.settings.lane}'"
        for number, attempt in enumerate(fixture.attempts):
            place = f"/fixtures/{position}/attempts/{number}"
            yield from (f"'{place}/{one}" for one in _of_attempt(attempt, fixture, run))


def _of_attempt(attempt: Attempt, fixture: FixtureRun, run: Run) -> Iterator[str]:
    if not 1 <= attempt.repeat <= run.settings.repeat:
        yield f"repeat': the run has no repeat {attempt.repeat}"
    if not (math.isfinite(attempt.latency_ms) and 0 <= attempt.latency_ms < 1e12):
        yield f"latency_ms': {attempt.latency_ms} is no latency"
    for number, hit in enumerate(attempt.hits):
        if hit.rank < 1:
            yield f"hits/{number}/rank': {hit.rank} is no rank"
        if any(not 0 <= one < len(fixture.anchors) for one in hit.anchors):
            yield f"hits/{number}/anchors': the fixture has {len(fixture.anchors)} anchors"


def _is_time(text: str) -> bool:
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return True
    return False
