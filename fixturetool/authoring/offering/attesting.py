"""Slices that say what a description says, found by its content tokens.

One pass tells which sources hold which token; of the sources whose tokens are rarest together,
the texts are read, and the stretches in which most of them meet are trimmed to clauses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from math import log
from typing import TYPE_CHECKING

from fixturetool.authoring.offering.proposals import Proposal, proposal_at
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.normalize import OffsetMap, is_cjk, normalize
from fixturetool.corpus.searching.clauses import MOST, SENTENCE_END, clause_around

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from fixturetool.authoring.ground import Ground

_READ = 200  # sources whose texts are looked into
_GLANCED_AT = 400  # in which common tokens are looked for
_ESTIMATED_FROM = 20_000  # sources; of fewer, every token is counted
_PER_SOURCE = 4
_PART = 0.25  # what an ideograph of a word weighs that a slice has without the word
_TOPIC = 0.3  # what a word of the query weighs in a description
_OCCURRENCES = 5_000  # of a token in one text
_COMMON_SHARE = 0.05  # a token in more sources than that leads nowhere by itself
_COMMON_LEAST = 500
_SATURATION, _LENGTH_WEIGHT = 1.2, 0.4  # k1 and b of BM25


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each token of a description tells.

    Attributes:
        idf: Token to its weight: the rarer in the corpus, the more; the query's own count less.
        holders: Token to the paths of the sources that hold it, as a set.
        common: Tokens that so many sources of a large corpus hold that nobody asked which.
    """

    idf: Mapping[str, float]
    holders: Mapping[str, frozenset[str]]
    common: frozenset[str] = frozenset()

    def share(self, passage: str) -> float:
        """Return how much of the description a slice says, from 0 to 1.

        An ideograph of a word counts a little by itself, as words are often cut short: 斩颜良
        says something of 斩杀. A slice without any of the words says nothing.
        """
        held = held_tokens(self.idf, passage)
        parts = {c: _PART * self.idf[token] for token in self.idf for c in token if is_cjk(c)}
        whole = sum(self.idf.values()) + sum(parts.values())
        said = sum(self.idf[token] for token in held)
        return (said + sum(parts[c] for c in parts if c in passage)) / whole if held else 0.0


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
    weights = _weigh(ground, tokens, topic if tokens - topic else frozenset())
    for path in _promising(ground, weights, allowed):
        try:
            text = ground.corpus.read(path)
        except UnreadableError:
            continue  # it went away since the snapshot was refreshed
        source = ground.corpus.find(path)
        normal = ground.snapshot.text(path)
        if source and normalize(text) == normal:
            yield from _in_text(text, normal, path, weights, official=source.official)


def spellings(token: str) -> tuple[str, ...]:
    """Return how a token, which is lower-case, may be spelled in a text."""
    return tuple(dict.fromkeys((token, token.capitalize(), token.title(), token.upper())))


def held_tokens(tokens: Collection[str], text: str) -> frozenset[str]:
    """Return the tokens that a normalised text holds."""
    return frozenset(token for token in tokens if _pattern(token).search(text))


def _weigh(ground: Ground, tokens: frozenset[str], topic: frozenset[str]) -> Weights:
    shares = _common(ground, tokens)
    holders = _holders(ground, tokens - shares.keys())
    count = len(ground.snapshot.paths)
    held = {token: float(len(paths)) for token, paths in holders.items()}
    held |= {token: share * count for token, share in shares.items()}
    idf = {
        token: log(1 + (count + 0.5) / (held[token] + 0.5)) * (_TOPIC if token in topic else 1)
        for token in sorted(tokens)
    }
    return Weights(idf, holders, frozenset(shares))


def _common(ground: Ground, tokens: frozenset[str]) -> Mapping[str, float]:
    """Return tokens that many sources of a large corpus hold, and their share, as estimated.

    To find each place of such a token takes longer than everything else; the rarest of the
    tokens is none of them, so that there is one that leads to sources.
    """
    if len(ground.snapshot.paths) < _ESTIMATED_FROM:
        return {}
    share = Surroundings(ground.snapshot).share
    _, *others = sorted(tokens, key=lambda token: (share(token), token))
    return {token: share(token) for token in others if share(token) > _COMMON_SHARE}


def _holders(ground: Ground, tokens: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """Find the sources that hold each token, in one pass."""
    spelled = {token: spellings(token) for token in sorted(tokens)}
    wanted = tuple(dict.fromkeys(one for forms in spelled.values() for one in forms))
    found = ground.holders(wanted)
    return {
        token: frozenset(path for form in forms for path in found[form])
        for token, forms in spelled.items()
    }


def _promising(ground: Ground, weights: Weights, allowed: Collection[str] | None) -> Sequence[str]:
    """Return the paths of the sources whose tokens weigh most together, the best first."""
    scores = _scores(ground, weights, allowed)
    average = sum(source.size for source in ground.corpus.sources) / len(ground.corpus.sources)

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
    limit = max(_COMMON_LEAST, _COMMON_SHARE * len(ground.snapshot.paths))
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
        for found in islice(_pattern(token).finditer(normal), _OCCURRENCES):
            yield found.start(), found.end(), token


def _pattern(token: str) -> re.Pattern[str]:
    """Match a token: anywhere in Chinese, as a whole word elsewhere."""
    left = r"(?<![^\W_])" if token[0].isascii() and token[0].isalnum() else ""
    right = r"(?![^\W_])" if token[-1].isascii() and token[-1].isalnum() else ""
    flags = re.IGNORECASE if token.isascii() else 0
    return re.compile(f"{left}{re.escape(token)}{right}", flags)
