"""A scored run for a program: the schema ``fixturetool.report/1``."""

from dataclasses import asdict
from typing import cast

from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import Coverage, FacetScore, FixtureScore, Ranking, Summary
from fixturetool.evaluation.storage.layout import JSON, layout
from fixturetool.reporting.notes import graded_on

REPORT_SCHEMA = "fixturetool.report/1"


def render_report(run: Run, coverage: Coverage, judge: JSON = None) -> str:
    """Write the report of a scored run, one line feed at the end.

    Rates are in [0, 1], ranks and repeats 1-based, latencies in milliseconds. What a number is
    can be read at the attribute of the same name in ``evaluation.scores``; ``graded_on`` is
    ``notes.Grading``. The same run gives the same bytes. ``judge`` is what ``judge_json`` says of
    the judge, or null.
    """
    return layout(
        {
            "schema": REPORT_SCHEMA,
            "kind": "coverage",
            "run": run.id,
            "created_at": run.created_at,
            "tool_version": run.tool_version,
            "settings": _plain(asdict(run.settings)),
            "retriever": _plain(dict(run.retriever)),
            "corpora": _plain(dict(run.corpora)),
            "unreadable": _plain(dict(run.unreadable)),
            "graded_on": graded_on(run),
            "fixtures": [_fixture(fixture) for fixture in coverage.fixtures],
            "categories": {
                name: _summary(summary) for name, summary in coverage.categories.items()
            },
            "summary": _summary(coverage.summary),
            "judge": judge,
        }
    )


def _fixture(fixture: FixtureScore) -> JSON:
    question = fixture.question
    return {
        "category": question.category,
        "query": question.query,
        "language": question.language,
        "subtype": question.subtype,
        "facets": {facet.name: _facet(facet) for facet in fixture.facets},
        "coverage": list(fixture.coverage),
        "mean_coverage": _count(fixture.mean_coverage),
        "coverage_rate": fixture.coverage_rate,
        "missed": list(fixture.missed),
        "curve": list(fixture.curve),
        "matching_sources": _count(fixture.matching_sources),
        "anchors": [
            {
                "passage": anchor.passage,
                "covers": list(anchor.covers),
                "mean_sources": _count(anchor.mean_sources),
            }
            for anchor in fixture.anchors
        ],
        "runs": [_ranking(ranking) for ranking in fixture.rankings],
    }


def _facet(facet: FacetScore) -> JSON:
    return {
        "ranks": list(facet.ranks),
        "hit_rate": facet.hit_rate,
        "median_rank": facet.median_rank,
        "winnable": facet.winnable,
    }


def _ranking(ranking: Ranking) -> JSON:
    return {
        "repeat": ranking.repeat,
        "sources": [
            {
                "rank": source.rank,
                "path": source.path,
                "official": source.official,
                "facets": list(source.facets),
            }
            for source in ranking.sources
        ],
        "latency_ms": ranking.latency_ms,
        "error": ranking.error,
        "rewrite": ranking.rewrite or None,
        "empty": ranking.empty,
    }


def _summary(summary: Summary) -> JSON:
    return {**_plain(asdict(summary)), "covered": _count(summary.covered)}


def _count(value: float | None) -> float | None:
    """Write a mean count that is whole without its ``.0``."""
    return int(value) if value is not None and value.is_integer() else value


def _plain(record: dict[str, object]) -> dict[str, JSON]:
    """Take a flat record as JSON; tuples become lists."""
    plain = {
        key: list(value) if isinstance(value, tuple) else value for key, value in record.items()
    }
    return cast("dict[str, JSON]", plain)
