import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.errors import StateError
from fixturetool.evaluation.coverage import percentile, score
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Question,
    Run,
    RunHit,
    RunSettings,
)
from fixturetool.evaluation.scores import FixtureScore, Summary

# A ranking is written as the anchors that match at each rank: [[0], [], [0, 1]].
FACETS = {"who": "", "where": "", "when": ""}
ANCHORS = (
    Anchor("甲", "", official=True, covers=("who",), sources=3),
    Anchor("乙", "", official=True, covers=("who", "where"), sources=1),
    Anchor("丙", "", official=True, covers=("when",), sources=2),
)


def hit(rank: int, anchors: Sequence[int] = (), *, official: bool | None = True) -> RunHit:
    return RunHit(rank, f"{rank}.txt", 1.0, "", None, None, "", "文", "", official, tuple(anchors))


def answered(ranking: Sequence[Sequence[int]], repeat: int = 1, latency: float = 1.0) -> Attempt:
    hits = tuple(hit(rank, anchors) for rank, anchors in enumerate(ranking, start=1))
    return Attempt(repeat, latency, None, hits)


def failed(repeat: int = 1) -> Attempt:
    return Attempt(repeat, 50.0, "the server answered 503", ())


def asked(
    *attempts: Attempt,
    query: str = "谁？",
    category: str = "breadth",
    facets: Mapping[str, str] = FACETS,
    anchors: tuple[Anchor, ...] = ANCHORS,
) -> FixtureRun:
    return FixtureRun(Question(category, query, "CHS"), facets, anchors, attempts)


def run_of(*fixtures: FixtureRun, k: int = 5, repeat: int = 1) -> Run:
    return Run(
        schema=RUN_SCHEMA,
        id="r",
        created_at="2026-01-02T12:00:00Z",
        tool_version="0",
        settings=RunSettings(k=k, chunk_context=0, repeat=repeat),
        retriever={},
        corpora={},
        fixtures=fixtures,
    )


def scored(*attempts: Attempt, k: int = 5, anchors: tuple[Anchor, ...] = ANCHORS) -> FixtureScore:
    run = run_of(asked(*attempts, anchors=anchors), k=k, repeat=len(attempts))
    return score(run).fixtures[0]


def test_ranks_a_facet_by_the_first_source_that_holds_any_of_its_anchors() -> None:
    who, where, when = scored(answered([[], [1], [0]])).facets
    assert (who.ranks, where.ranks, when.ranks) == ((2,), (2,), (None,))


def test_counts_the_facets_that_each_repeat_covers() -> None:
    fixture = scored(answered([[0]], 1), answered([[1], [2]], 2))
    assert fixture.coverage == (1, 3)
    assert fixture.mean_coverage == 2
    assert fixture.coverage_rate == 2 / 3


def test_takes_hit_rate_and_median_rank_over_the_scored_repeats() -> None:
    fixture = scored(
        answered([[0]], 1),
        answered([[], [], [], [0]], 2),
        answered([[2]], 3),
        failed(4),
    )
    who = fixture.facets[0]
    assert (who.ranks, who.hit_rate, who.median_rank) == ((1, 4, None), 2 / 3, 1)


@pytest.mark.parametrize(
    ("ranks", "median"),
    [
        pytest.param([3], 3, id="one"),
        pytest.param([1, 2, 9], 2, id="the middle of three"),
        pytest.param([1, 4], 1, id="the lower of two"),
    ],
)
def test_takes_a_median_that_is_a_rank(ranks: list[int], median: int) -> None:
    attempts = [
        answered([[]] * (rank - 1) + [[0]], repeat) for repeat, rank in enumerate(ranks, start=1)
    ]
    assert scored(*attempts, k=9).facets[0].median_rank == median


def test_misses_only_what_every_scored_repeat_missed() -> None:
    fixture = scored(answered([[0]], 1), answered([[1]], 2), failed(3))
    assert fixture.missed == ("when",)


def test_tells_a_facet_that_no_source_of_the_corpus_can_cover() -> None:
    anchors = (*ANCHORS[:2], replace(ANCHORS[2], sources=0))
    fixture = scored(answered([[0]]), anchors=anchors)
    assert [facet.winnable for facet in fixture.facets] == [True, True, False]


