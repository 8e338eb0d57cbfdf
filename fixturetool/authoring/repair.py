"""What to put in the place of anchors that the corpus no longer has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.authoring.repairing.proposal import propose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fixturetool.authoring.repairing.proposal import Proposal
    from fixturetool.authoring.repairing.search import Finder
    from fixturetool.corpus.sources import Trouble
    from fixturetool.fixtures.load import LoadedCategory
    from fixturetool.fixtures.model import Fixture, Passage
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings


@dataclass(frozen=True, slots=True)
class Gone:
    """An anchor that the corpus does not have.

    Attributes:
        category: The file that it stands in.
        fixture: 0-based position of its fixture.
        passage: 0-based position of the passage there.
        proposals: What may take its place, the best first; empty where nothing is like it.
        lost: Where nothing is like it, the source that the label names if none is called so.
    """

    category: LoadedCategory
    fixture: int
    passage: int
    proposals: tuple[Proposal, ...] = ()
    lost: str = ""

    @property
    def proposal(self) -> Proposal | None:
        """What may best take its place."""
        return self.proposals[0] if self.proposals else None

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
        Gone(loaded, number, index)
        for loaded in categories
        for number, fixture in enumerate(loaded.model.fixtures)
        for index, passage in enumerate(fixture.relevant_passages)
        if finders[fixture.language].is_gone(passage.passage)
    ]
    anchors = sum(
        len(fixture.relevant_passages) for one in categories for fixture in one.model.fixtures
    )
    troubles = dict.fromkeys(trouble for one in finders.values() for trouble in one.troubles)
    return Repairs(tuple(_proposed(gone, finders)), anchors, tuple(troubles))


def _proposed(gone: Sequence[Gone], finders: Mapping[str, Finder]) -> Iterator[Gone]:
    """Yield anchors that are gone with what may take their place."""
    places = [finders[one.asked.language].places(one.anchor) for one in gone]
    texts: dict[str, set[str]] = {language: set() for language in finders}
    for one, there in zip(gone, places, strict=True):
        texts[one.asked.language].update(place.text for place in there)
    holders = {language: finder.holders(texts[language]) for language, finder in finders.items()}
    for one, there in zip(gone, places, strict=True):
        language = one.asked.language
        finder = finders[language]
        found = propose(one.anchor, one.asked, there, finder, holders[language])
        lost = "" if found else finder.lost(one.anchor.label)
        yield replace(one, proposals=found, lost=lost)


def _passages(categories: Sequence[LoadedCategory], language: str) -> list[Passage]:
    return [
        passage
        for one in categories
        for fixture in one.model.fixtures
        if fixture.language == language
        for passage in fixture.relevant_passages
    ]
