"""A run whose fields contradict each other is damaged: it is told where, and nothing falls over."""

from dataclasses import replace

import pytest

from fixturetool.evaluation.lanes.expectation import PathExpectation
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Question,
    Run,
    RunHit,
)
from fixturetool.evaluation.run import RunSettings as Settings
from fixturetool.evaluation.soundness import first_damage

HIT = RunHit(1, "a.txt", 1.0, "", None, None, "", "文", "", anchors=(0,))
ATTEMPT = Attempt(1, 1.0, None, (HIT,))
FIXTURE = FixtureRun(
    Question("breadth", "谁？", "CHS"),
    {"a": ""},
    (Anchor("甲乙", "", True, ("a",), 1),),
    (ATTEMPT,),
)
RUN = Run(RUN_SCHEMA, "r", "2026-01-02T12:00:00Z", "0", Settings(7, 2), {}, {}, (FIXTURE,))


def with_attempt(attempt: Attempt) -> Run:
    return replace(RUN, fixtures=(replace(FIXTURE, attempts=(attempt,)),))


def with_hit(hit: RunHit) -> Run:
    return with_attempt(replace(ATTEMPT, hits=(hit,)))


def test_a_run_is_sound() -> None:
    assert first_damage(RUN) == ""


@pytest.mark.parametrize(
    ("run", "damage"),
    [
        pytest.param(
            replace(RUN, created_at="soon"), "'/created_at': \"soon\" is no time", id="time"
        ),
        pytest.param(
            replace(RUN, settings=Settings(0, 2)),
            "'/settings/k': 0 is not between 1 and 1000000",
            id="no-k",
        ),
        pytest.param(
            replace(RUN, settings=Settings(7, 2, repeat=10**9)),
            "'/settings/repeat': 1000000000 is not between 1 and 1000000",
            id="endless-repeats",
        ),
        pytest.param(
            replace(RUN, settings=Settings(7, 2, lane="paths")),
            "'/fixtures/0/expected': it is not of the lane 'paths'",
            id="another-lane",
        ),
        pytest.param(
            replace(RUN, fixtures=(replace(FIXTURE, expected=PathExpectation(())),)),
            "'/fixtures/0/expected': it is not of the lane 'facets'",
            id="an-expectation-of-another-lane",
        ),
        pytest.param(
            with_attempt(replace(ATTEMPT, repeat=2)),
            "'/fixtures/0/attempts/0/repeat': the run has no repeat 2",
            id="repeat",
        ),
        pytest.param(
            with_attempt(replace(ATTEMPT, latency_ms=float("nan"))),
            "'/fixtures/0/attempts/0/latency_ms': nan is no latency",
            id="latency",
        ),
        pytest.param(
            with_hit(replace(HIT, rank=0)),
            "'/fixtures/0/attempts/0/hits/0/rank': 0 is no rank",
            id="rank",
        ),
        pytest.param(
            with_hit(replace(HIT, anchors=(1,))),
            "'/fixtures/0/attempts/0/hits/0/anchors': the fixture has 1 anchors",
            id="anchor",
        ),
    ],
)
def test_what_can_not_be_scored_is_damage(run: Run, damage: str) -> None:
    assert first_damage(run) == damage
