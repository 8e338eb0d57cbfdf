"""Facet coverage: how much of what a complete answer needs was retrieved. Pure, from the run alone.

A facet is covered at rank r when the source at rank r holds any of its anchors. The coverage rate
at cutoff k is written ``coverage@k``: the share of all facets, pooled over the queries. Of a single
query it is what the TREC family calls subtopic recall, ``StRecall@k`` (Zhai, Cohen and Lafferty,
"Beyond independent relevance", SIGIR 2003), whose mean is over queries and so another number.
Retrievals that failed are left out of every number but the count of errors; a ranking without hits
covers nothing and counts.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise, repeat
from statistics import fmean, median

from fixturetool.errors import StateError
from fixturetool.evaluation.run import Anchor, Attempt, FixtureRun, Run
from fixturetool.evaluation.scores import (
    AnchorScore,
    Coverage,
    FacetScore,
    FixtureScore,
    RankedFacets,
    Ranking,
    Summary,
)

# For one scored repeat: rank to the positions of the anchors that matched at it.
_Matches = Mapping[int, frozenset[int]]


def score(run: Run) -> Coverage:
    """Score a run that knows what matched where.

    Args:
        run: A run that has been through ``grounding.ground``.

    Raises:
        StateError: It has not.
    """
    fixtures = tuple(_score_fixture(fixture, run) for fixture in run.fixtures)
    categories: dict[str, list[FixtureScore]] = {}
    for fixture in fixtures:
        categories.setdefault(fixture.question.category, []).append(fixture)
    k = run.settings.k
    return Coverage(
        fixtures=fixtures,
        categories={name: _summarize(scores, k) for name, scores in categories.items()},
        summary=_summarize(fixtures, k),
    )


def _score_fixture(fixture: FixtureRun, run: Run) -> FixtureScore:
    if not fixture.facets:
        raise StateError(
            f"run '{run.id}' was never graded on '{fixture.question.query}'",
            hint="score it with its fixtures first",
        )
    k = run.settings.k
    scored = [_matches(attempt, k) for attempt in fixture.attempts if attempt.error is None]
    facets = tuple(_score_facet(name, fixture.anchors, scored) for name in fixture.facets)
    return FixtureScore(
        question=fixture.question,
        facets=facets,
        coverage=tuple(
            sum(facet.ranks[position] is not None for facet in facets)
            for position in range(len(scored))
        ),
        anchors=tuple(
            AnchorScore(anchor.passage, anchor.covers, _mean_sources({position}, scored))
            for position, anchor in enumerate(fixture.anchors)
        ),
        matching_sources=_mean_sources(set(range(len(fixture.anchors))), scored),
        curve=_curve(facets, k) if scored else (),
        rankings=tuple(_ranking(attempt, fixture, k) for attempt in fixture.attempts),
    )


def _matches(attempt: Attempt, k: int) -> _Matches:
    found: dict[int, frozenset[int]] = {}
    for hit in attempt.hits:
        if hit.rank <= k:
            found[hit.rank] = found.get(hit.rank, frozenset()).union(hit.anchors)
    return found


def _score_facet(name: str, anchors: Sequence[Anchor], scored: Sequence[_Matches]) -> FacetScore:
    own = {position for position, anchor in enumerate(anchors) if name in anchor.covers}
    return FacetScore(
        name=name,
        ranks=tuple(
            min((rank for rank, found in matches.items() if found & own), default=None)
            for matches in scored
        ),
        winnable=any(anchors[position].sources for position in own),
    )


def _mean_sources(positions: set[int], scored: Sequence[_Matches]) -> float | None:
    """Average, over the repeats, how many ranked sources match any of these anchors."""
    if not scored:
        return None
    return fmean(sum(bool(found & positions) for found in matches.values()) for matches in scored)


def _curve(facets: Sequence[FacetScore], k: int) -> tuple[float, ...]:
    """Return the share at cutoff 1 to k, found only where a rank raises it: k may be a million."""
    ranks = [rank for facet in facets for rank in facet.ranks if rank is not None]
    starts = sorted({1, *(rank for rank in ranks if rank > 1)})
    shares = [float(_covered_at(facets, cutoff) / len(facets)) for cutoff in starts]
    lengths = (end - start for start, end in pairwise([*starts, k + 1]))
    return tuple(chain.from_iterable(repeat(*one) for one in zip(shares, lengths, strict=True)))


def _covered_at(facets: Sequence[FacetScore], cutoff: int) -> Fraction:
    """Add up the facets' hit rates, exactly; one fraction for all that have as many repeats."""
    hits: Counter[int] = Counter()
    for facet in facets:
        hits[len(facet.ranks)] += facet.hits_at(cutoff)
    return sum((Fraction(found, repeats) for repeats, found in hits.items()), Fraction())


def _ranking(attempt: Attempt, fixture: FixtureRun, k: int) -> Ranking:
    heads = {hit.rank: hit for hit in reversed(attempt.hits) if hit.rank <= k}
    matches = _matches(attempt, k)
    return Ranking(
        repeat=attempt.repeat,
        sources=tuple(
            RankedFacets(
                rank=rank,
                path=heads[rank].path,
                official=heads[rank].official,
                facets=_covered_by(matches[rank], fixture),
            )
            for rank in sorted(heads)
        ),
        latency_ms=attempt.latency_ms,
        error=attempt.error,
        rewrite=attempt.rewrite,
    )


def _covered_by(positions: frozenset[int], fixture: FixtureRun) -> tuple[str, ...]:
    covered = {name for position in positions for name in fixture.anchors[position].covers}
    return tuple(name for name in fixture.facets if name in covered)


def _summarize(fixtures: Sequence[FixtureScore], k: int) -> Summary:
    facets = [facet for fixture in fixtures if fixture.scored for facet in fixture.facets]
    rates = [fixture.coverage_rate for fixture in fixtures if fixture.coverage_rate is not None]
    rankings = [ranking for fixture in fixtures for ranking in fixture.rankings]
    curve = _curve(facets, k) if facets else ()
    latencies = sorted(ranking.latency_ms for ranking in rankings if ranking.error is None)
    return Summary(
        facets=len(facets),
        covered=float(_covered_at(facets, k)),
        coverage_rate=curve[-1] if curve else None,
        mean_query_coverage_rate=fmean(rates) if rates else None,
        median_query_coverage_rate=median(rates) if rates else None,
        queries=len(fixtures),
        scored=len(rates),
        errors=sum(ranking.error is not None for ranking in rankings),
        empty=sum(ranking.empty for ranking in rankings),
        unresolved=sum(
            source.official is None for ranking in rankings for source in ranking.sources
        ),
        unwinnable=sum(not facet.winnable for facet in facets),
        curve=curve,
        latency_p50_ms=percentile(latencies, 50),
        latency_p95_ms=percentile(latencies, 95),
    )


def percentile(ascending: Sequence[float], percent: int) -> float | None:
    """Return the smallest value that at least this share of the values does not exceed.

    This is the nearest-rank definition: the answer is always one of the values.

    Args:
        ascending: The values, sorted.
        percent: Above 0, up to 100.
    """
    if not ascending:
        return None
    return ascending[math.ceil(len(ascending) * percent / 100) - 1]
