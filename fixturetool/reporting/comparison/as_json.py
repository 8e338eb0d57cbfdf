"""A comparison for programs."""

from fixturetool.evaluation.compare import Comparison
from fixturetool.evaluation.comparing.changes import FacetChange, QueryChange
from fixturetool.evaluation.comparing.estimate import Estimate
from fixturetool.evaluation.comparing.side import Side
from fixturetool.evaluation.lanes.page_comparison import PageComparison
from fixturetool.evaluation.run import Key
from fixturetool.evaluation.stats import Interval
from fixturetool.evaluation.storage.layout import JSON, layout
from fixturetool.reporting.comparison.wording import sentence
from fixturetool.reporting.terminal import escape_json

COMPARISON_SCHEMA = "fixturetool.comparison/1"


def render_comparison(comparison: Comparison) -> str:
    """Write a comparison as JSON; differences are fractions, current less base."""
    return escape_json(layout(_comparison(comparison)))


def _comparison(comparison: Comparison) -> JSON:
    matched = comparison.matched
    without = comparison.without_one_sided
    return {
        "schema": COMPARISON_SCHEMA,
        "base": _side(comparison.base),
        "current": _side(comparison.current),
        "measure": comparison.headline,
        "verdict": comparison.estimate.verdict.value,
        "regressed": comparison.regressed,
        "estimate": _estimate(comparison.estimate),
        **_steady(comparison),
        "measures": [
            {"name": one.name, "base": one.base, "current": one.current}
            for one in comparison.measures
        ],
        "groups": [
            {
                "name": one.name,
                "queries": one.queries,
                "base": one.base,
                "current": one.current,
                "worse": one.worse,
                "better": one.better,
            }
            for one in comparison.groups
        ],
        **({"page_groups": _page_groups(comparison.pages)} if comparison.pages else {}),
        "worse": [_query(one) for one in comparison.worse],
        "better": [_query(one) for one in comparison.better],
        "same": [_key(comparison, one.key) for one in matched.queries if not one.difference],
        "only_base": [_key(comparison, key) for key in matched.only_base],
        "only_current": [_key(comparison, key) for key in matched.only_current],
        "uninformative": [_key(comparison, key) for key in matched.uninformative],
        "unscored": [_key(comparison, key) for key in matched.unscored],
        "configuration": [
            {"name": one.name, "base": one.base or None, "current": one.current or None}
            for one in comparison.configuration
        ],
        "warnings": list(comparison.warnings),
        "judge_anchors": [
            {
                "run": one.run,
                **_question(one.key, comparison.query(one.key)),
                "passage": one.passage,
                "label": one.label,
                "covers": list(one.covers),
            }
            for one in comparison.one_sided
        ],
        "without_judge_anchors": None if without is None else _estimate(without),
    }


def _steady(comparison: Comparison) -> dict[str, JSON]:
    worse, better = comparison.steady or (None, None)
    return {"worse_in_every_repeat": worse, "better_in_every_repeat": better}


def _page_groups(pages: PageComparison) -> JSON:
    return [
        {
            "name": group.group,
            "items": group.items,
            "measures": [
                {
                    "name": one.metric,
                    "base": one.before,
                    "current": one.after,
                    "gained": one.gained,
                    "lost": one.lost,
                    "verdict": one.verdict,
                }
                for one in group.changes
            ],
        }
        for group in pages.groups
    ]


def _side(side: Side) -> JSON:
    return {
        "name": side.name,
        "lane": side.lane,
        "created_at": side.created_at,
        "revision": side.revision,
        "errors": side.errors,
        "corpora": dict(side.corpora),
        "rules": dict(side.rules),
    }


def _estimate(estimate: Estimate) -> JSON:
    noise = estimate.noise
    return {
        "sentence": sentence(estimate),
        "queries": estimate.queries,
        "base": estimate.base,
        "current": estimate.current,
        "difference": estimate.difference,
        "worse": estimate.worse,
        "better": estimate.better,
        "same": estimate.same,
        "interval": _interval(estimate.interval),
        "rough": estimate.rough,
        "p": estimate.p,
        "noise": None if noise is None else noise.floor,
        "repeats_to_see": estimate.repeats_to_see,
    }


def _query(change: QueryChange) -> JSON:
    return {
        **_question(change.key, change.query),
        "group": change.group,
        "base": list(change.base),
        "current": list(change.current),
        "difference": change.difference,
        "steady": change.steady,
        "facets": {one.name: _facet(one) for one in (*change.lost, *change.gained)},
    }


def _facet(change: FacetChange) -> JSON:
    before, after = change.intervals
    return {
        "base": [change.base.hits, change.base.repeats],
        "current": [change.current.hits, change.current.repeats],
        "lost_sources": list(change.lost_sources),
        "base_interval": _interval(before),
        "current_interval": _interval(after),
    }


def _key(comparison: Comparison, key: Key) -> JSON:
    return dict(_question(key, comparison.query(key)))


def _question(key: Key, query: str) -> dict[str, JSON]:
    entry = {} if key[2] == query else {"entry_id": key[2]}
    return {"category": key[0], "language": key[1], "query": query, **entry}


def _interval(interval: Interval | None) -> JSON:
    return None if interval is None else [interval.low, interval.high]
