from dataclasses import replace

import pytest

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.run import FixtureRun
from fixturetool.judge.evidence import Entry
from fixturetool.reporting.verdicts import Fate, by_facet, fate
from tests.reporting.runs import DARK, OIL, anchor, answered, asked, hit, run_of


def fate_of(fixture: FixtureRun, facet: str, *entries: Entry) -> Fate:
    [scored] = score(run_of(fixture)).fixtures
    [found] = [one for one in scored.facets if one.name == facet]
    return fate(found, fixture, entries)


def replied(step: str, verdict: str, **more: str) -> Entry:
    return Entry(step, "breadth", "CHS", OIL.question.query, "wick", verdict, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facet", "expected"),
    [
        pytest.param("oil", Fate.COVERED, id="every-scored-repeat"),
        pytest.param("salt", Fate.SOMETIMES, id="one-of-two"),
        pytest.param("wick", Fate.MISSED, id="none-and-no-judge"),
        pytest.param("ghost", Fate.UNWINNABLE, id="no-source-of-the-corpus"),
    ],
)
def test_the_squares_decide(facet: str, expected: Fate) -> None:
    assert fate_of(OIL, facet) is expected


def test_what_no_retrieval_answered_is_not_scored() -> None:
    assert fate_of(DARK, "who") is Fate.NOT_SCORED


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param([replied("find", "nothing found")], Fate.TRUE_MISS, id="nothing-found"),
        pytest.param(
            [replied("find", "found"), replied("verify", "not attested")],
            Fate.TRUE_MISS,
            id="span-turned-down",
        ),
        pytest.param([replied("find", "unscored")], Fate.UNJUDGED, id="unreadable-reply"),
        pytest.param([replied("find", "unavailable")], Fate.UNJUDGED, id="provider-down"),
        pytest.param(
            [replied("find", "unscored", prompt="p"), replied("find", "nothing found", prompt="p")],
            Fate.TRUE_MISS,
            id="a-later-try-settles-it",
        ),
        pytest.param(
            [replied("find", "found"), replied("write", "proposed")],
            Fate.FALSE_MISS,
            id="an-anchor-was-proposed",
        ),
    ],
)
def test_the_judge_tells_misses_apart(entries: list[Entry], expected: Fate) -> None:
    assert fate_of(OIL, "wick", *entries) is expected


def test_a_facet_that_only_a_judges_anchor_covers_is_rescued() -> None:
    judged = replace(anchor("鱼油点灯", "oil"), label="judge:book/灯志.txt")
    fixture = asked(
        "烧什么？", ("oil",), (anchor("烧过鱼油", "oil"), judged), answered(1, hit(1, "a.txt", 1))
    )
    assert fate_of(fixture, "oil") is Fate.RESCUED


def test_evidence_is_gathered_by_question_and_facet_in_order() -> None:
    first, second = replied("find", "found"), replied("verify", "attested")
    key = ("breadth", "CHS", OIL.question.query)
    assert by_facet([first, second]) == {(key, "wick"): [first, second]}
