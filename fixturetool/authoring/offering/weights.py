"""How much each word of a description tells, by how many sources hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.normalize import is_cjk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fixturetool.authoring.ground import Ground

COMMON_SHARE = 0.05
"""A token in a larger share of the sources leads nowhere by itself."""

_ESTIMATED_FROM = 20_000  # sources; of fewer, every token is counted
_PART = 0.25  # what an ideograph of a word weighs that a slice has without the word
_TOPIC = 0.3  # what a word of the query weighs in a description


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


def weigh(ground: Ground, tokens: frozenset[str], topic: frozenset[str]) -> Weights:
    """Weigh tokens by the corpus.

    Args:
        ground: The corpus.
        tokens: Content tokens of a description, at least one.
        topic: Those that count for less, being of the query.
    """
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
    return {token: share(token) for token in others if share(token) > COMMON_SHARE}


def _holders(ground: Ground, tokens: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """Find the sources that hold each token, in one pass."""
    spelled = {token: spellings(token) for token in sorted(tokens)}
    wanted = tuple(dict.fromkeys(one for forms in spelled.values() for one in forms))
    found = ground.holders(wanted)
    return {
        token: frozenset(path for form in forms for path in found[form])
        for token, forms in spelled.items()
    }


def spellings(token: str) -> tuple[str, ...]:
    """Return how a token, which is lower-case, may be spelled in a text."""
    return tuple(dict.fromkeys((token, token.capitalize(), token.title(), token.upper())))


def held_tokens(tokens: Collection[str], text: str) -> frozenset[str]:
    """Return the tokens that a normalised text holds."""
    return frozenset(token for token in tokens if token_pattern(token).search(text))


def token_pattern(token: str) -> re.Pattern[str]:
    """Match a token: anywhere in Chinese, as a whole word elsewhere."""
    left = r"(?<![^\W_])" if token[0].isascii() and token[0].isalnum() else ""
    right = r"(?![^\W_])" if token[-1].isascii() and token[-1].isalnum() else ""
    flags = re.IGNORECASE if token.isascii() else 0
    return re.compile(f"{left}{re.escape(token)}{right}", flags)
