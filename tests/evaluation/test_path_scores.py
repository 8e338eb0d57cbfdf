import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.evaluation.lanes.path_scores import percentile_up, score_paths
from tests.evaluation.lanes import attempt, entry, hit, paths, run

VACUOUS = "it expects nothing"


def test_uninformative_entries_are_counted_and_in_no_mean() -> None:
    scores = score_paths(
        run(
            "paths",
            entry(paths("a"), attempt(hit("b")), question="miss"),
            entry(paths(uninformative=VACUOUS), attempt(hit("a")), question="vacuous 1"),
            entry(paths("a"), attempt(hit("a")), question="hit"),
            entry(paths("a", uninformative=VACUOUS), attempt(hit("a")), question="vacuous 2"),
        )
    )
    totals = scores.totals
    assert (totals.total, totals.uninformative, totals.scored) == (4, 2, 2)
    assert totals.means["Success@1"] == 0.5
    assert totals.means["RR"] == 0.5


def test_without_an_informative_entry_there_is_no_mean() -> None:
    totals = score_paths(run("paths", entry(paths(uninformative=VACUOUS), attempt()))).totals
    assert set(totals.means.values()) == {None}


def test_a_failed_entry_is_an_error_and_in_no_mean() -> None:
    totals = score_paths(
        run(
            "paths",
            entry(paths("a"), attempt(hit("a")), question="1"),
            entry(paths("a"), attempt(error="busy"), question="2"),
        )
    ).totals
    assert (totals.scored, totals.errors, totals.means["RR"]) == (1, 1, 1.0)


def test_an_entry_weighs_the_same_however_often_it_was_answered() -> None:
    totals = score_paths(
        run(
            "paths",
            entry(paths("a"), attempt(hit("a")), attempt(hit("a"), repeat=2), question="1"),
            entry(paths("a"), attempt(hit("b")), attempt(repeat=2, error="busy"), question="2"),
            repeat=2,
        )
    ).totals
    assert totals.means["RR"] == 0.5


def test_each_tag_has_its_totals() -> None:
    scores = score_paths(
        run(
            "paths",
            entry(paths("a"), attempt(hit("a")), question="1", tags=["x", "y"]),
            entry(paths("a"), attempt(hit("b")), question="2", tags=["x"]),
        )
    )
    assert {tag: totals.means["RR"] for tag, totals in scores.tags.items()} == {"x": 0.5, "y": 1.0}


@pytest.mark.parametrize(
    ("count", "share", "position"),
    [
        pytest.param(1, 0.5, 0, id="one value"),
        pytest.param(2, 0.5, 1, id="the larger of two"),
        pytest.param(3, 0.5, 1, id="the middle of three"),
        pytest.param(25, 0.95, 23, id="the 24th of 25"),
    ],
)
def test_percentiles_are_those_of_the_public_system(
    count: int, share: float, position: int
) -> None:
    values = [float(number) for number in range(count)]
    assert percentile_up(values, share) == values[position]


def test_the_percentile_of_nothing_is_0() -> None:
    assert percentile_up([], 0.5) == 0.0


def test_latencies_are_those_of_every_answered_retrieval() -> None:
    totals = score_paths(
        run(
            "paths",
            entry(paths("a"), attempt(hit("a"), ms=1.0), question="1"),
            entry(paths(uninformative=VACUOUS), attempt(ms=9.0), question="2"),
            entry(paths("a"), attempt(error="busy", ms=99.0), question="3"),
        )
    ).totals
    assert (totals.latency_p50_ms, totals.latency_p95_ms) == (9.0, 9.0)


@given(st.lists(st.floats(0, 1e6), min_size=1), st.floats(0, 1))
def test_a_percentile_is_one_of_the_values(values: list[float], share: float) -> None:
    assert percentile_up(sorted(values), share) in values
