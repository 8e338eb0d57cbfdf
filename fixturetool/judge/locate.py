"""Where a span stands in the texts that came back, and whether it may become an anchor.

What is written is never what a model wrote: the anchor is sliced anew from the source's own text.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from fixturetool.corpus.normalize import normalize, original_span
from fixturetool.evaluation.run import JUDGE_LABEL
from fixturetool.fixtures.model import Passage
from fixturetool.judge.claims import Case, Document
from fixturetool.judge.neutral import spellings

MAX_CHARACTERS = 200

# Below this many sources a share says nothing about how distinctive a span is.
_FEW_SOURCES = 2


class Drop(StrEnum):
    """Why a span is no anchor."""

    BLANK = "blank"
    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    NOT_FOUND = "not found"
    ALREADY_AN_ANCHOR = "already an anchor"
    NOT_DISTINCTIVE = "not distinctive"


@dataclass(frozen=True, slots=True)
class Located:
    """A span that stands in a text that came back.

    Attributes:
        passage: The slice of the source's original text.
        path: The source.
        official: Whether it is an official one.
    """

    passage: str
    path: str
    official: bool

    @property
    def label(self) -> str:
        """What an anchor made of it is labelled with."""
        return JUDGE_LABEL + self.path


class Originals(Protocol):
    """The sources' own texts."""

    def original(self, language: str, path: str) -> str:
        """Return a source's original text, ``""`` if it can't be read any more."""


def locate(span: str, case: Case, originals: Originals, min_characters: int = 6) -> Located | Drop:
    """Find a span in the documents of a case.

    Of several sources that hold it an official one is taken first, then the one of the better
    rank, then the first by path. It must stand both in the text that was graded and in the source
    itself, so that it covers the facet when the run is scored again and passes ``verify``.

    Args:
        span: As the finder wrote it.
        case: The question with the texts that came back.
        originals: The sources' own texts.
        min_characters: Characters that it has at least, after normalisation.
    """
    found = normalize(span)
    if reason := _unfit(found, min_characters):
        return reason
    for document in sorted(case.documents, key=_preference):
        graded = normalize(document.text)
        for spelling in spellings(found, graded):
            source = originals.original(case.question.language, document.path)
            if passage := _slice(spelling, source):
                return Located(passage, document.path, document.official)
    return Drop.NOT_FOUND


def refuse_known(located: Located, passages: Collection[Passage]) -> Drop | None:
    """Refuse a passage that its fixture has already, under the whitespace rule."""
    known = {normalize(passage.passage) for passage in passages}
    return Drop.ALREADY_AN_ANCHOR if normalize(located.passage) in known else None


def refuse_common(holders: int, sources: int, max_share: float) -> Drop | None:
    """Refuse a passage that too many sources of the corpus hold.

    Args:
        holders: How many sources hold it; two never are too many.
        sources: How many sources the corpus has.
        max_share: The largest share of them that is fine, in [0, 1].
    """
    return Drop.NOT_DISTINCTIVE if holders > max(_FEW_SOURCES, max_share * sources) else None


def merge(accepted: Sequence[tuple[str, Located]]) -> tuple[Passage, ...]:
    """Turn accepted facets and passages into anchors, in the order of their first acceptance.

    A passage that attests several facets is one anchor. Of two for one facet of which one contains
    the other, the shorter matches wherever the longer does, so the longer is left out.

    Args:
        accepted: Facet and passage.
    """
    by_facet: dict[str, list[Located]] = {}
    for facet, located in accepted:
        by_facet.setdefault(facet, []).append(located)
    covers: dict[str, tuple[Located, list[str]]] = {}
    for facet, located in accepted:
        if not any(_narrower(other, located) for other in by_facet[facet]):
            facets = covers.setdefault(normalize(located.passage), (located, []))[1]
            if facet not in facets:
                facets.append(facet)
    return tuple(
        Passage(located.passage, located.label, located.official, tuple(facets))
        for located, facets in covers.values()
    )


def _unfit(normalized: str, min_characters: int) -> Drop | None:
    if not normalized:
        return Drop.BLANK
    if len(normalized) < min_characters:
        return Drop.TOO_SHORT
    return Drop.TOO_LONG if len(normalized) > MAX_CHARACTERS else None


def _preference(document: Document) -> tuple[bool, int, str]:
    return not document.official, document.rank, document.path


def _slice(normalized: str, original: str) -> str:
    start = normalize(original).find(normalized)
    if start < 0:
        return ""
    first, last = original_span(original, start, start + len(normalized))
    return original[first:last]


def _narrower(one: Located, other: Located) -> bool:
    inner, outer = normalize(one.passage), normalize(other.passage)
    return inner != outer and inner in outer
