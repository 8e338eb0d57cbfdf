from collections.abc import Mapping
from dataclasses import replace

import pytest

from fixturetool.errors import SelectionError, UsageError
from fixturetool.evaluation.compare import Comparison, compare, compare_runs
from fixturetool.evaluation.comparing.configuration import configuration_changes
from fixturetool.evaluation.comparing.estimate import Verdict, estimate
from fixturetool.evaluation.comparing.side import side_of_run
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.storage.layout import JSON
from fixturetool.reporting.comparison.wording import details, sentence
from tests.evaluation.graded import fixture, run

KEY = ("breadth", "CHS", "谁？")


def compared(base: Run, current: Run) -> Comparison:
    return compare(side_of_run(base), side_of_run(current))


def test_names_what_got_worse_and_better_the_largest_loss_first() -> None:
    comparison = compared(
        run(fixture("甲", "abcd"), fixture("乙", "abcd"), fixture("丙", "a"), fixture("丁", "a")),
        run(fixture("甲", "abc"), fixture("乙", "a"), fixture("丙", "abcd"), fixture("丁", "a")),
    )
    assert [(one.query, one.difference) for one in comparison.worse] == [
        ("乙", -0.75),
        ("甲", -0.25),
    ]
    assert [(one.query, one.difference) for one in comparison.better] == [("丙", 0.75)]
    assert comparison.estimate.same == 1
    assert comparison.estimate.difference == pytest.approx(-0.0625)


def test_matches_by_category_language_and_query_whatever_the_order() -> None:
    one = fixture("谁？", "abcd")
    other = fixture("谁？", "a", category="precision")
    third = fixture("谁？", "ab", language="ENG")
    corpora = {"CHS": "f1", "ENG": "f2"}
    comparison = compared(
        run(one, other, third, corpora=corpora), run(third, one, other, corpora=corpora)
    )
    assert comparison.estimate.verdict is Verdict.SAME
    assert comparison.estimate.queries == 3


def test_lists_apart_what_one_run_alone_asked() -> None:
    comparison = compared(
        run(fixture("甲", "a"), fixture("乙", "a")), run(fixture("乙", "a"), fixture("丙", "a"))
    )
    assert comparison.matched.only_base == (("breadth", "CHS", "甲"),)
    assert comparison.matched.only_current == (("breadth", "CHS", "丙"),)
    assert comparison.estimate.queries == 1


def test_leaves_out_what_no_run_could_answer_and_what_failed() -> None:
    comparison = compared(
        run(fixture("甲", "a"), fixture("乙", "", sources=0), fixture("丙", "a")),
        run(fixture("甲", "a"), fixture("乙", "", sources=0), fixture("丙", None)),
    )
    assert comparison.matched.uninformative == (("breadth", "CHS", "乙"),)
    assert comparison.matched.unscored == (("breadth", "CHS", "丙"),)
    assert comparison.estimate.queries == 1
    assert "1 retrieval of '20260102T120000Z-001' failed" in comparison.warnings


def test_a_query_whose_sources_left_the_corpus_counts() -> None:
    comparison = compared(run(fixture("甲", "abcd")), run(fixture("甲", "", sources=0)))
    assert [one.query for one in comparison.worse] == ["甲"]


def test_names_the_facets_that_were_lost_and_the_sources_that_covered_them() -> None:
    comparison = compared(run(fixture("甲", "ab", "ab", "abc")), run(fixture("甲", "a", "a", "ad")))
    [query] = comparison.worse
    assert {one.name: (one.base.hits, one.current.hits) for one in query.lost} == {
        "b": (3, 0),
        "c": (1, 0),
    }
    assert query.lost[0].lost_sources == ("b.txt",)
    assert [one.name for one in query.gained] == ["d"]
    assert query.lost[0].intervals == (None, None)
    assert query.lost[1].intervals[0] is not None


