"""A run as spans: one for the run, below it one for each retrieval.

A run keeps how long each retrieval took, not when it began: within a run the retrievals follow each
other from the run's beginning, in file order and repeat by repeat. Attributes are named by the
semantic conventions of OpenTelemetry for generative AI, and by those of OpenInference, which
Phoenix reads; texts that came back are left out, as they may be large or confidential.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from fixturetool.evaluation.measured import measured
from fixturetool.evaluation.run import Attempt, Question, Run
from fixturetool.reporting.totals import totals

Value = str | int | float | bool | Sequence[str]


@dataclass(frozen=True, slots=True)
class Span:
    """A span, as exporters need it.

    Attributes:
        trace: 16 bytes, the same for all spans of a run.
        id: 8 bytes.
        parent: The parent's 8 bytes; empty for the run's own span.
        name: A name of low cardinality.
        start: Nanoseconds since the epoch.
        end: The same.
        attributes: What is known of it.
        error: Why it failed, or None.
    """

    trace: bytes
    id: bytes
    parent: bytes
    name: str
    start: int
    end: int
    attributes: Mapping[str, Value]
    error: str | None


def resource(run: Run) -> Mapping[str, Value]:
    """Return what the spans of a run come from."""
    return {"service.name": "fixturetool", "service.version": run.tool_version}


def spans(run: Run) -> Iterator[Span]:
    """Yield the spans of a graded run, the run's own first; equal runs have equal ids."""
    trace = _digest("trace", run.id)[:16]
    root = _digest("run", run.id)[:8]
    begun = int(datetime.fromisoformat(run.created_at).timestamp()) * 1_000_000_000
    children = list(_retrievals(run, trace, root, begun))
    yield Span(
        trace=trace,
        id=root,
        parent=b"",
        name="fixturetool.evaluation",
        start=begun,
        end=max((child.end for child in children), default=begun),
        attributes=_run_attributes(run),
        error=None,
    )
    yield from children


def _retrievals(run: Run, trace: bytes, root: bytes, begun: int) -> Iterator[Span]:
    at = begun
    rows = [*zip(run.fixtures, measured(run), strict=True)]
    for repeat in range(1, run.settings.repeat + 1):
        for fixture, row in rows:
            scored = [one.repeat for one in fixture.attempts if one.error is None]
            for attempt in (one for one in fixture.attempts if one.repeat == repeat):
                end = at + round(attempt.latency_ms * 1_000_000)
                position = scored.index(repeat) if repeat in scored else None
                scores = {
                    name: values[position]
                    for name, values in row.values.items()
                    if position is not None
                }
                yield Span(
                    trace=trace,
                    id=_digest("retrieval", run.id, *fixture.question.key, str(repeat))[:8],
                    parent=root,
                    name="retrieval",
                    start=at,
                    end=end,
                    attributes=_attributes(fixture.question, attempt, run, scores),
                    error=attempt.error,
                )
                at = end


def _run_attributes(run: Run) -> Mapping[str, Value]:
    measures = {
        f"fixturetool.score.{name.replace(' ', '_')}": value
        for name, value in totals(run).measures.items()
        if value is not None
    }
    return {
        "openinference.span.kind": "EVALUATOR",
        "fixturetool.run": run.id,
        "fixturetool.lane": run.settings.lane,
        "fixturetool.k": run.settings.k,
        "fixturetool.match": run.settings.match,
        "fixturetool.repeats": run.settings.repeat,
        **{f"fixturetool.retriever.{name}": value for name, value in run.retriever.items()},
        **measures,
    }


def _attributes(
    question: Question, attempt: Attempt, run: Run, scores: Mapping[str, float]
) -> Mapping[str, Value]:
    documents: dict[str, Value] = {}
    for position, hit in enumerate(attempt.hits):
        documents[f"retrieval.documents.{position}.document.id"] = hit.path
        if hit.score is not None:
            documents[f"retrieval.documents.{position}.document.score"] = hit.score
    return {
        "openinference.span.kind": "RETRIEVER",
        "input.value": question.query,
        "gen_ai.operation.name": "retrieval",
        "gen_ai.data_source.id": question.language or "corpus",
        "gen_ai.retrieval.query.text": question.query,
        "fixturetool.run": run.id,
        "fixturetool.category": question.category,
        "fixturetool.repeat": attempt.repeat,
        "fixturetool.tries": attempt.tries,
        **({"error.type": "retrieval"} if attempt.error else {}),
        **{f"fixturetool.score.{name}": value for name, value in scores.items()},
        **documents,
    }


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
