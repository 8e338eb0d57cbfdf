from collections.abc import Mapping

import pytest

from fixturetool.errors import SelectionError
from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.grounding import Ground, ground
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Match,
    Question,
    Run,
    RunHit,
    RunSettings,
)
from fixturetool.fixtures.model import CategoryFile, Fixture, Passage


def passage(text: str, *covers: str) -> Passage:
    return Passage(passage=text, label=f"标签 {text}", official=True, covers=covers)


CATEGORY = CategoryFile(
    category="breadth",
    description="",
    fixtures=(
        Fixture(
            query="谁？",
            language="CHS",
            rationale="",
            expected_coverage={"who": "names him", "where": ""},
            relevant_passages=(passage("摩拉克斯", "who"), passage("the rapist", "where")),
        ),
    ),
)
GROUND = Ground(
    official={"书/甲.txt": True, "tps_x/乙.txt": False},
    holders={"摩拉克斯": ("tps_x/乙.txt", "书/甲.txt"), "the rapist": ()},
)


def hit(path: str, text: str = "别的", before: str = "", after: str = "") -> RunHit:
    return RunHit(1, path, 1.0, "", None, None, before, text, after)


def run_of(*hits: RunHit, match: Match = "source", query: str = "谁？") -> Run:
    return Run(
        schema=RUN_SCHEMA,
        id="r",
        created_at="",
        tool_version="",
        settings=RunSettings(k=5, chunk_context=0, match=match),
        retriever={},
        corpora={},
        fixtures=(
            FixtureRun(Question("breadth", query, "CHS"), {}, (), (Attempt(1, 1.0, None, hits),)),
        ),
    )


def grounded(run: Run, grounds: Mapping[str, Ground] | None = None) -> FixtureRun:
    return ground(run, [CATEGORY], grounds or {"CHS": GROUND}).fixtures[0]


def matches(*hits: RunHit, match: Match = "source") -> list[tuple[int, ...]]:
    return [found.anchors for found in grounded(run_of(*hits, match=match)).attempts[0].hits]


def test_takes_facets_and_anchors_with_the_number_of_sources_that_hold_them() -> None:
    fixture = grounded(run_of())
    assert fixture.facets == {"who": "names him", "where": ""}
    assert fixture.anchors == (
        Anchor("摩拉克斯", "标签 摩拉克斯", official=True, covers=("who",), sources=2),
        Anchor("the rapist", "标签 the rapist", official=True, covers=("where",), sources=0),
    )


@pytest.mark.parametrize(
    ("path", "official"),
    [
        pytest.param("书/甲.txt", True, id="official"),
        pytest.param("tps_x/乙.txt", False, id="third-party"),
        pytest.param("repos/书/甲.txt", None, id="no source"),
    ],
)
def test_says_of_every_hit_whether_its_source_is_official(path: str, official: bool | None) -> None:
    assert grounded(run_of(hit(path))).attempts[0].hits[0].official is official


def test_grades_the_whole_source_whatever_chunk_came_back() -> None:
    assert matches(hit("书/甲.txt", "别的")) == [(0,)]


def test_never_grades_the_text_of_a_source_in_its_place() -> None:
    assert matches(hit("书/甲.txt", "the rapist")) == [(0,)]


def test_grades_a_path_that_is_no_source_on_its_text() -> None:
    assert matches(hit("x.txt", "摩拉克斯"), hit("y.txt")) == [(0,), ()]


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        pytest.param(hit("书/甲.txt", "别的"), (), id="not in the chunk"),
        pytest.param(hit("书/甲.txt", "说摩拉克斯"), (0,), id="in the chunk"),
        pytest.param(hit("书/甲.txt", "摩拉克\n　　斯"), (0,), id="broken over lines"),
        pytest.param(hit("书/甲.txt", "克斯", before="摩拉"), (0,), id="begun in the context"),
        pytest.param(hit("书/甲.txt", "摩拉", after="克斯"), (0,), id="ended in the context"),
        pytest.param(hit("书/甲.txt", "therapist"), (), id="a word that only looks alike"),
        pytest.param(hit("书/甲.txt", "the\nrapist"), (1,), id="words broken over lines"),
        pytest.param(hit("书/甲.txt", "摩拉\u200b克斯"), (), id="a zero-width character"),
    ],
)
def test_grades_what_came_back_when_asked_for_chunks(
    chunk: RunHit, expected: tuple[int, ...]
) -> None:
    assert matches(chunk, match="chunk") == [expected]


def test_matches_no_anchor_across_two_chunks_of_a_source() -> None:
    halves = hit("书/甲.txt", "摩拉"), hit("书/甲.txt", "克斯")
    assert matches(*halves, match="chunk") == [(), ()]


def test_can_grade_a_graded_run_again() -> None:
    once = ground(run_of(hit("书/甲.txt")), [CATEGORY], {"CHS": GROUND})
    assert ground(once, [CATEGORY], {"CHS": GROUND}) == once


def test_makes_a_run_that_can_be_scored() -> None:
    run = ground(run_of(hit("书/甲.txt")), [CATEGORY], {"CHS": GROUND})
    facets = score(run).fixtures[0].facets
    assert [(f.name, f.ranks, f.winnable) for f in facets] == [
        ("who", (1,), True),
        ("where", (None,), False),
    ]


def test_refuses_a_question_that_the_fixtures_do_not_hold() -> None:
    message = r"the run asked '哪里？' \(CHS\), which category 'breadth' does not hold"
    with pytest.raises(SelectionError, match=message):
        grounded(run_of(query="哪里？"))
