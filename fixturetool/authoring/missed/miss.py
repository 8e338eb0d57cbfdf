"""What is known of a facet that a run missed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fixturetool.evaluation.run import Question, Run


class Verdict(StrEnum):
    """What a miss seems to be."""

    UNWINNABLE = "unwinnable"
    FALSE = "false-miss candidate"
    NOT_RETRIEVED = "not retrieved"
    TRUE = "true miss"


@dataclass(frozen=True, slots=True)
class CloseSlice:
    """A slice of a retrieved source that resembles what a facet says.

    Attributes:
        text: The slice under the whitespace rule.
        line: The 1-based line of the source on which it begins; None where the path is no source.
        score: How much it resembles the claim, in [0, 1].
        shared: Words and characters that it has in common with it, the rarest first.
    """

    text: str
    line: int | None
    score: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A source that came back.

    Attributes:
        rank: Its best 1-based rank over the repeats.
        path: The source.
        official: Whether it is official; None for a path that is no source of the corpus.
        slices: What of it resembles the claim most, the best first.
    """

    rank: int
    path: str
    official: bool | None
    slices: tuple[CloseSlice, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """A source of the corpus that attests the facet.

    Attributes:
        path: The source.
        rank: Where the retriever ranks it when asked for more; None where it was not asked, or
            does not bring it as far as it was asked.
    """

    path: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Miss:
    """A facet that no scored repeat of a run covers.

    Attributes:
        question: The fixture as asked.
        facet: Its name.
        description: Its description, or ``""``.
        anchors: Its anchors.
        verdict: What the miss seems to be.
        holders: The sources that attest it, those that are ranked first.
        sources: The sources that came back, by rank.
        marks: The fixture's notes that call it a true miss.
        is_marked: Whether a person called it one in this very run.
        reached: How many sources came when the retriever was asked for more, which may be fewer
            than that; None where it was not asked, or did not answer.
    """

    question: Question
    facet: str
    description: str
    anchors: tuple[str, ...]
    verdict: Verdict
    holders: tuple[Holder, ...]
    sources: tuple[Retrieved, ...]
    marks: tuple[str, ...]
    is_marked: bool
    reached: int | None = None

    @property
    def slices(self) -> tuple[tuple[Retrieved, CloseSlice], ...]:
        """Every slice with its source, in the order of the sources."""
        return tuple((source, one) for source in self.sources for one in source.slices)


@dataclass(frozen=True, slots=True)
class Misses:
    """What a run missed.

    Attributes:
        run: The run, graded on the fixtures of today.
        facets: Facets of the scored fixtures.
        misses: In file order.
        depth: How many sources the retriever was asked for to rank those that attest; None where
            it was not asked.
    """

    run: Run
    facets: int
    misses: tuple[Miss, ...]
    depth: int | None
