"""Slices that say what a description says, found by its content tokens.

One pass tells which sources hold which token; of the sources whose tokens are rarest together,
the texts are read, and the stretches in which most of them meet are trimmed to clauses.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from fixturetool.authoring.offering.proposals import Proposal, proposal_at
from fixturetool.authoring.offering.weights import (
    COMMON_SHARE,
    Weights,
    spellings,
    token_pattern,
    weigh,
)
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.normalize import OffsetMap, normalize
from fixturetool.corpus.searching.clauses import MOST, SENTENCE_END, clause_around

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fixturetool.authoring.ground import Ground

_READ = 120  # sources whose texts are looked into
_GLANCED_AT = 240  # in which common tokens are looked for
_PER_SOURCE = 4
_OCCURRENCES = 5_000  # of a token in one text
_COMMON_LEAST = 500
_SATURATION, _LENGTH_WEIGHT = 1.2, 0.4  # k1 and b of BM25


def proposals_for(
    ground: Ground,
    tokens: frozenset[str],
    allowed: Collection[str] | None,
    topic: frozenset[str] = frozenset(),
) -> Iterator[Proposal]:
    """Yield slices that hold some of the tokens, a few a source.

    Args:
        ground: The corpus.
        tokens: Content tokens of a description, at least one.
        allowed: The paths of the sources to look in; None for all.
        topic: Tokens of the query. They lead to the source and tell facets little apart, so
            they count for less unless the description has no other.
    """
    weights = weigh(ground, tokens, topic if tokens - topic else frozenset())
    for path in _promising(ground, weights, allowed):
        try:
            text = ground.corpus.read(path)
        except UnreadableError:
            continue  # it went away since the snapshot was refreshed
        source = ground.corpus.find(path)
        normal = ground.snapshot.text(path)
        if source and normalize(text) == normal:
            yield from _in_text(text, normal, path, weights, official=source.official)


def _promising(ground: Ground, weights: Weights, allowed: Collection[str] | None) -> Sequence[str]:
    """Return the paths of the sources whose tokens weigh most together, the best first."""
    scores = _scores(ground, weights, allowed)
    sources = ground.corpus.sources
    average = sum([source.size for source in sources]) / len(sources)

    def rank(path: str) -> tuple[float, str]:
        source = ground.corpus.find(path)
        length = source.size / average if source and average else 1.0
        norm = 1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * length
        return -scores[path] * (_SATURATION + 1) / (1 + _SATURATION * norm), path

    if not weights.common:
        return sorted(scores, key=rank)[:_READ]
    best = sorted(scores, key=rank)[:_GLANCED_AT]
    for path in best:
        scores[path] += sum(weights.idf[token] for token in _held(ground, path, weights.common))
    return sorted(best, key=rank)[:_READ]


def _held(ground: Ground, path: str, tokens: Collection[str]) -> Sequence[str]:
    text = ground.snapshot.text(path)
    return [token for token in sorted(tokens) if any(form in text for form in spellings(token))]


def _scores(ground: Ground, weights: Weights, allowed: Collection[str] | None) -> dict[str, float]:
    """Sum up what the tokens weigh that a source holds; common ones don't lead to a source."""
    scores: dict[str, float] = defaultdict(float)
    limit = max(_COMMON_LEAST, COMMON_SHARE * len(ground.snapshot.paths))
    ordered = sorted(weights.holders, key=lambda token: (len(weights.holders[token]), token))
    for token in ordered:
        paths = weights.holders[token]
        if allowed is not None:
            paths &= frozenset(allowed)
        is_common = len(weights.holders[token]) > limit and scores
        for path in paths & scores.keys() if is_common else paths:
            scores[path] += weights.idf[token]
    return scores


def _in_text(
    text: str, normal: str, path: str, weights: Weights, *, official: bool
) -> Iterator[Proposal]:
    way_back = OffsetMap(text)
    seen: set[str] = set()
    for start, end in islice(_stretches(normal, weights), _PER_SOURCE):
        found = clause_around(text, *way_back.span(start, end))
        if found is None or found.text in seen:
            continue
        seen.add(found.text)
        attested = weights.share(found.text)
        if attested:
            yield proposal_at(text, found, path, official=official, attested=attested)


def _stretches(normal: str, weights: Weights) -> Iterator[tuple[int, int]]:
    """Yield the stretches, short enough for a slice, in which most tokens meet; none overlap."""
    places = sorted(_places(normal, weights))
    ends = [found.start() for found in SENTENCE_END.finditer(normal)] + [len(normal)]
    windows = [
        window for at in range(len(places)) for window in _windows(places, at, ends, weights)
    ]
    windows.sort(key=lambda one: (-one[0], one[2] - one[1], one[1]))
    taken: list[tuple[int, int]] = []
    for _, start, end in windows:
        if all(end <= other_start or other_end <= start for other_start, other_end in taken):
            taken.append((start, end))
            yield start, end


def _windows(
    places: Sequence[tuple[int, int, str]], at: int, ends: Sequence[int], weights: Weights
) -> Iterator[tuple[float, int, int]]:
    """Yield weight, start and end of the heaviest stretch of a sentence from a place on."""
    start, _, _ = places[at]
    limit = min(start + MOST, ends[bisect_left(ends, start)])
    held: set[str] = set()
    weight, last = 0.0, start
    for begin, end, token in islice(places, at, None):
        if begin >= limit:
            break
        if token not in held and end <= limit:
            held.add(token)
            weight += weights.idf[token]
            last = max(last, end)
    if held:
        yield round(weight, 9), start, last


def _places(normal: str, weights: Weights) -> Iterator[tuple[int, int, str]]:
    for token in weights.idf:
        for found in islice(token_pattern(token).finditer(normal), _OCCURRENCES):
            yield found.start(), found.end(), token