@pytest.mark.parametrize(
    ("base", "current", "steady"),
    [
        pytest.param(("ab",), ("a",), None, id="one repeat each"),
        pytest.param(("ab", "ab"), ("a", "a"), True, id="every repeat"),
        pytest.param(("ab", "a"), ("a", "a"), False, id="some repeats"),
    ],
)
def test_tells_whether_a_change_holds_in_every_repeat(
    base: tuple[str, ...], current: tuple[str, ...], steady: bool | None
) -> None:
    comparison = compared(run(fixture("甲", *base)), run(fixture("甲", *current)))
    assert [one.steady for one in comparison.matched.queries] == [steady]


@pytest.mark.parametrize(
    ("current", "counts"),
    [
        pytest.param((("a", "a"), ("abc", "abc"), ("a", "ab")), (1, 1), id="each way"),
        pytest.param((("ab", "ab"), ("ab", "ab"), ("ab", "ab")), (0, 0), id="the same"),
        pytest.param((("a", "ab"), ("ab", "b"), ("ab", "abc")), (0, 0), id="some repeats"),
        pytest.param((("a", None), ("ab", "ab"), ("ab", "ab")), (1, 0), id="a failed repeat"),
    ],
)
def test_counts_the_queries_that_moved_in_every_repeat(
    current: tuple[tuple[str | None, ...], ...], counts: tuple[int, int]
) -> None:
    names = ("甲", "乙", "丙")
    comparison = compared(
        run(*(fixture(name, "ab", "ab") for name in names)),
        run(*(fixture(name, *covered) for name, covered in zip(names, current, strict=True))),
    )
    assert comparison.steady == counts


def test_a_run_without_a_path_of_the_corpus_is_suspicious() -> None:
    known = run(fixture("甲", "ab"), name="20260101T120000Z-001")
    [asked] = known.fixtures
    [attempt] = asked.attempts
    hits = tuple(replace(hit, official=None) for hit in attempt.hits)
    strange = run(replace(asked, attempts=(replace(attempt, hits=hits),)))
    assert compare_runs(known, known, {}, {}).warnings == ()
    [warning] = compare_runs(known, strange, {}, {}).warnings
    assert warning == (
        "'20260102T120000Z-001' was graded on the returned texts alone: no path that came back is "
        "a source of the corpus"
    )


def test_without_a_second_repeat_nothing_is_said_of_every_repeat() -> None:
    comparison = compared(run(fixture("甲", "ab")), run(fixture("甲", "a")))
    assert comparison.steady is None
    assert not any("every repeat" in one for one in details(comparison))


