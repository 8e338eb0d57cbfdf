import json

from fixturetool.evaluation.coverage import score
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
from fixturetool.reporting.coverage.as_json import render_report


def hit(rank: int, path: str, *anchors: int, official: bool = True) -> RunHit:
    return RunHit(rank, path, 1.0, "", None, None, "", "文", "", official, anchors)


FIXTURE = FixtureRun(
    Question("breadth", "[bold]谁？", "CHS", "enumeration"),
    {"who": "", "where": ""},
    (
        Anchor("甲", "", official=True, covers=("who",), sources=2),
        Anchor("乙", "", official=True, covers=("where",), sources=0),
    ),
    (
        Attempt(
            1,
            2.5,
            None,
            (hit(1, "书/甲.txt"), hit(2, "tps_x/乙.txt", 0, official=False)),
            rewrite="王朗之死",
        ),
        Attempt(2, 0.25, "the server answered 503", ()),
        Attempt(3, 1.5, None, ()),
    ),
)
RUN = Run(
    schema=RUN_SCHEMA,
    id="20260102T120000Z-001",
    created_at="2026-01-02T12:00:00Z",
    tool_version="0.1.0",
    settings=RunSettings(k=2, chunk_context=5, repeat=3, categories=("breadth",)),
    retriever={"name": "bm25"},
    corpora={"CHS": "f1"},
    fixtures=(FIXTURE,),
)


def test_writes_the_schema_of_the_report() -> None:
    report = json.loads(render_report(RUN, score(RUN)))
    assert report == {
        "schema": "fixturetool.report/1",
        "kind": "coverage",
        "run": "20260102T120000Z-001",
        "created_at": "2026-01-02T12:00:00Z",
        "tool_version": "0.1.0",
        "settings": {
            "k": 2,
            "chunk_context": 5,
            "match": "source",
            "repeat": 3,
            "preset": "",
            "categories": ["breadth"],
            "limit": None,
            "jobs": 1,
            "lane": "facets",
            "final_k": 0,
            "dataset": "",
            "documents": None,
        },
        "retriever": {"name": "bm25"},
        "corpora": {"CHS": "f1"},
        "graded_on": "sources",
        "unreadable": {},
        "fixtures": [
            {
                "category": "breadth",
                "query": "[bold]谁？",
                "language": "CHS",
                "subtype": "enumeration",
                "facets": {
                    "who": {
                        "ranks": [2, None],
                        "hit_rate": 0.5,
                        "median_rank": 2,
                        "winnable": True,
                    },
                    "where": {
                        "ranks": [None, None],
                        "hit_rate": 0.0,
                        "median_rank": None,
                        "winnable": False,
                    },
                },
                "coverage": [1, 0],
                "mean_coverage": 0.5,
                "coverage_rate": 0.25,
                "missed": ["where"],
                "curve": [0.0, 0.25],
                "matching_sources": 0.5,
                "anchors": [
                    {"passage": "甲", "covers": ["who"], "mean_sources": 0.5},
                    {"passage": "乙", "covers": ["where"], "mean_sources": 0},
                ],
                "runs": [
                    {
                        "repeat": 1,
                        "sources": [
                            {"rank": 1, "path": "书/甲.txt", "official": True, "facets": []},
                            {
                                "rank": 2,
                                "path": "tps_x/乙.txt",
                                "official": False,
                                "facets": ["who"],
                            },
                        ],
                        "latency_ms": 2.5,
                        "error": None,
                        "rewrite": "王朗之死",
                        "empty": False,
                    },
                    {
                        "repeat": 2,
                        "sources": [],
                        "latency_ms": 0.25,
                        "error": "the server answered 503",
                        "rewrite": None,
                        "empty": False,
                    },
                    {
                        "repeat": 3,
                        "sources": [],
                        "latency_ms": 1.5,
                        "error": None,
                        "rewrite": None,
                        "empty": True,
                    },
                ],
            }
        ],
        "categories": {"breadth": report["summary"]},
        "summary": {
            "facets": 2,
            "covered": 0.5,
            "coverage_rate": 0.25,
            "mean_query_coverage_rate": 0.25,
            "median_query_coverage_rate": 0.25,
            "queries": 1,
            "scored": 1,
            "errors": 1,
            "empty": 1,
            "unresolved": 0,
            "unwinnable": 1,
            "curve": [0.0, 0.25],
            "latency_p50_ms": 1.5,
            "latency_p95_ms": 2.5,
        },
        "judge": None,
    }


def test_writes_the_same_bytes_for_the_same_run() -> None:
    assert render_report(RUN, score(RUN)) == render_report(RUN, score(RUN))


def test_writes_a_whole_count_as_a_whole_number() -> None:
    assert '"mean_sources": 0}' in render_report(RUN, score(RUN))


def test_keeps_chinese_literal() -> None:
    assert '"query": "[bold]谁？"' in render_report(RUN, score(RUN))