def test_leaves_sources_beyond_k_out() -> None:
    fixture = scored(answered([[], [0], [2]]), k=2)
    assert fixture.coverage == (1,)
    assert [source.rank for source in fixture.rankings[0].sources] == [1, 2]


def test_folds_the_chunks_of_a_source() -> None:
    ranking = Attempt(1, 1.0, None, (hit(1, [0]), hit(1, [0, 2]), hit(2, [0])))
    fixture = scored(ranking, k=2)
    assert fixture.coverage == (2,)
    assert [(source.rank, source.facets) for source in fixture.rankings[0].sources] == [
        (1, ("who", "when")),
        (2, ("who",)),
    ]


def test_averages_the_sources_that_match_an_anchor() -> None:
    fixture = scored(answered([[0], [0], [0, 1]], 1), answered([[0]], 2))
    assert [anchor.mean_sources for anchor in fixture.anchors] == [2, 0.5, 0]
    assert fixture.matching_sources == 2


def test_draws_the_curve_over_the_cutoffs() -> None:
    fixture = scored(answered([[0], [], [1, 2]], 1), answered([[], [2]], 2), k=4)
    assert fixture.curve == (1 / 6, 2 / 6, 4 / 6, 4 / 6)


def test_never_averages_over_what_failed() -> None:
    half = run_of(
        asked(answered([[0, 1, 2]]), query="1"),
        asked(answered([[]]), query="2"),
        asked(failed(), query="3"),
        asked(failed(), query="4"),
    )
    summary = score(half).summary
    assert (summary.queries, summary.scored, summary.errors) == (4, 2, 2)
    assert (summary.facets, summary.covered, summary.coverage_rate) == (6, 3, 0.5)


def test_counts_every_retrieval_that_failed_but_scores_what_was_answered() -> None:
    summary = score(run_of(asked(failed(1), answered([[0, 1, 2]], 2), failed(3)))).summary
    assert (summary.queries, summary.scored, summary.errors) == (1, 1, 2)
    assert summary.coverage_rate == 1


def test_has_no_rate_when_nothing_was_answered() -> None:
    coverage = score(run_of(asked(failed())))
    fixture, summary = coverage.fixtures[0], coverage.summary
    assert (fixture.coverage_rate, fixture.mean_coverage, fixture.missed) == (None, None, ())
    assert (fixture.facets[0].hit_rate, fixture.facets[0].median_rank) == (None, None)
    assert (summary.coverage_rate, summary.mean_query_coverage_rate) == (None, None)
    assert (summary.facets, summary.curve, summary.latency_p95_ms) == (0, (), None)


def test_scores_an_empty_ranking_0_and_flags_it() -> None:
    coverage = score(run_of(asked(answered([])), asked(answered([[0]]), query="b")))
    assert coverage.fixtures[0].coverage == (0,)
    assert coverage.fixtures[0].rankings[0].empty
    assert (coverage.summary.empty, coverage.summary.scored) == (1, 2)
    assert coverage.fixtures[1].coverage == (1,)


def test_adds_hit_rates_up_so_that_repeats_change_no_scale() -> None:
    summary = score(
        run_of(asked(answered([[0]], 1), answered([[1]], 2), answered([[2]], 3), answered([], 4)))
    ).summary
    assert (summary.covered, summary.facets) == (1.0, 3)
    assert summary.coverage_rate == float(Fraction(1, 3))


def test_averages_micro_over_facets_and_macro_over_queries() -> None:
    one = {"who": ""}
    summary = score(
        run_of(
            asked(answered([[0]]), query="1", facets=one, anchors=ANCHORS[:1]),
            asked(answered([[]]), query="2"),
            asked(answered([[2]]), query="3"),
        )
    ).summary
    assert summary.coverage_rate == 2 / 7
    assert summary.mean_query_coverage_rate == pytest.approx((1 + 0 + 1 / 3) / 3)
    assert summary.median_query_coverage_rate == 1 / 3


def test_counts_retrieved_paths_that_are_no_sources() -> None:
    ranking = Attempt(1, 1.0, None, (hit(1, [0], official=None), hit(2)))
    assert score(run_of(asked(ranking))).summary.unresolved == 1


