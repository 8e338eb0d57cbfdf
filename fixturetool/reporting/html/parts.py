"""The lines of the heat map and of the drill-down: facets, in the other lanes a headline."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.measured import Measured, measured
from fixturetool.evaluation.run import Anchor, FixtureRun, Run
from fixturetool.evaluation.scores import FacetScore, FixtureScore
from fixturetool.judge.evidence import Entry
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.verdicts import Fate, by_facet, fate


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the heat map: one facet (or question) in one repeat.

    Attributes:
        style: ``r1`` to ``r5`` from the best rank to the worst, ``miss`` or ``error``.
        mark: What stands in it.
    """

    style: str
    mark: str


@dataclass(frozen=True, slots=True)
class AnchorView:
    """An anchor and what came of it.

    Attributes:
        number: 1-based, in the fixture.
        anchor: The anchor.
        found: ``rank N · path`` of the sources that matched it.
    """

    number: int
    anchor: Anchor
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the heat map and of the drill-down: a facet, or the headline of a question.

    Attributes:
        name: The facet, or the measure.
        description: What the facet claims, or ``""``.
        fate: What became of it, as a word.
        note: What that means.
        style: How it is coloured: ``good``, ``some``, ``bad``, ``void``.
        cells: One for each repeat.
        anchors: The facet's anchors.
        evidence: What judges replied about it.
    """

    name: str
    description: str
    fate: str
    note: str
    style: str
    cells: tuple[Cell, ...]
    anchors: tuple[AnchorView, ...] = ()
    evidence: tuple[Entry, ...] = ()

    @property
    def telling(self) -> bool:
        """Whether the note says more than the squares do."""
        return self.fate not in _PLAIN


def facet_parts(report: Report) -> Iterator[tuple[Part, ...]]:
    """Yield the facets of each fixture of a run of the facet lane."""
    evidence = by_facet(report.evidence)
    for fixture, scored in zip(report.run.fixtures, score(report.run).fixtures, strict=True):
        found = _found(fixture, report.run.settings.k)
        yield tuple(
            _facet(
                facet, fixture, scored, evidence.get((fixture.question.key, facet.name), ()), found
            )
            for facet in scored.facets
        )


# What the squares tell by themselves.
_PLAIN = {Fate.COVERED, Fate.SOMETIMES, Fate.MISSED, "found", "found sometimes", "missed"}
_STYLES = {
    Fate.COVERED: "good",
    Fate.RESCUED: "good",
    Fate.SOMETIMES: "some",
    Fate.UNWINNABLE: "void",
    Fate.NOT_SCORED: "void",
}


def _facet(
    facet: FacetScore,
    fixture: FixtureRun,
    scored: FixtureScore,
    entries: Sequence[Entry],
    found: Mapping[int, tuple[str, ...]],
) -> Part:
    end = fate(facet, fixture, entries)
    ranks = iter(facet.ranks)
    return Part(
        name=facet.name,
        description=fixture.facets[facet.name],
        fate=end.value,
        note=end.note,
        style=_STYLES.get(end, "bad"),
        cells=tuple(
            _rank_cell(None if ranking.error else next(ranks), ranking.error)
            for ranking in scored.rankings
        ),
        anchors=tuple(
            AnchorView(position + 1, anchor, found.get(position, ()))
            for position, anchor in enumerate(fixture.anchors)
            if facet.name in anchor.covers
        ),
        evidence=tuple(entries),
    )


def _found(fixture: FixtureRun, k: int) -> Mapping[int, tuple[str, ...]]:
    """Map each anchor that matched to where, best rank first."""
    best: dict[int, dict[str, int]] = {}
    for attempt in fixture.attempts:
        for hit in attempt.hits:
            for position in hit.anchors if hit.rank <= k else ():
                ranks = best.setdefault(position, {})
                ranks[hit.path] = min(hit.rank, ranks.get(hit.path, hit.rank))
    return {
        position: tuple(
            f"rank {rank} · {path}"
            for path, rank in sorted(ranks.items(), key=lambda one: (one[1], one[0]))
        )
        for position, ranks in best.items()
    }


# The last ranks of all shades but the faintest.
_SHADES = (1, 2, 4, 7)


def _rank_cell(rank: int | None, error: str | None) -> Cell:
    if error:
        return Cell("error", "!")
    if rank is None:
        return Cell("miss", "–")
    shade = bisect_left(_SHADES, rank) + 1
    return Cell(f"r{shade}", str(rank))


def headline_parts(run: Run) -> Iterator[tuple[Part, ...]]:
    """Yield the headline of each question of a run of another lane."""
    for fixture, row in zip(run.fixtures, measured(run), strict=True):
        name, values = next(iter(row.values.items()))
        scored = iter(values)
        cells = tuple(
            _value_cell(None if attempt.error else next(scored)) for attempt in fixture.attempts
        )
        yield (_headline_part(name, row, values, cells),)


def _headline_part(
    name: str, row: Measured, values: Sequence[float], cells: tuple[Cell, ...]
) -> Part:
    if not row.informative:
        fate, style, note = "uninformative", "void", "No retriever can fail it; in no mean."
    elif not values:
        fate, style, note = "not scored", "void", "Every retrieval failed."
    elif all(values):
        fate, style, note = "found", "good", "Every repeat found it."
    elif any(values):
        fate, style, note = "found sometimes", "some", "Some repeats found it."
    else:
        fate, style, note = "missed", "bad", "No repeat found it."
    return Part(name, "", fate, note, style, cells)


def _value_cell(value: float | None) -> Cell:
    if value is None:
        return Cell("error", "!")
    return Cell("r1", "✓") if value else Cell("miss", "–")
