"""What a model replied, to records; nothing in it is taken on trust. Pure.

Facets count only under their exact names, never by position or likeness. What is absent or can't be
read is unscored; what contradicts itself is no support.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_REASON = 500
"""Characters that are kept of what a model gives as its reason."""


class Verdict(StrEnum):
    """What is known about a span: only ``ATTESTED`` accepts it.

    The last three are no verdicts but the lack of one: a reply that can't be read, a provider that
    gave none, a call that was not made because of the budget.
    """

    ATTESTED = "attested"
    NOT_ATTESTED = "not attested"
    UNSCORED = "unscored"
    UNAVAILABLE = "unavailable"
    NOT_ASKED = "not asked"

    @property
    def settled(self) -> bool:
        """Whether asking again is pointless."""
        return self in {Verdict.ATTESTED, Verdict.NOT_ATTESTED}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the finder replied about a facet.

    Attributes:
        span: The span, perhaps blank; None when it found nothing.
        why: Its justification, for people.
    """

    span: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the verifier replied about a facet and a span.

    Attributes:
        verdict: The verdict.
        reason: Its reason, for people.
    """

    verdict: Verdict
    reason: str


CONTRADICTORY = Proposal(None, "the reply contradicts itself")
"""Stands for a facet that a reply gave several answers to."""

ABSENT = Opinion(Verdict.UNSCORED, "the reply says nothing about the facet")


def parse_proposals(value: Mapping[str, object], asked: Sequence[str]) -> dict[str, Proposal]:
    """Read a finder's reply.

    Args:
        value: The JSON object that the model replied with.
        asked: The facets that it was asked for.

    Returns:
        The facets that it answered, in the order asked; others are unscored.
    """
    given: dict[str, set[str | None]] = {}
    reasons: dict[str, str] = {}
    for facet, entry in _entries(value, "spans", asked):
        span = entry.get("span", ...)
        if span is None or isinstance(span, str):
            given.setdefault(facet, set()).add(span)
            reasons.setdefault(facet, _line(entry.get("why")))
    return {
        facet: Proposal(given[facet].pop(), reasons[facet])
        if len(given[facet]) == 1
        else CONTRADICTORY
        for facet in asked
        if facet in given
    }


def parse_opinion(value: Mapping[str, object], facet: str) -> Opinion:
    """Read a verifier's reply about one facet; only JSON ``true`` accepts.

    Args:
        value: The JSON object that the model replied with.
        facet: The facet that it was asked about.
    """
    entries = [entry for _, entry in _entries(value, "verdicts", [facet])]
    if not entries:
        return ABSENT
    said = [entry.get("attested") for entry in entries]
    reason = _line(entries[0].get("reason"))
    if all(one is True for one in said):
        return Opinion(Verdict.ATTESTED, reason)
    if all(one is False for one in said):
        return Opinion(Verdict.NOT_ATTESTED, reason)
    if any(isinstance(one, bool) for one in said):
        return Opinion(Verdict.NOT_ATTESTED, "the reply contradicts itself")
    return Opinion(Verdict.UNSCORED, "the verdict is neither true nor false")


def _entries(
    value: Mapping[str, object], name: str, facets: Sequence[str]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    # A model without structured output may leave out the list around a single answer.
    listed = value.get(name, [value])
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, dict):
            facet = entry.get("facet")
            if isinstance(facet, str) and facet in facets:
                yield facet, entry


def _line(value: object) -> str:
    line = " ".join(value.split()) if isinstance(value, str) else ""
    return line if len(line) <= MAX_REASON else f"{line[: MAX_REASON - 1]}…"
