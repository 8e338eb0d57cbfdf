"""Proposals held against the corpus and the query, and put into order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fixturetool.authoring.answers import Answers
from fixturetool.authoring.offering.shortlist import Facts, Ranked, shortlist
from fixturetool.authoring.offering.weights import held_tokens
from fixturetool.authoring.reachability import Reachability, name_text, query_tokens
from fixturetool.authoring.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.offering.proposals import Proposal

_MOST_PROPOSALS = 200  # that are held against the corpus and the query


def rank(
    ground: Ground,
    proposals: Sequence[Proposal],
    query: str | None,
    known: Collection[str],
    hit_paths: Collection[str] | None = None,
) -> Sequence[Ranked]:
    """Put proposals into order, the best first.

    Args:
        ground: The corpus that they were taken from.
        proposals: The slices; of very many, the foremost of each source are ranked.
        query: The query of the fixture, or None.
        known: Anchors that there are already; their wording is left out.
        hit_paths: The only sources that can hold a slice that is whole, None where any may.
    """
    if not proposals:
        return ()
    proposals = _foremost(proposals)
    counts = _counts(ground, proposals, hit_paths)
    tokens = query_tokens(query, ground.aliases, ground.tokenizer) if query else frozenset()
    is_reachable = _reachability(ground, query)
    facts = [
        Facts(
            one,
            counts[one.passage],
            is_reachable(one),
            len(held_tokens(tokens, f"{one.context}\n{name_text(one.source)}")),
        )
        for one in proposals
    ]
    return shortlist(facts, len(ground.snapshot.paths), known)


def _foremost(proposals: Sequence[Proposal]) -> Sequence[Proposal]:
    """Keep the best proposals: of each source the best one before any other."""
    best = sorted(proposals, key=_foremost_first)
    seen: Counter[str] = Counter()
    turns: list[tuple[int, int]] = []
    for at, one in enumerate(best):
        turns.append((seen[one.source], at))
        seen[one.source] += 1
    return [best[at] for _, at in sorted(turns)[:_MOST_PROPOSALS]]


def _foremost_first(one: Proposal) -> tuple[float, bool, float, str, int]:
    # A heading that many sources have would take the places of all that they say.
    return -one.attested, one.is_heading, one.roughness, one.source, one.start


def _counts(
    ground: Ground, proposals: Sequence[Proposal], hit_paths: Collection[str] | None
) -> Mapping[str, int]:
    """Count the sources that hold each passage."""
    passages = sorted({proposal.passage for proposal in proposals})
    if hit_paths is None or not all(proposal.is_whole for proposal in proposals):
        found = ground.holders(passages)
        return {passage: len(found[passage]) for passage in passages}
    counts: Counter[str] = Counter()
    for path in filter(ground.snapshot.holds, hit_paths):
        counts.update(filter(ground.snapshot.text(path).__contains__, passages))
    return counts


def _reachability(ground: Ground, query: str | None) -> Callable[[Proposal], bool | None]:
    """Return what tells whether the query leads to where a proposal stands."""
    if query is None:
        return lambda _: None
    around = Surroundings(ground.snapshot)
    asked = Reachability(
        ground.tokenizer,
        ground.aliases,
        Answers({}),
        stop_words=ground.stop_words,
        share=around.share,
    )

    def is_reachable(proposal: Proposal) -> bool:
        source = ground.corpus.find(proposal.source)
        return source is not None and asked.reachable(
            query, [around.document(source, proposal.passage)]
        )

    return is_reachable
