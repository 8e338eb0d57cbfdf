import math
import random

import pytest
import pytrec_eval
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixturetool.evaluation.lanes.expectation import Span, Unit
from fixturetool.evaluation.lanes.paths import (
    DEPTH,
    Label,
    measure_names,
    measure_paths,
    rank_chunks,
    score_chunks,
    targets_of,
)
from fixturetool.evaluation.run import RunHit
from tests.evaluation.lanes import attempt, entry, hit, paths, run

MANUAL = "Apollo.pdf"
THREE = [hit(MANUAL, pages=pages) for pages in ((52, 53), (176, 179), (179, 179))]


def page_span(start: int, end: int, path: str = MANUAL) -> Span:
    return Span(path, "page", start, end)


def scored(hits: list[RunHit], *names: str, spans: tuple[Span, ...] = ()) -> dict[str, float]:
    targets = targets_of(paths(*names, spans=spans))
    return score_chunks(rank_chunks(hits, targets), len(targets), 5)


def labels(hits: list[RunHit], *names: str, spans: tuple[Span, ...] = ()) -> list[str]:
    ranked = rank_chunks(hits, targets_of(paths(*names, spans=spans)))
    return [chunk.label.name.lower() for chunk in ranked]


@pytest.mark.parametrize(
    ("span", "reciprocal", "expected"),
    [
        pytest.param(
            page_span(281, 282),
            0.0,
            ["outside_location", "outside_location", "outside_location"],
            id="all outside",
        ),
        pytest.param(
            page_span(176, 176),
            0.5,
            ["outside_location", "location", "outside_location"],
            id="the second chunk",
        ),
        pytest.param(
            page_span(53, 60),
            1.0,
            ["location", "outside_location", "outside_location"],
            id="an edge of the first chunk",
        ),
    ],
)
def test_three_ranked_spans_of_one_document(
    span: Span, reciprocal: float, expected: list[str]
) -> None:
    assert labels(THREE, MANUAL, spans=(span,)) == expected
    assert scored(THREE, MANUAL, spans=(span,))["RR"] == reciprocal
    assert scored(THREE, MANUAL, spans=(span,))["Success@1"] == float(reciprocal == 1)


@pytest.mark.parametrize(
    ("chunk", "expected", "is_hit"),
    [
        pytest.param((10, 20), (20, 30), True, id="touches the first line"),
        pytest.param((30, 40), (20, 30), True, id="touches the last line"),
        pytest.param((10, 19), (20, 30), False, id="ends a line before"),
        pytest.param((31, 40), (20, 30), False, id="begins a line after"),
        pytest.param((1, 100), (20, 30), True, id="holds it"),
        pytest.param((22, 24), (20, 30), True, id="lies inside"),
        pytest.param((25, 25), (25, 25), True, id="is one line"),
    ],
)
def test_lines_overlap_inclusively(
    chunk: tuple[int, int], expected: tuple[int, int], is_hit: bool
) -> None:
    span = Span("a.md", "line", *expected)
    label = "location" if is_hit else "outside_location"
    assert labels([hit("a.md", lines=chunk)], "a.md", spans=(span,)) == [label]


def test_a_last_line_before_the_first_counts_as_the_first() -> None:
    span = Span("a.md", "line", 9, 9)
    assert labels([hit("a.md", lines=(9, 3))], "a.md", spans=(span,)) == ["location"]


@pytest.mark.parametrize(
    ("unit", "label"),
    [
        pytest.param("page", "no_page_provenance", id="pages"),
        pytest.param("line", "outside_location", id="lines"),
    ],
)
def test_a_chunk_that_does_not_say_where_it_is_never_hits_a_location(
    unit: Unit, label: str
) -> None:
    assert labels([hit("a.md")], "a.md", spans=(Span("a.md", unit, 1, 9),)) == [label]


def test_the_strongest_label_counts() -> None:
    spans = (Span("docs/a.md", "page", 1, 2),)
    chunk = hit("docs/a.md", pages=(8, 9))
    assert labels([chunk], "docs/a.md", "a.md", spans=spans) == ["file"]


