"""An anchor on its way into a file: proved against the corpus, held against the rules."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from fixturetool.authoring.anchoring import anchor_of, find_source
from fixturetool.authoring.ground import Ground
from fixturetool.authoring.review import OF_QUERY, review
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.fixtures.model import CategoryFile, Fixture, Passage
from fixturetool.jsontext.finding import Finding
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@dataclass(frozen=True, slots=True)
class Wish:
    """An anchor that somebody wants.

    Attributes:
        fixture: The fixture as it is, without the facets that lack an anchor.
        is_new: Whether the fixture is not in the file yet.
        facet: The facet that the anchor is to attest.
        description: What the facet claims.
        text: The slice.
        source: The path of the source that it was taken from.
        instead_of: The text of the anchor whose place it is to take, or ``""``.
    """

    fixture: Fixture
    is_new: bool
    facet: str
    description: str
    text: str
    source: str
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An anchor that stands in the corpus.

    Attributes:
        anchor: The anchor, ``official`` as its source is.
        against: What the rules have against it; what they have against the question is said
            where that is written.
        wanted: What the facet wants beside it.
    """

    anchor: Passage
    against: tuple[Finding, ...]
    wanted: tuple[Finding, ...]


def propose(
    wish: Wish,
    ground: Ground,
    category: LoadedCategory,
    settings: Settings,
    progress: Progress,
    forced: Collection[str] = (),
) -> Proposal:
    """Prove an anchor.

    Args:
        wish: The anchor that is wanted.
        ground: The corpus of the fixture's language.
        category: The category that the fixture is of, or will be.
        settings: Where the corpus is, and which rules hold.
        progress: Told of long work; what it raises ends it.
        forced: Codes of rules that may be broken.

    Raises:
        NotThereError: The slice does not stand in its source.
        FixturetoolError: The corpus can't be read.
    """
    anchor = anchor_of(ground, wish.text, (wish.facet,), find_source(ground, wish.source))
    before = None if wish.is_new else wish.fixture
    after = _with(wish, anchor)
    found = review(category, before, after, settings, progress)
    return Proposal(_in_place(wish, anchor), found.against({*forced, *OF_QUERY}), found.wanted)


def head_of(category: LoadedCategory | None, model: CategoryFile, name: str) -> LoadedCategory:
    """Return a category to hold a fixture against the rules of, also where it has no file."""
    from pathlib import Path

    return category or LoadedCategory(Path(f"{model.category}.json"), name, model, "")


def _in_place(wish: Wish, anchor: Passage) -> Passage:
    """Return an anchor that takes another one's place with what that attested."""
    for old in wish.fixture.relevant_passages:
        if wish.instead_of and old.passage == wish.instead_of:
            return replace(anchor, covers=old.covers)
    return anchor


def _with(wish: Wish, anchor: Passage) -> Fixture:
    facets = {wish.facet: wish.description, **wish.fixture.expected_coverage}
    anchor = _in_place(wish, anchor)
    passages = [p for p in wish.fixture.relevant_passages if p.passage != wish.instead_of]
    for at, known in enumerate(passages):
        if known.passage == anchor.passage:
            covers = tuple(dict.fromkeys((*known.covers, *anchor.covers)))
            passages[at] = replace(known, covers=covers)
            break
    else:
        passages.append(anchor)
    return replace(wish.fixture, expected_coverage=facets, relevant_passages=tuple(passages))
