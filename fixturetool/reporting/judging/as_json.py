"""The judge's work as JSON: a part of ``fixturetool.report/1``, and documents of its own."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from fixturetool.evaluation.scores import Coverage
from fixturetool.evaluation.storage.layout import JSON, layout
from fixturetool.judge.agreement import Agreement, FinderGrade, Rating
from fixturetool.judge.evidence import Entry
from fixturetool.judge.locate import Located
from fixturetool.judge.rescued import Candidate, JudgedFacet, Rescue
from fixturetool.judge.statistics import Confusion, Estimate
from fixturetool.llm.spending import Spent
from fixturetool.reporting.terminal import escape_json

RESCUE_SCHEMA = "fixturetool.judge/1"
EVIDENCE_SCHEMA = "fixturetool.judge-evidence/1"
AGREEMENT_SCHEMA = "fixturetool.judge-agreement/1"


def rescue_json(rescue: Rescue) -> JSON:
    """Return what the judge did, as it stands under ``judge`` in a report.

    Rates are in [0, 1]; ``usd`` is null where a price is unknown. ``before`` and ``after`` are
    those of the first run; with several runs each has its own under ``runs``.
    """
    first = rescue.runs[0]
    return {
        "model": rescue.model,
        "votes": rescue.votes,
        "written": rescue.written,
        "before": _grade(first.before),
        "after": _grade(first.after),
        "runs": [
            {
                "run": one.run.id,
                "before": _grade(one.before),
                "after": _grade(one.after),
            }
            for one in rescue.runs
        ],
        "judged": len(rescue.facets),
        "ends": {end.value: count for end, count in rescue.ends.items()},
        "dropped": {drop.value: count for drop, count in rescue.drops.items()},
        "not_attested": rescue.not_attested,
        "rescued": [
            {
                "category": change.path.stem,
                "query": one.query,
                "language": one.language,
                "facets": list(one.passage.covers),
                "passage": one.passage.passage,
                "label": one.passage.label,
                "official": one.passage.official,
            }
            for change in rescue.changes
            for one in change.additions
        ],
        "facets": [_facet(facet) for facet in rescue.facets],
        "failed": [{"file": one.name, "problem": one.problem} for one in rescue.failed],
        **_spent(rescue.spent, rescue.recalled),
    }


def render_rescue(rescue: Rescue) -> str:
    """Write what ``judge run`` did as a document of its own."""
    return layout({"schema": RESCUE_SCHEMA, "judge": rescue_json(rescue)})


def render_evidence(entries: Sequence[tuple[str, Entry]]) -> str:
    """Write evidence, each entry with the run that it belongs to."""
    records = [{"run": run, **cast("dict[str, JSON]", asdict(entry))} for run, entry in entries]
    return escape_json(layout({"schema": EVIDENCE_SCHEMA, "entries": cast("JSON", records)}))


def render_agreement(agreement: Agreement) -> str:
    """Write the grade of a judge. Intervals are of 95 %: Wilson's, kappa's by large samples."""
    table = agreement.confusion
    return layout(
        {
            "schema": AGREEMENT_SCHEMA,
            "model": agreement.model,
            "votes": agreement.votes,
            "labels": len(agreement.ratings),
            "scored": table.total,
            "unscored": agreement.unscored,
            "confusion": _confusion(table),
            "precision": _estimate(table.precision),
            "recall": _estimate(table.recall),
            "kappa": _estimate(table.kappa),
            "kinds": {kind: _confusion(one) for kind, one in agreement.kinds.items()},
            "finder": None if agreement.finder is None else _finder(agreement.finder),
            "ratings": [_rating(one) for one in agreement.ratings],
            **_spent(agreement.spent, agreement.recalled),
        }
    )


def _finder(grade: FinderGrade) -> JSON:
    return {
        "claims": grade.claims,
        "located": grade.located,
        "verified": grade.verified,
        "unscored": grade.unscored,
        "found": _estimate(grade.found),
    }


def _rating(rating: Rating) -> JSON:
    return {
        "query": rating.label.query,
        "claim": rating.label.claim,
        "span": rating.label.span,
        "kind": rating.label.kind,
        "attested": rating.label.attested,
        "verdict": rating.opinion.verdict.value,
        "reason": rating.opinion.reason,
    }


def _grade(coverage: Coverage) -> JSON:
    summary = coverage.summary
    covered = summary.covered
    return {
        "facets": summary.facets,
        "covered": int(covered) if covered.is_integer() else covered,
        "coverage_rate": summary.coverage_rate,
        "mean_query_coverage_rate": summary.mean_query_coverage_rate,
    }


def _facet(facet: JudgedFacet) -> JSON:
    return {
        "category": facet.question.category,
        "query": facet.question.query,
        "facet": facet.claim.facet,
        "end": facet.end.value,
        "why": facet.why,
        "spans": [_candidate(one) for one in facet.candidates],
    }


def _candidate(candidate: Candidate) -> JSON:
    place = candidate.place
    opinion = candidate.opinion
    return {
        "span": candidate.span,
        "dropped": None if isinstance(place, Located) else place.value,
        "passage": place.passage if isinstance(place, Located) else None,
        "source": place.path if isinstance(place, Located) else None,
        "verdict": opinion.verdict.value if opinion else None,
        "reason": opinion.reason if opinion else None,
    }


def _spent(spent: Spent, recalled: int) -> dict[str, JSON]:
    return {
        "calls": spent.calls,
        "settled_before": recalled,
        "tokens": {"prompt": spent.tokens.prompt, "completion": spent.tokens.completion},
        "usd": None if spent.usd is None else float(spent.usd),
    }


def _confusion(table: Confusion) -> JSON:
    return cast("dict[str, JSON]", asdict(table))


def _estimate(estimate: Estimate | None) -> JSON:
    return None if estimate is None else cast("dict[str, JSON]", asdict(estimate))
