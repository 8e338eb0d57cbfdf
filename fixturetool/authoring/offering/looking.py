"""Which sources are looked into for candidates where more have a hit than are wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fixturetool.authoring.offering.weights import spellings
from fixturetool.authoring.reachability import query_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.corpus.searching.hits import SourceHits

MOST_SOURCES = 300
"""How many sources with a hit are looked into for candidates; of more, some all over the corpus."""

MOST_HITS = 8
"""How many hits of one source are."""

GLANCED_AT = 2_000
"""How many texts are read at most to learn one thing of each."""

_FEWEST_LED_TO = 20


def chooser(ground: Ground, query: str | None = None) -> Callable[[Sequence[str]], Collection[str]]:
    """Return what chooses, of the sorted paths of sources with a hit, those to look into.

    With a query, those that it leads to go before others.
    """

    def choose(paths: Sequence[str]) -> Collection[str]:
        if len(paths) <= MOST_SOURCES:
            return paths
        led_to = _led_to(ground, query, paths) if query else []
        rest = _spread(paths, MOST_SOURCES - min(len(led_to), MOST_SOURCES - _FEWEST_LED_TO))
        return {*_spread(led_to, MOST_SOURCES - _FEWEST_LED_TO), *rest}

    return choose


def few_hits(source: SourceHits) -> SourceHits:
    """Return a source with its first ``MOST_HITS`` hits."""
    return replace(source, hits=source.hits[:MOST_HITS])


def _led_to(ground: Ground, query: str, paths: Sequence[str]) -> list[str]:
    """Return those of some sources that hold a word of the query, as far as a glance tells."""
    tokens = query_tokens(query, ground.aliases, ground.tokenizer)
    forms = tuple(dict.fromkeys(form for token in sorted(tokens) for form in spellings(token)))
    snapshot = ground.snapshot

    def holds(path: str) -> bool:
        text = snapshot.text(path) if snapshot.holds(path) else ""
        return any(form in path or form in text for form in forms)

    return list(filter(holds, _spread(paths, GLANCED_AT)))


def _spread(paths: Sequence[str], count: int) -> list[str]:
    """Take paths at even distances."""
    if len(paths) <= count:
        return list(paths)
    return [paths[at * len(paths) // count] for at in range(count)]
