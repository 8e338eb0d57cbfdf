"""A scored run of the path lane, with what its reports show; pure, from the run alone."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fixturetool.evaluation.lanes.expectation import PathExpectation, Span
from fixturetool.evaluation.lanes.paths import (
    RankedChunk,
    Target,
    expectation_of,
    measure_names,
    rank_chunks,
    score_chunks,
    targets_of,
)
from fixturetool.evaluation.run import Attempt, FixtureRun, Question, Run


@dataclass(frozen=True, slots=True)
class PathRanking:
    """One retrieval of an entry.

    Attributes:
        repeat: 1-based.
        chunks: In the order in which they came back.
        scores: Measure to value; empty where the retrieval failed.
        latency_ms: Milliseconds that it took.
        error: Why it failed, or None.
    """

    repeat: int
    chunks: tuple[RankedChunk, ...]
    scores: Mapping[str, float]
    latency_ms: float
    error: str | None

    def first_rank(self, position: int) -> int | None:
        """Return the rank of the first chunk that satisfies an expectation, by its position."""
        return next((one.rank for one in self.chunks if position in one.satisfied), None)


@dataclass(frozen=True, slots=True)
class PathScore:
    """How one entry fared.

    Attributes:
        question: The entry as asked.
        expected: What it expects.
        targets: Its expectations, each document once.
        rankings: All repeats, failed ones too.
    """

    question: Question
    expected: PathExpectation
    targets: tuple[Target, ...]
    rankings: tuple[PathRanking, ...]

    @property
    def informative(self) -> bool:
        """Whether a system can fail it."""
        return not self.expected.uninformative

    @property
    def scored(self) -> bool:
        """Whether any repeat got an answer."""
        return any(ranking.error is None for ranking in self.rankings)

    @property
    def whole_spans(self) -> tuple[Span, ...]:
        """The locations that are known to be whole documents."""
        return tuple(span for span in self.expected.expected_locations if span.whole)

    def mean(self, measure: str) -> float | None:
        """Return a measure's mean over the scored repeats, None where none was scored."""
        values = [ranking.scores[measure] for ranking in self.rankings if ranking.error is None]
        return fmean(values) if values else None


@dataclass(frozen=True, slots=True)
class PathTotals:
    """The totals of some entries.

    Attributes:
        total: All of them.
        uninformative: Of these, how many are in no mean since no system can fail them.
        scored: Informative entries with an answer to at least one repeat.
        errors: Retrievals that failed, each repeat counted.
        means: Measure to its mean over the scored informative entries; None without any.
        latency_p50_ms: Median latency of all retrievals that were answered; 0 without any.
        latency_p95_ms: The 95th percentile of it.
    """

    total: int
    uninformative: int
    scored: int
    errors: int
    means: Mapping[str, float | None]
    latency_p50_ms: float
    latency_p95_ms: float


@dataclass(frozen=True, slots=True)
class PathScores:
    """A scored run of the path lane.

    Attributes:
        entries: In file order.
        tags: Tag to the totals of its entries, in the order of first appearance.
        totals: The totals.
    """

    entries: tuple[PathScore, ...]
    tags: Mapping[str, PathTotals]
    totals: PathTotals


def score_paths(run: Run) -> PathScores:
    """Score a run of the path lane.

    Raises:
        TypeError: It is a run of another lane.
    """
    final_k = run.settings.final_k
    entries = tuple(_score_entry(fixture, final_k) for fixture in run.fixtures)
    tags = dict.fromkeys(tag for entry in entries for tag in entry.question.tags)
    return PathScores(
        entries=entries,
        tags={
            tag: _totals([one for one in entries if tag in one.question.tags], final_k)
            for tag in tags
        },
        totals=_totals(entries, final_k),
    )


def percentile_up(ascending: Sequence[float], share: float) -> float:
    """Return the value at 0-based position ``ceil(share * (n - 1))``; 0 without values.

    This is the public system's definition, which takes the larger of two middle values.

    Args:
        ascending: The values, sorted.
        share: From 0 to 1.
    """
    return ascending[math.ceil(share * (len(ascending) - 1))] if ascending else 0.0


def _score_entry(fixture: FixtureRun, final_k: int) -> PathScore:
    expected = expectation_of(fixture)
    targets = targets_of(expected)
    rankings = (_ranking(attempt, targets, final_k) for attempt in fixture.attempts)
    return PathScore(fixture.question, expected, targets, tuple(rankings))


def _ranking(attempt: Attempt, targets: Sequence[Target], final_k: int) -> PathRanking:
    chunks = rank_chunks(attempt.hits, targets)
    scores = score_chunks(chunks, len(targets), final_k) if attempt.error is None else {}
    return PathRanking(attempt.repeat, chunks, scores, attempt.latency_ms, attempt.error)


def _totals(entries: Sequence[PathScore], final_k: int) -> PathTotals:
    counted = [entry for entry in entries if entry.informative and entry.scored]
    rankings = [ranking for entry in entries for ranking in entry.rankings]
    latencies = sorted(ranking.latency_ms for ranking in rankings if ranking.error is None)
    return PathTotals(
        total=len(entries),
        uninformative=sum(not entry.informative for entry in entries),
        scored=len(counted),
        errors=sum(ranking.error is not None for ranking in rankings),
        means={name: _mean(_values(counted, name)) for name in measure_names(final_k)},
        latency_p50_ms=percentile_up(latencies, 0.5),
        latency_p95_ms=percentile_up(latencies, 0.95),
    )


def _values(entries: Sequence[PathScore], measure: str) -> Iterator[float]:
    for entry in entries:
        value = entry.mean(measure)
        if value is not None:
            yield value


def _mean(values: Iterator[float]) -> float | None:
    known = list(values)
    return fmean(known) if known else None
