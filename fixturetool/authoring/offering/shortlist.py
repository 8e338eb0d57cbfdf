"""Ranking proposals so that the first ones are good alternates: other sources, other wording."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from fixturetool.authoring.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from fixturetool.authoring.offering.proposals import Proposal

_ALIKE = 75.0  # percent of two wordings, folded, from which they are one
_BROAD_SHARE, _BROAD_LEAST = 0.02, 3  # of the corpus; fewer sources are never too many
_ATTESTED, _OFFICIAL, _RELATED = 8.0, 1.5, 0.25
_ROUGH = 8.0  # a cut inside a clause, or clauses of two sentences
_HEADING = 4.0  # it is found by its name alone
_GOOD_LENGTH = range(8, 25)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the corpus says about a proposal.

    Attributes:
        proposal: The slice.
        sources: How many sources contain it.
        reachable: Whether the query leads to its source; None when there is no query.
        related: How many words of the query stand around it.
    """

    proposal: Proposal
    sources: int
    reachable: bool | None
    related: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A proposal in its place.

    Attributes:
        facts: The proposal.
        group: The number of its wording, from 1.
    """

    facts: Facts
    group: int


def shortlist(
    facts: Iterable[Facts], corpus_size: int, known: Collection[str] = ()
) -> tuple[Ranked, ...]:
    """Rank proposals.

    First comes the best of each wording from sources that no earlier one is from, then other
    wordings of these sources, then repetitions, headings, and what no query leads to or many
    sources say.

    Args:
        facts: The proposals.
        corpus_size: How many sources the corpus has.
        known: Anchors that there are already: their wording is not offered again.
    """
    ordered = sorted(facts, key=lambda one: _order(one, corpus_size))
    numbers = _wordings(ordered, known)
    left = [(one, number) for one, number in zip(ordered, numbers, strict=True) if number >= 0]
    chosen: list[tuple[Facts, int]] = []
    for demand in range(4):
        left = _choose(left, chosen, demand, corpus_size)
    group_of: dict[int, int] = {}
    return tuple(
        Ranked(one, group_of.setdefault(number, len(group_of) + 1)) for one, number in chosen
    )


def _choose(
    left: Sequence[tuple[Facts, int]],
    chosen: list[tuple[Facts, int]],
    demand: int,
    corpus_size: int,
) -> list[tuple[Facts, int]]:
    """Move what meets a demand, which is lower each time, and return the rest."""
    sources = {one.proposal.source for one, _ in chosen}
    groups = {number for _, number in chosen}
    rest: list[tuple[Facts, int]] = []
    for one, number in left:
        is_good = (
            one.reachable is not False
            and not _is_broad(one.sources, corpus_size)
            and one.proposal.roughness < _ROUGH
            and not one.proposal.is_heading
        )
        is_new = number not in groups
        is_elsewhere = one.proposal.source not in sources
        if (is_good and is_new and is_elsewhere, is_good and is_new, is_new, True)[demand]:
            chosen.append((one, number))
            sources.add(one.proposal.source)
            groups.add(number)
        else:
            rest.append((one, number))
    return rest


def _order(one: Facts, corpus_size: int) -> tuple[float, str, int]:
    proposal = one.proposal
    worth = _ATTESTED + _OFFICIAL * proposal.official - proposal.roughness / 2
    worth += len(proposal.passage) in _GOOD_LENGTH
    score = worth * proposal.attested  # a fine slice that says little of the claim is worth little
    score += _RELATED * min(one.related, 4)
    score -= log2(max(one.sources, 1))
    score -= _HEADING * proposal.is_heading
    score -= 4.0 * _is_broad(one.sources, corpus_size)
    return -round(score, 6), proposal.source, proposal.start


def _is_broad(sources: int, corpus_size: int) -> bool:
    return sources > max(_BROAD_LEAST, _BROAD_SHARE * corpus_size)


def _wordings(ordered: Sequence[Facts], known: Collection[str]) -> list[int]:
    """Number the wordings in the order given; -1 for one that is known."""
    from rapidfuzz import fuzz

    kept = [(fold(text), -1) for text in known]
    numbers: list[int] = []
    for at, one in enumerate(ordered):
        text = fold(one.proposal.passage)
        number = next(
            (
                number
                for other, number in kept
                if text in other or other in text or fuzz.ratio(text, other) >= _ALIKE
            ),
            at,
        )
        if number == at:
            kept.append((text, at))
        numbers.append(number)
    return numbers
