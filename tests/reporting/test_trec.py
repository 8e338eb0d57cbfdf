"""What ir_measures makes of a run and its qrels is what fixturetool makes of the run."""

from io import StringIO

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, Measure, P, R, StRecall

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.lanes.expectation import PathExpectation
from fixturetool.evaluation.measured import measured
from fixturetool.evaluation.run import Attempt, FixtureRun, Run
from fixturetool.exchange.trec_names import decoded, encoded, topic_name, topic_parts
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.formats.trec import render_trec_qrels, render_trec_run
from tests.reporting.runs import MIXED, OIL, anchor, answered, asked, entry, failed, hit, run_of


def measured_by_trec(run: Run, *measures: Measure) -> dict[tuple[str, str], float]:
    qrels = list(ir_measures.read_trec_qrels(StringIO(render_trec_qrels(Report(run)))))  # type: ignore[no-untyped-call]
    ranked = list(ir_measures.read_trec_run(StringIO(render_trec_run(Report(run)))))  # type: ignore[no-untyped-call]
    found = ir_measures.iter_calc(list(measures), qrels, ranked)
    return {(one.query_id, str(one.measure)): one.value for one in found}


def by_coverage(run: Run, cutoff: int) -> dict[tuple[str, str], float]:
    expected = {}
    for fixture in score(run).fixtures:
        repeats = [one.repeat for one in fixture.rankings if one.error is None]
        for position, repeat in enumerate(repeats):
            ranks = [facet.ranks[position] for facet in fixture.facets]
            covered = sum(rank is not None and rank <= cutoff for rank in ranks)
            name = topic_name(*fixture.question.key)
            topic = f"{name}#{repeat}" if run.settings.repeat > 1 else name
            expected[topic, f"StRecall@{cutoff}"] = covered / len(ranks)
    return expected


PATHS = st.sampled_from(["书/立 契.txt", "b/100%.txt", "c#1.txt", "d\u3000.txt", "e.txt", "f.txt"])


@st.composite
def attempts(draw: st.DrawFn, repeat: int) -> Attempt:
    if draw(st.integers(0, 5)) == 0:
        return failed(repeat)
    paths = draw(st.lists(PATHS, unique=True, max_size=5))
    return answered(
        repeat,
        *(
            hit(rank, path, *sorted(draw(st.sets(st.integers(0, 2)))))
            for rank, path in enumerate(paths, start=1)
        ),
    )


@st.composite
def runs(draw: st.DrawFn) -> Run:
    repeats = draw(st.integers(1, 3))

    def fixture(query: str) -> FixtureRun:
        own = draw(st.integers(1, 3))
        anchors = [anchor(str(n), f"facet {n % own}") for n in range(3)]
        made = [draw(attempts(repeat)) for repeat in range(1, repeats + 1)]
        return asked(query, [f"facet {n}" for n in range(own)], anchors, *made)

    return run_of(*(fixture(query) for query in ("谁 守灯？", "50% off #1")), k=4)


@settings(max_examples=40, deadline=None)
@given(run=runs(), cutoff=st.integers(1, 4))
def test_strecall_is_the_coverage_rate_of_each_retrieval(run: Run, cutoff: int) -> None:
    expected = by_coverage(run, cutoff)
    found = measured_by_trec(run, StRecall @ cutoff) if expected else {}
    assert found == pytest.approx(expected)


def test_the_mean_is_the_mean_query_coverage_rate() -> None:
    run = run_of(
        asked(
            "甲？", ("a", "b"), (anchor("1", "a"), anchor("2", "b")), answered(1, hit(1, "x", 0))
        ),
        asked("乙？", ("a",), (anchor("1", "a"),), answered(1, hit(1, "x", 0))),
        asked("丙？", ("a",), (anchor("1", "a"),), answered(1)),
    )
    values = measured_by_trec(run, StRecall @ 3).values()
    assert sum(values) / 3 == score(run).summary.mean_query_coverage_rate == 0.5


def test_a_facet_that_nothing_covers_has_a_sentinel_line() -> None:
    lines = render_trec_qrels(Report(MIXED)).splitlines()
    assert "breadth/CHS/灯塔的灯烧过什么？#2 wick %nowhere 1" in lines


def test_a_failed_retrieval_is_in_neither_file() -> None:
    both = render_trec_run(Report(MIXED)) + render_trec_qrels(Report(MIXED))
    assert "#3 " not in both
    assert "谁守灯" not in both


def test_white_space_in_a_path_is_percent_encoded() -> None:
    run = run_of(
        asked("甲？", ("a",), (anchor("1", "a"),), answered(1, hit(1, "书/立 契%.txt", 0)))
    )
    assert render_trec_run(Report(run)) == "breadth/CHS/甲？ Q0 书/立%20契%25.txt 1 1 noisy\n"


def test_in_the_path_lane_trec_eval_gives_the_lanes_scores() -> None:
    run = run_of(
        entry(
            "在哪？",
            PathExpectation(("a.txt", "b.txt")),
            answered(1, hit(1, "c.txt"), hit(2, "a.txt"), hit(3, "b.txt")),
        ),
        lane="paths",
    )
    found = measured_by_trec(run, RR, P @ 5, R @ 5)
    [row] = measured(run)
    expected = {("harbour//在哪？", name): row.values[name][0] for name in ("RR", "P@5", "R@5")}
    assert found == pytest.approx(expected)


@given(name=st.text(st.characters(exclude_categories=["Cs"])))
def test_an_encoded_name_is_one_column_and_comes_back(name: str) -> None:
    assert encoded(name).split() == ([encoded(name)] if name else [])
    assert decoded(encoded(name)) == name


@given(parts=st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]))] * 3))
def test_a_topics_name_gives_its_parts_back(parts: tuple[str, str, str]) -> None:
    assert topic_parts(topic_name(*parts)) == parts


def test_repeats_are_topics_of_their_own() -> None:
    topics = {line.split()[0] for line in render_trec_run(Report(run_of(OIL))).splitlines()}
    assert topics == {f"breadth/CHS/灯塔的灯烧过什么？#{repeat}" for repeat in (1, 2)}
