"""A run of the path lane for a program: the public run format, with additions of our own."""

from typing import cast

from fixturetool.evaluation.lanes.expectation import Span
from fixturetool.evaluation.lanes.path_scores import (
    PathRanking,
    PathScore,
    PathScores,
    PathTotals,
    score_paths,
)
from fixturetool.evaluation.lanes.paths import Label, RankedChunk
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.storage.layout import JSON, layout

PATHS_SCHEMA = "fixturetool.paths/1"
_METRICS = {
    "mrr": "RR",
    "recall_at_5": "R@5",
    "recall_at_10": "R@10",
    "recall_at_20": "R@20",
    "precision_at_5": "P@5",
    "ndcg_at_10": "nDCG@10",
    "map_at_5": "AP@5",
}
_NULL_WHEN_UNSCORED = "map_at_5"


def render_path_report(run: Run) -> str:
    """Write the report of a run of the path lane, one line feed at the end.

    Means are over informative entries with an answer. What the public format says of an entry is
    of its first repeat; every repeat, and what that format has not, stands under ``fixturetool``.
    """
    scores, settings = score_paths(run), run.settings
    totals = scores.totals
    document: dict[str, JSON] = {
        "run_id": run.id,
        "corpus_id": next((one.question.language for one in scores.entries), ""),
        "dataset_id": next((one.question.category for one in scores.entries), ""),
        "config": cast("dict[str, JSON]", {str(key): one for key, one in run.retriever.items()}),
        "total": totals.total,
        "uninformative_count": totals.uninformative,
        "top1_hits": _hits(scores, "Success@1"),
        "topk_hits": _hits(scores, _success(run)),
        "top1_accuracy": totals.means["Success@1"] or 0.0,
        "topk_accuracy": totals.means[_success(run)] or 0.0,
        "final_k": settings.final_k,
        "metrics": _metrics(totals),
        "started_at": run.created_at,
        "results": [_result(entry, run) for entry in scores.entries],
        "fixturetool": _added(run, scores),
    }
    return layout(document)


def _success(run: Run) -> str:
    return f"Success@{max(1, run.settings.final_k)}"


def _hits(scores: PathScores, measure: str) -> int:
    return sum(
        entry.informative and bool(_first(entry).scores.get(measure)) for entry in scores.entries
    )


def _first(entry: PathScore) -> PathRanking:
    """Return the first repeat that was answered, an empty one where none was."""
    answered = (ranking for ranking in entry.rankings if ranking.error is None)
    return next(answered, PathRanking(1, (), {}, 0.0, "not answered"))


def _metrics(totals: PathTotals) -> JSON:
    means: dict[str, JSON] = {
        name: totals.means[measure] if name == _NULL_WHEN_UNSCORED else totals.means[measure] or 0.0
        for name, measure in _METRICS.items()
    }
    latencies: dict[str, JSON] = {
        "latency_p50_ms": totals.latency_p50_ms,
        "latency_p95_ms": totals.latency_p95_ms,
    }
    return {**means, **latencies}


def _added(run: Run, scores: PathScores) -> JSON:
    settings = run.settings
    return {
        "schema": PATHS_SCHEMA,
        "tool_version": run.tool_version,
        "revision": run.revision,
        "dataset": settings.dataset,
        "sample": settings.limit,
        "depth": settings.k,
        "repeat": settings.repeat,
        "documents": settings.documents,
        "scored": scores.totals.scored,
        "errors": scores.totals.errors,
        "means": dict(scores.totals.means),
        "by_tag": {tag: _metrics(totals) for tag, totals in scores.tags.items()},
        "whole_document_spans": sum(len(entry.whole_spans) for entry in scores.entries),
    }


def _result(entry: PathScore, run: Run) -> JSON:
    first = _first(entry)
    paths = list(dict.fromkeys(chunk.hit.path for chunk in first.chunks))
    top = list(dict.fromkeys(one.hit.path for one in first.chunks[: max(1, run.settings.final_k)]))
    found = sum(first.first_rank(position) is not None for position in range(len(entry.targets)))
    return {
        "entry_id": entry.question.entry_id,
        "question": entry.question.query,
        "tags": list(entry.question.tags),
        "retrieved_paths": cast("JSON", paths),
        "expected_paths": list(entry.expected.expected_paths),
        "expected_locations": [_location(span) for span in entry.expected.expected_locations],
        "top_paths": cast("JSON", top),
        "top1_path": cast("JSON", paths[:1]),
        "top1_hit": bool(first.scores.get("Success@1")),
        "topk_hit": bool(first.scores.get(_success(run))),
        "uninformative": not entry.informative,
        "reciprocal_rank": first.scores.get("RR", 0.0),
        "recall": found / len(entry.targets) if entry.targets else 0.0,
        "latency_ms": first.latency_ms,
        "docs": [_doc(chunk) for chunk in first.chunks],
        "expected_answer": entry.expected.answer or None,
        "fixturetool": {
            "uninformative_because": entry.expected.uninformative,
            "not_indexed": list(entry.expected.absent),
            "repeats": [_repeat(ranking) for ranking in entry.rankings],
        },
    }


def _location(span: Span) -> JSON:
    return {
        "path": span.path,
        "unit": span.unit,
        "start": span.start,
        "end": span.end,
        "whole_document": span.whole,
    }


def _doc(chunk: RankedChunk) -> JSON:
    hit = chunk.hit
    lines, pages = hit.lines or (None, None), hit.pages or (None, None)
    return {
        "file_path": hit.path,
        "start_line": lines[0],
        "end_line": lines[1],
        "page_start": pages[0],
        "page_end": pages[1],
        "score": hit.score,
        "source": hit.leg,
        "match": label_name(chunk.label),
    }


def label_name(label: Label) -> str:
    """Return a label as the public format spells it, such as ``outside_location``."""
    return label.name.lower()


def _repeat(ranking: PathRanking) -> JSON:
    return {
        "repeat": ranking.repeat,
        "scores": dict(ranking.scores),
        "latency_ms": ranking.latency_ms,
        "error": ranking.error,
    }
