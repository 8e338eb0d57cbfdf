"""What became of a facet: covered, missed and why, or rescued. Pure, from the saved run alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from fixturetool.evaluation.run import Attempt, FixtureRun, Key
from fixturetool.evaluation.scores import FacetScore
from fixturetool.judge.evidence import Entry
from fixturetool.judge.parse import Verdict

_UNSETTLED = {verdict.value for verdict in Verdict if not verdict.settled}


class Fate(StrEnum):
    """What became of a facet over the repeats of a run."""

    COVERED = "covered"
    SOMETIMES = "covered sometimes"
    RESCUED = "rescued by the judge"
    FALSE_MISS = "false miss"
    TRUE_MISS = "true miss"
    MISSED = "missed"
    UNWINNABLE = "unwinnable"
    UNJUDGED = "no verdict"
    NOT_SCORED = "not scored"

    @property
    def note(self) -> str:
        """What it means, in a sentence for people."""
        return _NOTES[self]

    @property
    def missing(self) -> bool:
        """Whether every scored repeat missed it."""
        return self in _MISSING


_MISSING = {Fate.FALSE_MISS, Fate.TRUE_MISS, Fate.MISSED, Fate.UNWINNABLE, Fate.UNJUDGED}
_NOTES = {
    Fate.COVERED: "Every repeat retrieved a source that holds an anchor.",
    Fate.SOMETIMES: "Some repeats retrieved a source that holds an anchor, others did not.",
    Fate.RESCUED: "Covered by nothing but anchors that a judge took from what was retrieved.",
    Fate.FALSE_MISS: "A judge found it stated in a retrieved source, in words that are no anchor.",
    Fate.TRUE_MISS: "A judge read what was retrieved and found it stated nowhere.",
    Fate.MISSED: "No retrieved source holds an anchor; no judge has read them.",
    Fate.UNWINNABLE: "No source of the corpus holds any of its anchors: correct the fixture.",
    Fate.UNJUDGED: "No retrieved source holds an anchor, and a judge was asked in vain.",
    Fate.NOT_SCORED: "Every retrieval failed.",
}

FacetEvidence = Mapping[tuple[Key, str], Sequence[Entry]]


def by_facet(entries: Iterable[Entry]) -> FacetEvidence:
    """Put the evidence of each facet together, in the order in which it was noted.

    Returns:
        ``((category, language, query), facet)`` to its entries.
    """
    gathered: dict[tuple[Key, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        gathered[(entry.category, entry.language, entry.query), entry.facet].append(entry)
    return gathered


def fate(facet: FacetScore, fixture: FixtureRun, entries: Sequence[Entry] = ()) -> Fate:
    """Tell what became of a facet.

    Args:
        facet: Its score.
        fixture: The fixture that it belongs to.
        entries: What judges replied about it.
    """
    if not facet.ranks:
        return Fate.NOT_SCORED
    if not facet.hits:
        return _missed(facet, entries)
    if not _hits_without_judge(facet.name, fixture):
        return Fate.RESCUED
    return Fate.COVERED if facet.hits == len(facet.ranks) else Fate.SOMETIMES


def _missed(facet: FacetScore, entries: Sequence[Entry]) -> Fate:
    if any(entry.step == "write" for entry in entries):
        return Fate.FALSE_MISS
    if not facet.winnable:
        return Fate.UNWINNABLE
    if not entries:
        return Fate.MISSED
    return Fate.UNJUDGED if _unsettled(entries) else Fate.TRUE_MISS


def _unsettled(entries: Sequence[Entry]) -> bool:
    """Tell whether a question that was asked has no answer, not even to a later try."""
    last = {(one.step, one.model, one.prompt, one.vote): one.verdict for one in entries}
    return any(verdict in _UNSETTLED for verdict in last.values())


def _hits_without_judge(facet: str, fixture: FixtureRun) -> bool:
    own = {
        position
        for position, anchor in enumerate(fixture.anchors)
        if facet in anchor.covers and not anchor.by_judge
    }
    return any(_matched(attempt, own) for attempt in fixture.attempts)


def _matched(attempt: Attempt, positions: set[int]) -> bool:
    return any(positions.intersection(hit.anchors) for hit in attempt.hits)