@pytest.mark.parametrize(
    ("current", "reason"),
    [
        pytest.param(run(fixture("甲", "a"), k=5), "k is '7' in one and '5'", id="k"),
        pytest.param(run(fixture("甲", "a"), match="chunk"), "match is 'source'", id="match mode"),
    ],
)
def test_refuses_what_was_measured_otherwise(current: Run, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        compared(run(fixture("甲", "a")), current)


def test_tells_how_runs_of_two_presets_can_be_compared() -> None:
    with pytest.raises(UsageError) as caught:
        compared(run(fixture("甲", "a")), run(fixture("甲", "a"), k=5))
    assert caught.value.hint == "make the other one again with --k 7, whatever its preset"


def test_refuses_another_lane_and_another_dataset() -> None:
    side = side_of_run(run(fixture("甲", "a")))
    with pytest.raises(UsageError, match="lane 'facets', the other of 'pages'"):
        compare(side, replace(side, lane="pages"))
    paths = replace(side, lane="paths", rules={"k": "20", "dataset": "a.json"})
    with pytest.raises(UsageError, match=r"dataset is 'a\.json' in one and 'b\.json'"):
        compare(paths, replace(paths, rules={"k": "20", "dataset": "b.json"}))


def test_refuses_runs_with_nothing_in_common() -> None:
    with pytest.raises(SelectionError, match="no question in common") as refusal:
        compared(run(fixture("甲", "a")), run(fixture("乙", "a")))
    assert refusal.value.hint == "compare runs of the same fixtures"


def test_says_that_it_was_for_failed_retrievals_that_nothing_is_in_common() -> None:
    with pytest.raises(SelectionError, match="no question in common") as refusal:
        compared(run(fixture("甲", "a")), run(fixture("甲", None)))
    assert refusal.value.hint == (
        "retrievals of theirs failed: fixturetool report RUN --format text tells why"
    )


def test_warns_of_another_corpus() -> None:
    comparison = compared(run(fixture("甲", "a")), run(fixture("甲", "a"), corpora={"CHS": "f2"}))
    assert comparison.warnings == ("the corpus CHS is not the same: f1 and f2",)


def test_names_judge_anchors_of_one_run_alone_and_compares_without_them() -> None:
    judged = {"b": "judge: 出处", "c": "judge: 出处"}
    base = run(fixture("谁？", "a", labels=judged), name="base")
    current = run(fixture("谁？", "abc", labels=judged), name="current")
    comparison = compare_runs(base, current, {KEY: {"锚c"}}, {KEY: {"锚b", "锚c"}})
    assert [(one.run, one.passage, one.covers) for one in comparison.one_sided] == [
        ("current", "锚b", ("b",))
    ]
    assert comparison.estimate.difference == pytest.approx(0.5)
    assert comparison.without_one_sided is not None
    assert comparison.without_one_sided.difference == pytest.approx(0.25)


def test_an_anchor_that_a_person_has_made_theirs_favours_nobody() -> None:
    base = run(fixture("谁？", "a"), name="base")
    current = run(fixture("谁？", "ab"), name="current")
    comparison = compare_runs(base, current, {}, {KEY: {"锚b"}})
    assert comparison.one_sided == ()
    assert comparison.without_one_sided is None


@pytest.mark.parametrize(
    ("base", "current", "verdict"),
    [
        pytest.param([(1.0,)] * 30, [(1.0,)] * 30, Verdict.SAME, id="nothing moved"),
        pytest.param(
            [(1.0, 1.0)] * 20, [(1.0, 1.0)] * 17 + [(0.5, 0.5)] * 3, Verdict.WORSE,
            id="three lost in every repeat",
        ),
        pytest.param(
            [(1.0, 0.0)] * 20, [(1.0, 0.0)] * 18 + [(0.0, 0.0)] * 2, Verdict.SAME,
            id="within the noise",
        ),
        pytest.param([(1.0,)] * 20, [(1.0,)] * 17 + [(0.5,)] * 3, Verdict.UNCLEAR, id="one repeat"),
        pytest.param([(0.5,)] * 20, [(0.5,)] * 10 + [(0.2,)] * 10, Verdict.WORSE, id="many lost"),
        pytest.param([(0.5,)] * 20, [(0.5,)] * 10 + [(0.9,)] * 10, Verdict.BETTER, id="many won"),
        pytest.param(
            [(1.0, 1.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 1.0)], Verdict.UNCLEAR,
            id="both ways, and no noise",
        ),
        pytest.param(
            [(1.0, 0.0)] + [(0.8, 0.8)] * 19, [(1.0, 0.0)] + [(0.7, 0.7)] * 19, Verdict.WORSE,
            id="all but the one whose repeats disagree",
        ),
        pytest.param(
            [(1.0, 0.0)] + [(0.7, 0.7)] * 19, [(1.0, 0.0)] + [(0.8, 0.8)] * 19, Verdict.BETTER,
            id="all but the one whose repeats disagree, upward",
        ),
        pytest.param(
            [(1.0, 0.0)] + [(0.8, 0.8)] * 19, [(1.0, 0.0)] + [(0.7, 0.7)] * 5 + [(0.8, 0.8)] * 14,
            Verdict.SAME, id="too few to tell beside one whose repeats disagree",
        ),
    ],
)  # fmt: skip
def test_concludes(
    base: list[tuple[float, ...]], current: list[tuple[float, ...]], verdict: Verdict
) -> None:
    assert estimate(base, current).verdict is verdict


def test_what_cancels_out_is_no_loss_of_a_rounding_error() -> None:
    found = estimate([(0.2,), (0.8,)], [(0.1,), (0.9,)])
    assert (found.worse, found.better, found.difference) == (1, 1, 0.0)


@pytest.mark.parametrize(
    ("base", "current", "said"),
    [
        pytest.param(
            [(1.0, 0.0)] + [(0.8, 0.8)] * 19,
            [(1.0, 0.0)] + [(0.7, 0.7)] * 19,
            "got worse: worse on 19 of 20 queries, better on none; the difference of -9.5 points "
            "lies within run-to-run noise of ±15.2, but the queries move one way (p < 0.001)",
            id="one-way",
        ),
        pytest.param(
            [(1.0, 1.0), (0.5, 0.5)],
            [(0.5, 0.5), (1.0, 1.0)],
            "can't tell: worse on 1 of 2 queries, better on 1; what cancels out is no run-to-run "
            "noise: the repeats of each run agree",
            id="cancels-out",
        ),
    ],
)
def test_the_sentence_and_the_verdict_agree(
    base: list[tuple[float, ...]], current: list[tuple[float, ...]], said: str
) -> None:
    assert sentence(estimate(base, current)) == said


@pytest.mark.parametrize(
    ("base", "current", "regressed"),
    [
        pytest.param("abcd", "abcd", False, id="the same"),
        pytest.param("abcd", "abc", True, id="lost, and nothing says that it is noise"),
        pytest.param("abc", "abcd", False, id="won"),
    ],
)
def test_a_gate_closes_for_a_loss_that_is_not_known_to_be_noise(
    base: str, current: str, regressed: bool
) -> None:
    comparison = compared(run(fixture("甲", base)), run(fixture("甲", current)))
    assert comparison.regressed is regressed


@pytest.mark.parametrize(
    ("base", "current", "changed"),
    [
        pytest.param(
            {"EVAL_MULTI": True, "use_multi": True, "FUSION_METHOD": "rrf"},
            {"EVAL_MULTI": False, "use_multi": False, "FUSION_METHOD": "weighted"},
            {"eval_multi": ("true", "false"), "fusion_method": ('"rrf"', '"weighted"')},
            id="aliases are one setting",
        ),
        pytest.param({"final_k": 5}, {"EVAL_FINAL_K": 5}, {}, id="the same by another name"),
        pytest.param({"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1}}, {}, id="order of keys"),
        pytest.param(
            {"a": [1, 2]}, {"a": [2, 1]}, {"a": ("[1, 2]", "[2, 1]")}, id="order of items"
        ),
        pytest.param({"a": 1}, {}, {"a": ("1", "")}, id="set on one side"),
        pytest.param({"a": "1"}, {"a": 1}, {"a": ('"1"', "1")}, id="another type"),
    ],
)
def test_counts_each_changed_setting_once(
    base: Mapping[str, JSON], current: Mapping[str, JSON], changed: Mapping[str, tuple[str, str]]
) -> None:
    changes = configuration_changes(base, current)
    assert {one.name: (one.base, one.current) for one in changes} == changed


def test_a_preset_counts_as_what_it_stands_for() -> None:
    base = run(fixture("甲", "a"))
    settings = replace(base.settings, preset="thorough", chunk_context=5)
    comparison = compared(base, replace(base, settings=settings))
    assert [one.name for one in comparison.configuration] == ["chunk_context"]


def test_the_same_runs_give_the_same_numbers() -> None:
    base = run(*(fixture(str(n), "abcd" if n % 3 else "ab") for n in range(30)))
    current = run(*(fixture(str(n), "abc" if n % 4 else "a") for n in range(30)))
    assert compared(base, current) == compared(base, current)
