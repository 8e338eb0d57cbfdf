"""The records of a scored run."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median_low

from fixturetool.evaluation.run import Question


@dataclass(frozen=True, slots=True)
class FacetScore:
    """How one facet fared.

    Attributes:
        name: The facet.
        ranks: For each scored repeat the 1-based rank of the first source that covers it, or
            None for a miss.
        winnable: Whether any source of the corpus holds any of its anchors.
    """

    name: str
    ranks: tuple[int | None, ...]
    winnable: bool

    @property
    def hits(self) -> int:
        """The number of scored repeats that cover it."""
        return sum(rank is not None for rank in self.ranks)

    @property
    def hit_rate(self) -> float | None:
        """The share of the scored repeats that cover it, in [0, 1]; None if none was scored."""
        return self.hits / len(self.ranks) if self.ranks else None

    @property
    def median_rank(self) -> int | None:
        """The median of its ranks where it was covered, the lower one of two; None if never."""
        found = [rank for rank in self.ranks if rank is not None]
        return median_low(found) if found else None

    def hits_at(self, cutoff: int) -> int:
        """Return how many scored repeats cover it at a rank up to the cutoff."""
        return sum(rank is not None and rank <= cutoff for rank in self.ranks)


@dataclass(frozen=True, slots=True)
class AnchorScore:
    """How often one anchor was retrieved.

    Attributes:
        passage: The anchor.
        covers: Its facets.
        mean_sources: Retrieved sources that it matched, on average over the scored repeats;
            above 1 it is redundant there. None if no repeat was scored.
    """

    passage: str
    covers: tuple[str, ...]
    mean_sources: float | None


@dataclass(frozen=True, slots=True)
class RankedFacets:
    """A retrieved source and what it covers.

    Attributes:
        rank: 1-based.
        path: The source.
        official: None for a path that is no source of the corpus.
        facets: The facets that it covers, in the fixture's order.
    """

    rank: int
    path: str
    official: bool | None
    facets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one repeat brought back, cut at k.

    Attributes:
        repeat: 1-based.
        sources: By rank.
        latency_ms: Milliseconds that the retrieval took.
        error: Why it failed, or None.
        rewrite: What was searched in place of the query, or ``""``.
    """

    repeat: int
    sources: tuple[RankedFacets, ...]
    latency_ms: float
    error: str | None
    rewrite: str = ""

    @property
    def empty(self) -> bool:
        """Whether the retriever answered, with nothing."""
        return self.error is None and not self.sources


@dataclass(frozen=True, slots=True)
class FixtureScore:
    """How one fixture fared.

    Attributes:
        question: The fixture as asked.
        facets: In the fixture's order.
        coverage: Facets covered, for each scored repeat.
        anchors: In the fixture's order.
        matching_sources: Retrieved sources that hold any anchor, on average over the scored
            repeats; None if none was scored.
        curve: Its coverage rate at cutoff 1 to k, which is its ``StRecall@1`` to ``StRecall@k``;
            empty if no repeat was scored.
        rankings: All repeats, failed ones too.
    """

    question: Question
    facets: tuple[FacetScore, ...]
    coverage: tuple[int, ...]
    anchors: tuple[AnchorScore, ...]
    matching_sources: float | None
    curve: tuple[float, ...]
    rankings: tuple[Ranking, ...]

    @property
    def scored(self) -> bool:
        """Whether any repeat got an answer."""
        return bool(self.coverage)

    @property
    def mean_coverage(self) -> float | None:
        """Facets covered, on average over the scored repeats; None if none was scored."""
        return fmean(self.coverage) if self.scored else None

    @property
    def coverage_rate(self) -> float | None:
        """``mean_coverage`` over the number of facets, in [0, 1]; None if none was scored."""
        return sum(self.coverage) / (len(self.coverage) * len(self.facets)) if self.scored else None

    @property
    def missed(self) -> tuple[str, ...]:
        """The facets that every scored repeat missed; empty if none was scored."""
        return tuple(facet.name for facet in self.facets if facet.ranks and not facet.hits)

    @property
    def errors(self) -> tuple[Ranking, ...]:
        """The repeats that failed."""
        return tuple(ranking for ranking in self.rankings if ranking.error is not None)


@dataclass(frozen=True, slots=True)
class Summary:
    """The totals.

    Attributes:
        facets: Facets of the scored fixtures.
        covered: Of these, how many a run covers: the sum of their hit rates, a whole number
            when nothing was repeated. More repeats make it steadier, not larger.
        coverage_rate: ``covered`` over ``facets`` (micro average); None if nothing was scored.
        mean_query_coverage_rate: The mean of the scored fixtures' rates (macro average).
        median_query_coverage_rate: Their median; of two middle ones the mean.
        queries: All fixtures.
        scored: Fixtures with an answer to at least one repeat.
        errors: Retrievals that failed, each repeat counted.
        empty: Retrievals that were answered with nothing.
        unresolved: Ranked sources, over all retrievals, whose path is no source of the corpus.
        unwinnable: Facets of the scored fixtures that no source of the corpus has an anchor of.
        curve: The coverage rate at cutoff 1 to k, ``coverage@1`` to ``coverage@k``; its last value
            is ``coverage_rate``; empty if nothing was scored.
        latency_p50_ms: Median latency of the retrievals that were answered, by nearest rank.
        latency_p95_ms: The latency that 95 % of them did not exceed, by nearest rank.
    """

    facets: int
    covered: float
    coverage_rate: float | None
    mean_query_coverage_rate: float | None
    median_query_coverage_rate: float | None
    queries: int
    scored: int
    errors: int
    empty: int
    unresolved: int
    unwinnable: int
    curve: tuple[float, ...]
    latency_p50_ms: float | None
    latency_p95_ms: float | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """A scored run.

    Attributes:
        fixtures: In file order.
        categories: The totals of each category, in file order.
        summary: The totals.
    """

    fixtures: tuple[FixtureScore, ...]
    categories: Mapping[str, Summary]
    summary: Summary

    @property
    def strange_paths(self) -> tuple[str, ...]:
        """Every path that came back, by rank, where none is a source of the corpus; else none."""
        rankings = [ranking for fixture in self.fixtures for ranking in fixture.rankings]
        sources = [source for ranking in rankings for source in ranking.sources]
        if any(source.official is not None for source in sources):
            return ()
        return tuple(source.path for source in sources)
