"""What to put in the place of anchors that the corpus no longer has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.beside import bound_beside
from fixturetool.authoring.repairing.changes import Change, changed_facts, changes
from fixturetool.corpus.normalize import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fixturetool.authoring.repairing.search import Finder, Place
    from fixturetool.corpus.sources import Trouble
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import Fixture, Passage
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

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
    changes: tuple[Change, ...]
    facts: tuple[str, ...]
    confidence: float
    labelled: bool | None
    rivals: tuple[tuple[str, str], ...]
    obstacles: tuple[str, ...]

    def is_safe(self, bar: float = BAR) -> bool:
        """Tell whether it may be written without a person's looking at the text."""
        return not self.obstacles and not self.facts and self.confidence >= bar


@dataclass(frozen=True, slots=True)
class Gone:
    """An anchor that the corpus does not have.

    Attributes:
        category: The file that it stands in.
        fixture: 0-based position of its fixture.
        passage: 0-based position of the passage there.
        proposal: What may take its place, or None where nothing is like it.
    """

    category: LoadedCategory
    fixture: int
    passage: int
    proposal: Proposal | None

    @property
    def asked(self) -> Fixture:
        """The fixture."""
        return self.category.model.fixtures[self.fixture]

    @property
    def anchor(self) -> Passage:
        """The passage."""
        return self.asked.relevant_passages[self.passage]


@dataclass(frozen=True, slots=True)
class Repairs:
    """All anchors that are gone.

    Attributes:
        gone: In file order.
        anchors: How many anchors were looked at.
        troubles: Corpus files that could not be read, or only in part.
    """

    gone: tuple[Gone, ...]
    anchors: int
    troubles: tuple[Trouble, ...]


def find_repairs(
    categories: Sequence[LoadedCategory], settings: Settings, progress: Progress
) -> Repairs:
    """Look for the text in the place of every anchor that is gone.

    Raises:
        CorpusError: A language has no corpus.
        StateError: The snapshot can't be written.
    """
    from fixturetool.authoring.repairing.search import Finder

    languages = {fixture.language for one in categories for fixture in one.model.fixtures}
    finders = {
        language: Finder(language, _passages(categories, language), settings, progress)
        for language in sorted(languages)
    }
    gone = [
        _gone(loaded, number, index, finders[fixture.language])
        for loaded in categories
        for number, fixture in enumerate(loaded.model.fixtures)
        for index, passage in enumerate(fixture.relevant_passages)
        if finders[fixture.language].is_gone(passage.passage)
    ]
    anchors = sum(
        len(fixture.relevant_passages) for one in categories for fixture in one.model.fixtures
    )
    troubles = dict.fromkeys(trouble for one in finders.values() for trouble in one.troubles)
    return Repairs(tuple(gone), anchors, tuple(troubles))


def _gone(loaded: LoadedCategory, number: int, index: int, finder: Finder) -> Gone:
    fixture = loaded.model.fixtures[number]
    passage = fixture.relevant_passages[index]
    places = finder.places(passage)
    proposal = _propose(passage, fixture, places, finder) if places else None
    return Gone(loaded, number, index, proposal)


def _propose(
    passage: Passage, fixture: Fixture, places: Sequence[Place], finder: Finder
) -> Proposal:
    best, *rivals = places
    anchor = normalize(passage.passage)
    text, line = finder.as_written(best)
    facts = changed_facts(anchor, best.text, finder.is_name)
    others = [one for one in fixture.relevant_passages if one is not passage]
    return Proposal(
        text=text,
        path=best.path,
        line=line,
        official=best.official,
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


def _passages(categories: Sequence[LoadedCategory], language: str) -> list[Passage]:
    return [
        passage
        for one in categories
        for fixture in one.model.fixtures
        if fixture.language == language
        for passage in fixture.relevant_passages
    ]
