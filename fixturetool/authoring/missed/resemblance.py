"""The slices of a text that most resemble what a facet says; no model is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from fixturetool.authoring.folding import fold
from fixturetool.authoring.missed.claim import STEM
from fixturetool.corpus.normalize import OffsetMap, is_cjk, normalize
from fixturetool.corpus.searching.clauses import clause_around

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fixturetool.authoring.missed.claim import Claim, Statement

_CLAUSE_END = re.compile(r"[，。；：！？…—、,;:.!?「」『』“”（）()\"]+(?![0-9a-zA-Z])|\s*\n\s*")
_SENTENCE_END = re.compile(r"[。！？!?]|\.(?=\s)")
_MOST_CLAUSES = 3
_MOST = 45  # characters of a slice; an anchor is short
_EASY = 20  # longer slices hold words by mere chance
_READ = 12  # slices that are compared letter by letter
_LETTERS = 0.5  # what likeness to an anchor, letter by letter, weighs beside shared words
_LEAST = 0.15
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Resembling:
    """A slice of a text.

    Attributes:
        text: The slice under the whitespace rule.
        score: How much it resembles the claim, in [0, 1].
        shared: The units of the claim that it holds, the weightiest first.
    """

    text: str
    score: float
    shared: tuple[str, ...]


def resembling(claim: Claim, text: str, most: int) -> tuple[Resembling, ...]:
    """Return the slices that most resemble a claim, the best first; none overlap.

    Args:
        claim: What the facet says.
        text: The original text of a source.
        most: How many at most.
    """
    normal = normalize(text)
    scorer = _Scorer(claim)
    rough = sorted(
        ((-scorer.shared(normal[start:end]), start, end) for start, end in _stretches(normal)),
    )[: _READ * most]
    ranked = sorted((-scorer.score(normal[s:e]), s, e) for shared, s, e in rough if shared)
    chosen: list[Resembling] = []
    taken: list[tuple[int, int]] = []
    way_back = OffsetMap(text)
    for score, start, end in ranked:
        if -score < _LEAST or len(chosen) == most:
            break
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        taken.append((start, end))
        found = clause_around(text, *way_back.span(start, end))
        slice_ = found.text if found else normal[start:end]
        chosen.append(Resembling(slice_, round(-score, 2), scorer.units_in(slice_)))
    return tuple(chosen)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield spans of one to three clauses within a sentence."""
    clauses = list(_clauses(text))
    for first, (start, end) in enumerate(clauses):
        yield start, end
        for _, later in clauses[first + 1 : first + _MOST_CLAUSES]:
            if later - start > _MOST or _SENTENCE_END.search(text, start, later - 1):
                break
            yield start, later


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _CLAUSE_END.finditer(text):
        if found.start() > start:
            yield start, found.start()
        start = found.end()
    if start < len(text):
        yield start, len(text)


class _Scorer:
    """Scores slices against one claim."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._anchors = [fold(anchor.text) for anchor in claim.anchors]
        weights: dict[str, float] = {}
        for statement in self._statements():
            for unit, weight in statement.weights.items():
                weights[unit] = max(weight, weights.get(unit, 0.0))
        self._weights: Mapping[str, float] = weights

    def shared(self, slice_: str) -> float:
        """Return how much of the claim a slice has in words: of description and anchor together."""
        held = self._held(slice_)
        if not held:
            return 0.0
        by_anchor = max((_share(one, held) for one in self._claim.anchors), default=0.0)
        said = self._claim.description
        by_description = _share(said, held) if said else by_anchor
        return (by_description + by_anchor) * _shortness(slice_)

    def score(self, slice_: str) -> float:
        """Return the resemblance of a slice in [0, 1], letters and words together."""
        from rapidfuzz import fuzz

        folded = fold(slice_)
        letters = max((fuzz.ratio(one, folded) for one in self._anchors), default=0.0) / 100
        alike = self.shared(slice_) + _LETTERS * letters * _shortness(slice_)
        return alike / (2 + _LETTERS)

    def units_in(self, slice_: str) -> tuple[str, ...]:
        """Return the units that a slice holds, the weightiest first, none within another."""
        held = sorted(self._held(slice_), key=lambda unit: (-len(unit), -self._weights[unit], unit))
        kept: list[str] = []
        for unit in held:
            if not any(unit in other for other in kept):
                kept.append(unit)
        return tuple(sorted(kept, key=lambda unit: (-self._weights[unit], unit)))

    def _held(self, slice_: str) -> set[str]:
        lowered = slice_.casefold()
        stems = {word[:STEM] for word in _WORD.findall(lowered)}
        return {
            unit
            for unit in self._weights
            if (unit in lowered if is_cjk(unit[0]) else unit in stems)
        }

    def _statements(self) -> Sequence[Statement]:
        said = self._claim.description
        return (*((said,) if said else ()), *self._claim.anchors)


def _share(statement: Statement, held: set[str]) -> float:
    return sum(w for unit, w in statement.weights.items() if unit in held) / statement.weight


def _shortness(slice_: str) -> float:
    return sqrt(_EASY / max(_EASY, len(slice_)))
