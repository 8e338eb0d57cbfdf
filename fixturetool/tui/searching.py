"""What the search pane asks of the corpus: the core behind ``fixturetool search``."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from fixturetool.authoring.candidates import Candidate, candidates_for, candidates_in
from fixturetool.authoring.ground import Ground, open_ground
from fixturetool.authoring.offering.looking import MOST_HITS, chooser
from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.search import search
from fixturetool.corpus.sources import Trouble
from fixturetool.errors import SelectionError
from fixturetool.progress import Progress
from fixturetool.settings import Settings

MOST = 60
"""How many slices are offered at most."""


class Mode(Enum):
    """What the words typed mean."""

    TEXT = "text"
    PATTERN = "pattern"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for.

    Attributes:
        words: What was typed.
        mode: What that means.
        language: The language of the corpus.
        query: The fixture's query, ``""`` for none: sources that it leads to come first.
        known: Passages that the fixture has already.
        ignore_case: Whether case is ignored, but for a claim.
        official_only: Whether third-party sources are left out.
    """

    words: str
    mode: Mode
    language: str
    query: str = ""
    known: tuple[str, ...] = ()
    ignore_case: bool = False
    official_only: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What was found.

    Attributes:
        wanted: What was looked for.
        candidates: The slices, the best first.
        sources: How many sources matched; None for a claim.
        hits: How many places matched; None for a claim.
        ground: The corpus that was searched.
        troubles: Files that could not be searched.
        is_fallback: Whether no source has the text, and its words were looked for instead.
    """

    wanted: Wanted
    candidates: tuple[Candidate, ...]
    sources: int | None
    hits: int | None
    ground: Ground
    troubles: tuple[Trouble, ...]
    is_fallback: bool = False


def look(wanted: Wanted, settings: Settings, progress: Progress) -> Found:
    """Search the corpus.

    Args:
        wanted: What is looked for.
        settings: Where the corpus is.
        progress: Told of long work; what it raises ends the search.

    Raises:
        PatternError: The pattern is empty or no regular expression.
        SelectionError: The claim has no word that carries meaning.
        FixturetoolError: The corpus can't be searched.
    """
    ground = open_ground(wanted.language, settings, progress)
    if wanted.mode is Mode.CLAIM:
        return Found(wanted, _saying(wanted, ground), None, None, ground, ground.snapshot.troubles)
    result = search(
        ground.corpus,
        ground.snapshot,
        wanted.words,
        fixed=wanted.mode is Mode.TEXT,
        ignore_case=wanted.ignore_case,
        official_only=wanted.official_only,
        max_hits=MOST_HITS,
        choose=_watching(chooser(ground, wanted.query or None), progress),
        progress=progress,
    )
    if wanted.mode is Mode.TEXT and not result.found:
        with suppress(SelectionError):
            offered = _saying(wanted, ground)
            return Found(wanted, offered, None, None, ground, result.troubles, bool(offered))
    query = wanted.query or None
    offered = candidates_in(ground, result, query=query, known=wanted.known, limit=MOST)
    totals = result.totals
    return Found(wanted, offered, totals.sources, totals.hits, ground, result.troubles)


def _saying(wanted: Wanted, ground: Ground) -> tuple[Candidate, ...]:
    """Return slices that say what the words say."""
    return candidates_for(
        ground,
        wanted.words,
        official_only=wanted.official_only,
        query=wanted.query or None,
        known=wanted.known,
        limit=MOST,
    )


def holders_of(ground: Ground, passage: str, progress: Progress) -> tuple[str, ...]:
    """Return the paths of the sources that hold a slice."""
    return find_anchors(ground.snapshot, (passage,), ground.cache_dir, progress)[passage]


def _watching(
    choose: Callable[[Sequence[str]], Collection[str]], progress: Progress
) -> Callable[[Sequence[str]], Collection[str]]:
    """Let a search be given up before it looks into sources."""

    def watched(paths: Sequence[str]) -> Collection[str]:
        progress.advance(0)
        return choose(paths)

    return watched