def test_ranks_are_those_of_chunks() -> None:
    chunks = [hit("a"), hit("a"), hit("b")]
    assert scored(chunks, "b")["RR"] == pytest.approx(1 / 3, abs=0)


def test_chunks_without_a_path_have_no_rank() -> None:
    assert scored([hit(""), hit("b")], "b")["RR"] == 1.0


def test_twelve_hits_of_one_expectation_make_no_score_exceed_1() -> None:
    chunks = [hit(MANUAL, pages=(176, 179))] * 12
    scores = scored(chunks, MANUAL, spans=(page_span(177, 178),))
    assert (scores["nDCG@10"], scores["AP@5"], scores["P@5"]) == (1.0, 1.0, 1.0)


def test_one_chunk_that_satisfies_two_expectations_earns_at_its_rank_once() -> None:
    scores = scored([hit("docs/a.md")], "a.md", "docs/a.md")
    assert scores["R@5"] == 1.0
    assert scores["AP@5"] == 0.5
    assert scores["nDCG@10"] == pytest.approx(0.6131471927654584, abs=1e-15)


def test_precision_divides_by_five_whatever_came_back() -> None:
    assert scored([hit("a"), hit("a")], "a")["P@5"] == 0.4


def test_without_a_hit_every_score_is_0() -> None:
    assert set(scored([hit("a")] * 30, "b").values()) == {0.0}


def test_a_hit_beyond_every_cutoff_still_has_a_reciprocal_rank() -> None:
    scores = scored([hit("a")] * 24 + [hit("b")], "b")
    assert scores["RR"] == 0.04
    assert scores["R@20"] == 0.0


@pytest.mark.parametrize(
    ("path", "expected", "same"),
    [
        pytest.param("docs/a.md", "a.md", True, id="the expected one is the end"),
        pytest.param("a.md", "docs/a.md", True, id="the retrieved one is the end"),
        pytest.param("blackmail.txt", "mail.txt", False, id="no whole segment"),
        pytest.param("Docs\\A.MD", "./docs/a.md/", True, id="case, backslashes, dots, slashes"),
        pytest.param("././a.md", "a.md", True, id="dots twice"),
        pytest.param("b.md", "a.md", False, id="another name"),
    ],
)
def test_a_path_means_a_document_by_whole_segments(path: str, expected: str, same: bool) -> None:
    assert labels([hit(path)], expected) == ["file" if same else "none"]


def test_expectations_that_are_spelled_twice_or_blank_count_once_or_not_at_all() -> None:
    assert len(targets_of(paths("A.md", "./a.md", " ", ""))) == 1


def test_a_location_belongs_to_the_path_in_any_spelling() -> None:
    spans = (Span("X.pdf", "page", 3, 4),)
    [target] = targets_of(paths("./X.pdf", spans=spans))
    assert target.span == spans[0]


def test_the_measures_are_named_as_ir_measures_prints_them() -> None:
    assert measure_names(3) == (
        "Success@3",
        "Success@1",
        "RR",
        "R@5",
        "R@10",
        "R@20",
        "P@5",
        "nDCG@10",
        "AP@5",
    )


def test_a_failed_repeat_has_no_value() -> None:
    fixture = entry(paths("a"), attempt(hit("a")), attempt(repeat=2, error="busy"))
    [measured] = measure_paths(run("paths", fixture, repeat=2))
    assert measured.values["RR"] == (1.0,)


def test_an_uninformative_entry_is_marked() -> None:
    fixture = entry(paths(uninformative="it expects nothing"), attempt(hit("a")))
    [measured] = measure_paths(run("paths", fixture))
    assert not measured.informative


NAMES = st.sampled_from(["a", "b", "c", "docs/a", "docs/b", ""])
SPANS = st.tuples(st.integers(1, 30), st.integers(0, 9)).map(lambda one: (one[0], sum(one)))
HITS = st.lists(
    st.builds(
        lambda path, pages, lines: hit(path, pages=pages, lines=lines),
        NAMES,
        st.none() | SPANS,
        st.none() | SPANS,
    ),
    max_size=30,
)


