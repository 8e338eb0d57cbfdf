"""What a system searched in place of queries, over all that was saved."""

from collections.abc import Iterable, Mapping

from fixturetool.evaluation.run import Attempt, FixtureRun, Run

Rewrites = Mapping[tuple[str, str], tuple[str, ...]]
"""Fixture language and query to what was searched in place of the query, each once."""


def rewrites_of(runs: Iterable[Run]) -> Rewrites:
    """Return the rewrites of the queries of some runs, in the order in which they were made."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for run in runs:
        for fixture in run.fixtures:
            made = found.setdefault((fixture.question.language, fixture.question.query), {})
            made.update(dict.fromkeys(distinct_rewrites(fixture)))
    return {asked: tuple(made) for asked, made in found.items() if made}


def distinct_rewrites(fixture: FixtureRun) -> tuple[str, ...]:
    """Return what was searched in place of a fixture's query, each once, by repeat."""
    return tuple(dict.fromkeys(filter(None, map(_rewrite, fixture.attempts))))


def _rewrite(attempt: Attempt) -> str:
    return attempt.rewrite
