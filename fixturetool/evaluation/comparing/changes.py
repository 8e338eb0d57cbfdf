"""What became of each question and facet, matched by what it is and never by its position."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from fixturetool.evaluation.comparing.side import Hits, Side
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import Key
from fixturetool.evaluation.stats import Interval, hit_rate_interval


@dataclass(frozen=True, slots=True)
class FacetChange:
    """A facet that both runs scored.

    Attributes:
        name: The facet.
        base: How often the base run covers it.
        current: How often the current run does.
    """

    name: str
    base: Hits
    current: Hits

    @property
    def difference(self) -> float:
        """The hit rate of the current run less that of the base."""
        return self.current.rate - self.base.rate

    @property
    def intervals(self) -> tuple[Interval | None, Interval | None]:
        """Wilson's interval of each hit rate, None where the repeats agree."""
        before, after = self.base, self.current
        return (
            hit_rate_interval(before.hits, before.repeats),
            hit_rate_interval(after.hits, after.repeats),
        )

    @property
    def lost_sources(self) -> tuple[str, ...]:
        """The sources that covered it in the base run and don't in the current one."""
        return tuple(path for path in self.base.sources if path not in self.current.sources)


@dataclass(frozen=True, slots=True)
class QueryChange:
    """A question that both runs scored.

    Attributes:
        key: Category, language, and query or name.
        query: What is asked.
        group: What it is counted with.
        base: Its headline in each scored repeat of the base run.
        current: The same for the current run.
        facets: Its facets that both runs have; empty in other lanes.
    """

    key: Key
    query: str
    group: str
    base: tuple[float, ...]
    current: tuple[float, ...]
    facets: tuple[FacetChange, ...]

    @property
    def difference(self) -> float:
        """The mean of the current run less that of the base; 0 where rounding alone differs."""
        difference = fmean(self.current) - fmean(self.base)
        return difference if abs(difference) > 1e-12 else 0.0

    @property
    def steady(self) -> bool | None:
        """Whether every repeat of one run is better than every one of the other.

        None where it can't be told, as no run has a second repeat.
        """
        if max(len(self.base), len(self.current)) == 1:
            return None
        return max(self.base) < min(self.current) or max(self.current) < min(self.base)

    @property
    def lost(self) -> tuple[FacetChange, ...]:
        """The facets that are covered less often."""
        return tuple(one for one in self.facets if one.difference < 0)

    @property
    def gained(self) -> tuple[FacetChange, ...]:
        """The facets that are covered more often."""
        return tuple(one for one in self.facets if one.difference > 0)


@dataclass(frozen=True, slots=True)
class Matched:
    """The questions of two sides.

    Attributes:
        queries: Those that both scored, in the order of the base.
        only_base: Asked in the base run alone.
        only_current: Asked in the current run alone.
        uninformative: Asked in both, and telling nothing in either.
        unscored: Asked in both, and without an answer in one or both.
    """

    queries: tuple[QueryChange, ...]
    only_base: tuple[Key, ...]
    only_current: tuple[Key, ...]
    uninformative: tuple[Key, ...]
    unscored: tuple[Key, ...]


def match_questions(base: Side, current: Side) -> Matched:
    """Match the questions of two sides by category, language and query.

    What is uninformative in one run alone, as when its corpus lost the sources, counts.
    """
    before = {one.key: one for one in base.measured}
    after = {one.key: one for one in current.measured}
    both = [key for key in before if key in after]
    told = [key for key in both if before[key].informative or after[key].informative]
    scored = [key for key in told if _values(before[key]) and _values(after[key])]
    return Matched(
        queries=tuple(_change(before[key], after[key], base, current) for key in scored),
        only_base=tuple(key for key in before if key not in after),
        only_current=tuple(key for key in after if key not in before),
        uninformative=_without(both, told),
        unscored=_without(told, scored),
    )


def _without(keys: list[Key], taken: list[Key]) -> tuple[Key, ...]:
    left = set(taken)
    return tuple(key for key in keys if key not in left)


def _values(measured: Measured) -> tuple[float, ...]:
    return next(iter(measured.values.values()), ())


def _change(before: Measured, after: Measured, base: Side, current: Side) -> QueryChange:
    return QueryChange(
        before.key,
        base.queries.get(before.key, before.key[2]),
        before.group,
        _values(before),
        _values(after),
        tuple(_facets(base.facets.get(before.key, {}), current.facets.get(before.key, {}))),
    )


def _facets(base: Mapping[str, Hits], current: Mapping[str, Hits]) -> Iterator[FacetChange]:
    for name, hits in base.items():
        if name in current and hits.repeats and current[name].repeats:
            yield FacetChange(name, hits, current[name])