@st.composite
def expectations(draw: st.DrawFn) -> tuple[list[str], list[Span]]:
    names = draw(st.lists(NAMES.filter(bool), unique=True, max_size=5))
    located = draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    units: st.SearchStrategy[Unit] = st.sampled_from(("page", "line"))
    return names, [Span(name, draw(units), *draw(SPANS)) for name in located]


@settings(max_examples=60)
@given(HITS, expectations(), st.integers(1, 30))
def test_every_score_is_in_0_to_1(
    hits: list[RunHit], expected: tuple[list[str], list[Span]], final_k: int
) -> None:
    targets = targets_of(paths(*expected[0], spans=expected[1]))
    scores = score_chunks(rank_chunks(hits, targets), len(targets), final_k)
    assert all(0.0 <= value <= 1.0 for value in scores.values())


@settings(max_examples=60)
@given(HITS, expectations())
def test_recall_and_success_never_fall_with_the_cutoff(
    hits: list[RunHit], expected: tuple[list[str], list[Span]]
) -> None:
    targets = targets_of(paths(*expected[0], spans=expected[1]))
    chunks = rank_chunks(hits, targets)
    scores = score_chunks(chunks, len(targets), 5)
    assert scores["R@5"] <= scores["R@10"] <= scores["R@20"]
    by_k = [score_chunks(chunks, len(targets), k)[f"Success@{k}"] for k in range(1, DEPTH)]
    assert by_k == sorted(by_k)


@settings(max_examples=60)
@given(HITS, expectations())
def test_a_better_first_chunk_never_lowers_a_score(
    hits: list[RunHit], expected: tuple[list[str], list[Span]]
) -> None:
    targets = targets_of(paths(*expected[0], spans=expected[1]))
    before = score_chunks(rank_chunks(hits[:4], targets), len(targets), 5)
    better = [hit(name, pages=None) for name in expected[0] if name not in spans_of(expected[1])]
    assume(better)
    after = score_chunks(rank_chunks([better[0], *hits[:4]], targets), len(targets), 5)
    assert after["RR"] >= before["RR"]
    assert after["R@5"] >= before["R@5"]


def spans_of(spans: list[Span]) -> set[str]:
    return {span.path for span in spans}


TREC = {
    "RR": "recip_rank",
    "Success@1": "success_1",
    "Success@5": "success_5",
    "R@5": "recall_5",
    "R@10": "recall_10",
    "R@20": "recall_20",
    "P@5": "P_5",
    "nDCG@10": "ndcg_cut_10",
    "AP@5": "map_cut_5",
}


def trec_scores(ranking: list[str], relevant: list[str]) -> dict[str, float]:
    measures = {"recip_rank", "success.1,5", "recall.5,10,20", "P.5", "ndcg_cut.10", "map_cut.5"}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": dict.fromkeys(relevant, 1)}, measures)
    run_of = {"q": {name: float(-rank) for rank, name in enumerate(ranking)}}
    return dict(evaluator.evaluate(run_of)["q"])


@pytest.mark.parametrize("seed", [pytest.param(seed, id=f"seed {seed}") for seed in range(40)])
def test_trec_eval_agrees_where_a_chunk_is_a_document(seed: int) -> None:
    chance = random.Random(seed)
    documents = [f"d{number}.txt" for number in range(40)]
    ranking = chance.sample(documents, chance.randint(1, 30))
    relevant = chance.sample(documents, chance.randint(1, 5))
    ours = scored([hit(name) for name in ranking], *relevant)
    theirs = trec_scores(ranking, relevant)
    for name, measure in TREC.items():
        assert math.isclose(ours[name], theirs[measure], abs_tol=1e-9), name


def test_labels_are_ordered_by_strength() -> None:
    assert [label.satisfies for label in sorted(Label)] == [False, False, False, True, True]
