"""The path lane's scores: chunk ranks in returned order, never folded to files. Pure.

A chunk that came back is held against every expectation: a document, or a span of pages or lines in
it. Ranks are those of chunks. The gain of an expectation is earned once, at the rank of the first
chunk that satisfies it, so that every score stays in [0, 1]; a chunk that is the first one for two
expectations earns at its rank once. Where a chunk satisfies one expectation at most, and an
expectation is satisfied by one chunk at most, the scores are those of trec_eval: ``recip_rank``,
``success``, ``recall``, ``P``, ``ndcg_cut``, and for up to five expectations ``map_cut_5``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import log2

from fixturetool.datasets.matching import document_form, means_document
from fixturetool.evaluation.lanes.expectation import PathExpectation, Span
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import FixtureRun, Run, RunHit

RECALL_CUTOFFS = (5, 10, 20)
PRECISION_CUTOFF = 5
NDCG_CUTOFF = 10
AP_CUTOFF = 5
DEPTH = max(*RECALL_CUTOFFS, PRECISION_CUTOFF, NDCG_CUTOFF, AP_CUTOFF)
"""The least number of chunks to ask for, so that every cutoff is reached."""


class Label(IntEnum):
    """What a chunk is to an entry; of several the strongest counts."""

    NONE = 0
    OUTSIDE_LOCATION = 1
    NO_PAGE_PROVENANCE = 2
    FILE = 3
    LOCATION = 4

    @property
    def satisfies(self) -> bool:
        """Whether it is a hit."""
        return self >= Label.FILE


@dataclass(frozen=True, slots=True)
class Target:
    """One expectation of an entry.

    Attributes:
        path: The document, as the dataset spells it first.
        form: The same as ``document_form`` writes it.
        span: Where in it, or None for anywhere.
    """

    path: str
    form: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """A chunk at its rank.

    Attributes:
        rank: 1-based, among the chunks that came with a path.
        hit: The chunk.
        label: What it is to the entry.
        satisfied: 0-based positions of the expectations that it satisfies.
    """

    rank: int
    hit: RunHit
    label: Label
    satisfied: frozenset[int]


def targets_of(expected: PathExpectation) -> tuple[Target, ...]:
    """Return the expectations: each document once, blank ones left out, with its span if any."""
    spans = {document_form(span.path): span for span in expected.expected_locations}
    spellings: dict[str, str] = {}
    for path in expected.expected_paths:
        spellings.setdefault(document_form(path), path)
    return tuple(Target(path, form, spans.get(form)) for form, path in spellings.items() if form)


def rank_chunks(hits: Sequence[RunHit], targets: Sequence[Target]) -> tuple[RankedChunk, ...]:
    """Label the chunks that came back, in their order; those without a path are left out."""
    named = (hit for hit in hits if hit.path)
    return tuple(_ranked(rank, hit, targets) for rank, hit in enumerate(named, start=1))


def measure_paths(run: Run) -> tuple[Measured, ...]:
    """Measure every entry of a run of the path lane.

    The measures are ``Success@k`` for the run's ``final_k``, ``Success@1``, ``RR``, ``R@5``,
    ``R@10``, ``R@20``, ``P@5``, ``nDCG@10`` and ``AP@5``. ``P@5`` divides by 5 whatever came back.
    """
    return tuple(_measured(fixture, run.settings.final_k) for fixture in run.fixtures)


def score_chunks(
    chunks: Sequence[RankedChunk], expectations: int, final_k: int
) -> dict[str, float]:
    """Return every measure of one ranking, each in [0, 1].

    Args:
        chunks: The whole ranking.
        expectations: How many expectations the entry has; without any all scores are 0.
        final_k: The cutoff of success, at least 1.
    """
    hits = [chunk.rank for chunk in chunks if chunk.satisfied]
    first = _first_ranks(chunks)
    novel = sorted(set(first.values()))
    scores = {
        f"Success@{max(1, final_k)}": float(bool(hits) and hits[0] <= max(1, final_k)),
        "Success@1": float(hits[:1] == [1]),
        "RR": 1 / hits[0] if hits else 0.0,
    }
    for cutoff in RECALL_CUTOFFS:
        found = sum(rank <= cutoff for rank in first.values())
        scores[f"R@{cutoff}"] = found / expectations if expectations else 0.0
    scores[f"P@{PRECISION_CUTOFF}"] = sum(r <= PRECISION_CUTOFF for r in hits) / PRECISION_CUTOFF
    scores[f"nDCG@{NDCG_CUTOFF}"] = _ndcg(novel, expectations)
    scores[f"AP@{AP_CUTOFF}"] = _average_precision(novel, expectations)
    return scores


def measure_names(final_k: int) -> tuple[str, ...]:
    """Return the names of the measures, the headline first."""
    return tuple(score_chunks((), 0, final_k))


def expectation_of(fixture: FixtureRun) -> PathExpectation:
    """Return what an entry of the path lane expects.

    Raises:
        TypeError: It is an entry of another lane.
    """
    if not isinstance(fixture.expected, PathExpectation):
        raise TypeError(f"no entry of the path lane: {fixture.question.key}")
    return fixture.expected


def _measured(fixture: FixtureRun, final_k: int) -> Measured:
    expected = expectation_of(fixture)
    targets = targets_of(expected)
    rows = [
        score_chunks(rank_chunks(attempt.hits, targets), len(targets), final_k)
        for attempt in fixture.attempts
        if attempt.error is None
    ]
    values = {name: tuple(row[name] for row in rows) for name in measure_names(final_k)}
    return Measured(
        fixture.question.key, fixture.question.category, not expected.uninformative, values
    )


def _ranked(rank: int, hit: RunHit, targets: Sequence[Target]) -> RankedChunk:
    labels = [_label(hit, target) for target in targets]
    satisfied = frozenset(place for place, label in enumerate(labels) if label.satisfies)
    return RankedChunk(rank, hit, max(labels, default=Label.NONE), satisfied)


def _label(hit: RunHit, target: Target) -> Label:
    if not means_document(document_form(hit.path), target.form):
        return Label.NONE
    if target.span is None:
        return Label.FILE
    if target.span.unit == "page":
        return _label_span(hit.pages, target.span, missing=Label.NO_PAGE_PROVENANCE)
    return _label_span(hit.lines, target.span, missing=Label.OUTSIDE_LOCATION)


def _label_span(found: tuple[int, int] | None, wanted: Span, *, missing: Label) -> Label:
    if found is None:
        return missing
    first, last = found[0], max(found)
    overlaps = first <= wanted.end and wanted.start <= last
    return Label.LOCATION if overlaps else Label.OUTSIDE_LOCATION


def _first_ranks(chunks: Sequence[RankedChunk]) -> Mapping[int, int]:
    """Map each satisfied expectation to the rank at which it is first satisfied."""
    first: dict[int, int] = {}
    for chunk in chunks:
        for place in chunk.satisfied:
            first.setdefault(place, chunk.rank)
    return first


def _ndcg(novel: Sequence[int], expectations: int) -> float:
    ideal = _gain(range(1, min(expectations, NDCG_CUTOFF) + 1))
    return _gain(rank for rank in novel if rank <= NDCG_CUTOFF) / ideal if ideal else 0.0


def _gain(ranks: Iterator[int] | range) -> float:
    return sum(1 / log2(rank + 1) for rank in ranks)


def _average_precision(novel: Sequence[int], expectations: int) -> float:
    if not expectations:
        return 0.0
    precisions = (count / rank for count, rank in enumerate(novel, start=1) if rank <= AP_CUTOFF)
    return sum(precisions) / min(expectations, AP_CUTOFF)
