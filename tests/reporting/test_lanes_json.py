import json

import pytest

from fixturetool.evaluation.lanes.expectation import Span
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.lanes.pages_json import render_page_report
from fixturetool.reporting.lanes.paths_json import render_path_report
from tests.evaluation.lanes import attempt, entry, hit, item, paths, run

NEIGHBOUR = hit(pages=(76, 76), neighbor_of="c0")


def test_a_page_report_has_the_public_keys_and_additions_under_one_key() -> None:
    report = json.loads(render_page_report(run("pages", item(attempt()), k=5)))
    assert list(report)[:5] == ["corpus_id", "base_url", "top_k", "cache_mode", "n"]
    assert (report["corpus_id"], report["base_url"]) == ("demo", "http://127.0.0.1:1/api")
    assert list(report)[-3:] == ["by_group", "per_item", "fixturetool"]


def test_an_item_without_matches_misses_everything() -> None:
    report = json.loads(render_page_report(run("pages", item(attempt()), k=5)))
    row = report["per_item"][0]
    added = row.pop("fixturetool")
    assert added["precise_page_hit_at_5"] is False
    assert added["repeats"] == [
        {
            "page_hit_at_3": False,
            "page_hit_at_5": False,
            "precise_page_hit_at_3": False,
            "figure_chunk_at_3": False,
        }
    ]
    assert row == {
        "question": "Where?",
        "figure_ref": "Figure 5-6",
        "kind": "locate",
        "group": "locate",
        "tags": [],
        "expected_pages": [76],
        "matches_returned": 0,
        "page_hit_at_3": False,
        "page_hit_at_5": False,
        "precise_page_hit_at_3": False,
        "figure_chunk_at_3": False,
        "top": [],
        "figure_summaries_at_3": [],
    }


def test_the_top_rows_tell_neighbours_from_what_was_found() -> None:
    hits = [hit(pages=(73, 84), kind="figure"), NEIGHBOUR, hit()]
    report = json.loads(render_page_report(run("pages", item(attempt(*hits)), k=5)))
    rows = report["per_item"][0]["top"]
    assert rows[0] == {
        "rank": 1,
        "chunk_id": "a.pdf@(73, 84)",
        "page_start": 73,
        "page_end": 84,
        "span_pages": 12,
        "chunk_kind": "figure",
        "on_expected_page": True,
        "neighbor_of": None,
    }
    assert [row["neighbor_of"] for row in rows] == [None, "c0", None]
    assert [row["span_pages"] for row in rows] == [12, 1, None]


def test_what_to_expect_of_figures_without_descriptions_is_said() -> None:
    bare = hit(pages=(76, 76), kind="figure")
    added = json.loads(render_page_report(run("pages", item(attempt(bare), kind="content"), k=5)))[
        "fixturetool"
    ]
    assert added["figures"] == {"returned": 1, "described": 0}
    [note] = added["notes"]
    assert note.startswith("1 of 1 figure that came back has no description: the content group")


def test_rates_have_four_decimals_and_their_counts() -> None:
    fixtures = [
        item(attempt(hit(pages=(76, 76)) if number else hit()), question=f"{number}?")
        for number in range(3)
    ]
    report = json.loads(render_page_report(run("pages", *fixtures, k=5)))
    assert (report["page_hit_at_3"], report["page_hit_at_3_hits"]) == (0.6667, 2)
    assert report["by_group"]["locate"]["n"] == 3


def test_figure_scores_stand_over_figure_items_alone_as_well() -> None:
    figure = hit(pages=(76, 76), kind="figure")
    fixtures = [
        item(attempt(figure), question="1?"),
        item(attempt(hit()), question="2?", tags=["prose"]),
    ]
    report = json.loads(render_page_report(run("pages", *fixtures, k=5)))
    assert report["figure_chunk_at_3"] == 0.5
    assert report["fixturetool"]["figure_items"]["figure_chunk_at_3"] == 1.0


def test_summaries_of_figures_are_cut_to_200_characters() -> None:
    figure = hit(pages=(1, 1), kind="figure", summary="图" * 300)
    report = json.loads(render_page_report(run("pages", item(attempt(figure)), k=5)))
    assert report["per_item"][0]["figure_summaries_at_3"] == ["图" * 200]


def test_a_path_report_has_the_public_names() -> None:
    fixture = entry(
        paths("a.pdf", spans=[Span("a.pdf", "page", 2, 3, whole=True)]),
        attempt(hit(pages=(9, 9)), hit(pages=(3, 4)), hit()),
        tags=["x"],
    )
    report = json.loads(render_path_report(run("paths", fixture)))
    assert (report["total"], report["uninformative_count"], report["topk_hits"]) == (1, 0, 1)
    assert (report["top1_accuracy"], report["topk_accuracy"], report["final_k"]) == (0.0, 1.0, 5)
    assert list(report["metrics"]) == [
        "mrr",
        "recall_at_5",
        "recall_at_10",
        "recall_at_20",
        "precision_at_5",
        "ndcg_at_10",
        "map_at_5",
        "latency_p50_ms",
        "latency_p95_ms",
    ]
    [row] = report["results"]
    assert (row["reciprocal_rank"], row["recall"], row["top1_path"]) == (0.5, 1.0, ["a.pdf"])
    assert [doc["match"] for doc in row["docs"]] == [
        "outside_location",
        "location",
        "no_page_provenance",
    ]
    assert report["fixturetool"]["whole_document_spans"] == 1


def test_means_that_nothing_was_scored_for() -> None:
    report = json.loads(render_path_report(run("paths", entry(paths(uninformative="x")))))
    assert (report["topk_accuracy"], report["metrics"]["map_at_5"]) == (0.0, None)


@pytest.mark.parametrize(
    ("lane", "fixture", "key"),
    [
        pytest.param("pages", item(attempt()), "per_item", id="pages"),
        pytest.param("paths", entry(paths("a"), attempt()), "results", id="paths"),
    ],
)
def test_json_is_the_format_of_the_runs_lane(lane: str, fixture: object, key: str) -> None:
    text = RUN_FORMATS["json"].render(Report(run(lane, fixture)))  # type: ignore[arg-type]
    assert key in json.loads(text)