def test_takes_latencies_from_what_was_answered() -> None:
    fixtures = [asked(answered([], latency=float(ms)), query=str(ms)) for ms in range(1, 21)]
    summary = score(run_of(*fixtures, asked(failed(), query="failed"))).summary
    assert (summary.latency_p50_ms, summary.latency_p95_ms) == (10.0, 19.0)


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        pytest.param([], 50, None, id="no value"),
        pytest.param([7.0], 95, 7.0, id="one value"),
        pytest.param([1.0, 2.0], 50, 1.0, id="half of two"),
        pytest.param([1.0, 2.0], 95, 2.0, id="most of two"),
        pytest.param([1.0, 2.0, 3.0], 100, 3.0, id="all"),
    ],
)
def test_takes_percentiles_by_nearest_rank(
    values: list[float], percent: int, expected: float | None
) -> None:
    assert percentile(values, percent) == expected


def test_sums_every_category_up() -> None:
    coverage = score(
        run_of(
            asked(answered([[0]]), query="1"),
            asked(failed(), query="2", category="precision"),
        )
    )
    assert list(coverage.categories) == ["breadth", "precision"]
    assert coverage.categories["breadth"].covered == 1
    assert coverage.categories["precision"].errors == 1


def test_refuses_a_run_that_was_never_graded() -> None:
    with pytest.raises(StateError, match="run 'r' was never graded on '谁？'"):
        score(run_of(asked(answered([]), facets={}, anchors=())))


RANKINGS = st.lists(st.lists(st.integers(0, 2), max_size=2), max_size=4)
ATTEMPTS = st.lists(st.one_of(st.none(), RANKINGS), min_size=1, max_size=3)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    fixtures = [
        asked(
            *(
                failed(repeat) if ranking is None else answered(ranking, repeat)
                for repeat, ranking in enumerate(draw(ATTEMPTS), start=1)
            ),
            query=str(number),
        )
        for number in range(draw(st.integers(1, 3)))
    ]
    return run_of(*fixtures, k=draw(st.integers(1, 6)))


@given(runs())
def test_keeps_every_rate_between_0_and_1(run: Run) -> None:
    coverage = score(run)
    rates = [
        coverage.summary.coverage_rate,
        coverage.summary.mean_query_coverage_rate,
        coverage.summary.median_query_coverage_rate,
        *coverage.summary.curve,
        *(fixture.coverage_rate for fixture in coverage.fixtures),
        *(facet.hit_rate for fixture in coverage.fixtures for facet in fixture.facets),
    ]
    assert all(rate is None or 0 <= rate <= 1 for rate in rates)


def test_draws_a_curve_to_a_cutoff_of_a_million() -> None:
    curve = scored(answered([[0], [], [1]]), k=1_000_000).curve
    assert (curve[:4], curve[-1]) == ((1 / 3, 1 / 3, 2 / 3, 2 / 3), 2 / 3)
    assert len(curve) == 1_000_000


@given(runs())
def test_draws_curves_that_never_fall_and_end_at_the_coverage_rate(run: Run) -> None:
    coverage = score(run)
    parts: list[Summary | FixtureScore] = [coverage.summary, *coverage.fixtures]
    for part in parts:
        curve = list(part.curve)
        assert curve == sorted(curve)
        assert not curve or curve[-1] == part.coverage_rate


@given(runs())
def test_takes_a_failure_for_no_miss(run: Run) -> None:
    kept = replace(
        run,
        fixtures=tuple(
            replace(one, attempts=tuple(a for a in one.attempts if a.error is None))
            for one in run.fixtures
        ),
    )
    with_errors, without = score(run).summary, score(kept).summary
    assert replace(with_errors, errors=0) == without


@given(runs(), st.randoms(use_true_random=False))
def test_never_gains_from_hits_that_come_twice(run: Run, rng: random.Random) -> None:
    def doubled(attempt: Attempt) -> Attempt:
        hits = [*attempt.hits, *rng.choices(attempt.hits, k=3)] if attempt.hits else []
        return replace(attempt, hits=tuple(hits))

    twice = replace(
        run,
        fixtures=tuple(
            replace(one, attempts=tuple(map(doubled, one.attempts))) for one in run.fixtures
        ),
    )
    assert score(twice) == score(run)
