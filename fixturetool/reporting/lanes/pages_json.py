"""A run of the page lane for a program: the public format, with additions under ``fixturetool``."""

from fixturetool.evaluation.lanes.page_figures import figures_back
from fixturetool.evaluation.lanes.page_report import (
    ADDED,
    PageItem,
    PageReport,
    page_report_of,
)
from fixturetool.evaluation.lanes.page_summary import PageSummary, groups_of, summarize_pages
from fixturetool.evaluation.lanes.pages import (
    PAGE_METRICS,
    PageScores,
    covers,
    precise_hit,
    span_pages,
)
from fixturetool.evaluation.run import FixtureRun, Run, RunHit
from fixturetool.evaluation.storage.layout import JSON
from fixturetool.reporting.document import json_text
from fixturetool.reporting.notes import notes

PAGES_SCHEMA = "fixturetool.pages/1"
_TOP = 5
_SUMMARIES = 3
_SUMMARY_CHARACTERS = 200


def render_page_report(run: Run) -> str:
    """Write the report of a run of the page lane, indented by 2, one line feed at the end.

    The numbers are those of the first repeat, as the public format has them. What that format
    has not stands under the key ``fixturetool``: of the report, the scores over figure items
    alone, every repeat's totals, how many of the figures that came back are described, what that
    lets expect, and the run; of an item, every repeat's scores, the latencies and
    ``precise_page_hit_at_5``. A row of ``top`` also tells which chunk it is a neighbour of.
    """
    report = page_report_of(run)
    document: dict[str, JSON] = {
        "corpus_id": report.corpus_id,
        "base_url": report.base_url,
        "top_k": report.top_k,
        "cache_mode": report.cache_mode,
        **_block(summarize_pages(report.items)),
        "by_group": {
            name: _block(summarize_pages(items)) for name, items in groups_of(report.items).items()
        },
        "per_item": [
            _item(item, fixture) for item, fixture in zip(report.items, run.fixtures, strict=True)
        ],
        ADDED: _added(run, report),
    }
    return json_text(document)


def _block(summary: PageSummary) -> dict[str, JSON]:
    block: dict[str, JSON] = {"n": summary.n}
    for metric in PAGE_METRICS:
        block[metric] = summary.rate(metric)
        block[f"{metric}_hits"] = summary.hits[metric]
    return block


def _added(run: Run, report: PageReport) -> dict[str, JSON]:
    figures = figures_back(run)
    return {
        "schema": PAGES_SCHEMA,
        "run": run.id,
        "created_at": run.created_at,
        "tool_version": run.tool_version,
        "dataset": run.settings.dataset,
        "revision": run.revision,
        "errors": sum(
            attempt.error is not None for fixture in run.fixtures for attempt in fixture.attempts
        ),
        "figure_items": _block(summarize_pages(report.figure_items)),
        "repeats": [
            _block(summarize_pages(report.items, repeat)) for repeat in range(report.repeats)
        ],
        "figures": {"returned": figures.returned, "described": figures.described},
        "notes": list(notes(run)),
    }


def _item(item: PageItem, fixture: FixtureRun) -> dict[str, JSON]:
    answered = [attempt for attempt in fixture.attempts if attempt.error is None]
    hits = answered[0].hits if answered else ()
    first = item.scores[0] if item.scores else PageScores(*[False] * len(PAGE_METRICS))
    return {
        "question": item.question,
        "figure_ref": item.figure_ref,
        "kind": item.kind,
        "group": item.group,
        "tags": list(item.tags),
        "expected_pages": list(item.expected_pages),
        "matches_returned": len(hits),
        **_flags(first),
        "top": [_row(rank, hit, item) for rank, hit in enumerate(hits[:_TOP], start=1)],
        "figure_summaries_at_3": [
            hit.summary[:_SUMMARY_CHARACTERS] for hit in hits[:_SUMMARIES] if hit.summary
        ],
        ADDED: {
            "entry_id": fixture.question.entry_id,
            "precise_page_hit_at_5": precise_hit(hits, item.expected_pages, 5),
            "repeats": [_flags(scores) for scores in item.scores],
            "latencies_ms": [attempt.latency_ms for attempt in answered],
        },
    }


def _flags(scores: PageScores) -> dict[str, JSON]:
    return dict(zip(PAGE_METRICS, scores.as_tuple(), strict=True))


def _row(rank: int, hit: RunHit, item: PageItem) -> JSON:
    pages = hit.pages or (None, None)
    return {
        "rank": rank,
        "chunk_id": hit.chunk_id,
        "page_start": pages[0],
        "page_end": pages[1],
        "span_pages": span_pages(hit),
        "chunk_kind": hit.kind or None,
        "on_expected_page": covers(hit, item.expected_pages),
        "neighbor_of": hit.neighbor_of or None,
    }
