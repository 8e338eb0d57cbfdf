"""The texts that may take the place of an anchor, and how sure each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.beside import bound_beside
from fixturetool.authoring.repairing.changes import Change, changed_facts, changes
from fixturetool.corpus.normalize import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fixturetool.authoring.repairing.search import Finder, Place
    from fixturetool.fixtures.model import Fixture, Passage

BAR = 0.9
# Confidence by what is known of the place; never above the bar where words differ.
_SAME_WORDS = 0.99
_NO_LABEL = 0.95
_OTHER_LABEL = 0.8
_RIVALS = 0.6
_MOST_OF_WORDS = 0.75
_MOST_OF_FACTS = 0.5
# Facts that a person may find to be none.
_MAY_BE_FORM = ("words:", "case:", "punctuation:")
# Fewer characters of the same words may stand anywhere.
_LEAST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Proposal:
    """The text that may take the place of an anchor.

    Attributes:
        text: The text to paste as the passage.
        path: Its source.
        line: The 1-based line of the source on which it begins.
        official: Whether the source is official.
        sources: How many sources hold the text.
        changes: The way from the anchor to the text, what is equal included.
        facts: What else than form differs, one phrase each.
        confidence: In [0, 1]; above 0.75 only where no fact is changed.
        labelled: Whether the label names the source; None where it names no source at all.
        rivals: Other texts of the corpus that are as like the anchor, with their sources.
        obstacles: Why a person has to look at it, one phrase each.
    """

    text: str
    path: str
    line: int
    official: bool
    sources: int
    changes: tuple[Change, ...]
    facts: tuple[str, ...]
    confidence: float
    labelled: bool | None
    rivals: tuple[tuple[str, str], ...]
    obstacles: tuple[str, ...]

    def is_safe(self, bar: float = BAR) -> bool:
        """Tell whether it may be written without a person's looking at the text."""
        return not self.obstacles and not self.facts and self.confidence >= bar


def propose(
    passage: Passage,
    fixture: Fixture,
    places: Sequence[Place],
    finder: Finder,
    holders: Mapping[str, Sequence[str]],
) -> tuple[Proposal, ...]:
    """Propose a text for each place that is like an anchor.

    Args:
        passage: The anchor that is gone.
        fixture: Its fixture.
        places: Places of different texts, the best first.
        finder: What found them.
        holders: The text of each place to the sources that hold it.

    Returns:
        A proposal for each place, in the same order.
    """
    others = [one for one in fixture.relevant_passages if one is not passage]
    return tuple(
        _proposal(
            passage,
            others,
            one,
            [rival for rival in places if rival is not one],
            finder,
            len(holders[one.text]),
        )
        for one in places
    )


def _proposal(
    passage: Passage,
    others: Sequence[Passage],
    best: Place,
    rivals: Sequence[Place],
    finder: Finder,
    sources: int,
) -> Proposal:
    anchor = normalize(passage.passage)
    text, line = finder.as_written(best)
    facts = changed_facts(anchor, best.text, finder.is_name)
    return Proposal(
        text=text,
        path=best.path,
        line=line,
        official=best.official,
        sources=sources,
        changes=changes(anchor, best.text),
        facts=facts,
        confidence=_confidence(best, facts, is_unique=not rivals),
        labelled=best.labelled,
        rivals=tuple((one.text, one.path) for one in rivals),
        obstacles=tuple(_obstacles(passage, best, others)),
    )


def _confidence(best: Place, facts: Sequence[str], *, is_unique: bool) -> float:
    if facts:
        is_fact = any(not fact.startswith(_MAY_BE_FORM) for fact in facts)
        most = _MOST_OF_FACTS if is_fact else _MOST_OF_WORDS
        return round(most * max(0.0, best.likeness), 2)
    by_label = {True: _SAME_WORDS, None: _NO_LABEL, False: _OTHER_LABEL}[best.labelled]
    return by_label if is_unique else min(_RIVALS, by_label)


def _obstacles(passage: Passage, best: Place, others: Sequence[Passage]) -> Iterator[str]:
    if best.official != passage.official:
        kind = "official" if best.official else "unofficial"
        yield f"the source is {kind}, the passage is marked otherwise"
    if any(normalize(other.passage) == best.text for other in others):
        yield "the fixture has this text as another passage"
    if sum(map(str.isalnum, best.text)) < _LEAST_WORDS:
        yield "so short a text may stand anywhere by chance"
    yield from bound_beside(best.before, best.text, best.after)
