"""Anchor candidates: short verbatim slices of the corpus, ranked for a person to pick from.

Ground truth comes from the corpus, never from what a retriever returned: a candidate is found
by a pattern, or by the words of the claim that it is to attest.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.authoring.answers import Answers
from fixturetool.authoring.attesting import held_tokens, proposals_for, spellings
from fixturetool.authoring.proposals import Proposal, proposals_of_hits
from fixturetool.authoring.reachability import Reachability, name_text, query_tokens
from fixturetool.authoring.shortlist import Facts, shortlist
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.match import find_anchors
from fixturetool.corpus.search import search
from fixturetool.errors import SelectionError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.corpus.searching.hits import SearchResult, SourceHits

MOST_SOURCES = 300
"""How many sources with a hit are looked into for candidates; of more, some all over the corpus."""

MOST_HITS = 8
"""How many hits of one source are."""

_FEWEST_LED_TO = 20
_GLANCED_AT = 2_000
_LOOKS_AROUND = re.compile(r"[\^$]|\\[bBAzZGK<>]|\(\?")
_MOST_PROPOSALS = 200  # that are held against the corpus and the query


@dataclass(frozen=True, slots=True)
class Candidate:
    """A slice of one source that may serve as an anchor.

    Attributes:
        passage: The slice under the whitespace rule, 6 to 40 characters, trimmed to clauses where
            that is possible: whole characters, quotes and brackets balanced.
        source: The path of the source that it was taken from.
        official: Whether that source is official.
        sources: How many sources of the corpus contain it.
        start: Its first character in the source's original text, 0-based.
        end: One past its last.
        line: The 1-based line on which it begins.
        reachable: Whether the query leads to the source; None when no query is given.
        group: A number that near-duplicates of one wording share, 1 for the best wording.
        attested: How much of what was asked for it says, from 0 to 1; 1 for a pattern.
        context: The sentence around it under the whitespace rule.
    """

    passage: str
    source: str
    official: bool
    sources: int
    start: int
    end: int
    line: int
    reachable: bool | None
    group: int
    attested: float
    context: str


def candidates(  # noqa: PLR0913 - most are switches of the command
    ground: Ground,
    pattern: str,
    *,
    fixed: bool = False,
    ignore_case: bool = False,
    official_only: bool = False,
    query: str | None = None,
    known: Collection[str] = (),
    limit: int = 20,
) -> tuple[Candidate, ...]:
    """Offer slices around the places where a pattern matches, the best first.

    Args:
        ground: The corpus of a language, opened by ``open_ground``.
        pattern: A regular expression in ripgrep's syntax, or plain text if ``fixed``.
        fixed: Whether the pattern is plain text.
        ignore_case: Whether to ignore case.
        official_only: Whether to leave third-party sources out.
        query: The query of the fixture; sources that it leads to are marked, and come first.
        known: Anchors that there are already; their wording is not offered again.
        limit: How many candidates to return at most.

    Raises:
        PatternError: The pattern is empty or no regular expression.
        ToolMissingError: There is no ``rg``.
    """
    result = search(
        ground.corpus,
        ground.snapshot,
        pattern,
        fixed=fixed,
        ignore_case=ignore_case,
        official_only=official_only,
        max_hits=MOST_HITS,
        choose=chooser(ground, query),
    )
    return candidates_in(ground, result, query=query, known=known, limit=limit)


def candidates_in(
    ground: Ground,
    result: SearchResult,
    *,
    query: str | None = None,
    known: Collection[str] = (),
    limit: int = 20,
) -> tuple[Candidate, ...]:
    """Offer slices around hits that a search returned, as ``candidates`` does.

    Args:
        ground: The corpus that was searched.
        result: The hits; of many sources, some all over the corpus are looked into.
        query: As in ``candidates``.
        known: As in ``candidates``.
        limit: As in ``candidates``.
    """
    found = {source.path: source for source in result.sources}
    chosen = chooser(ground, query)(list(found))
    sources = (_few_hits(found[path]) for path in sorted(chosen))
    proposals = proposals_of_hits(sources, ground.corpus.read)
    return _ranked(ground, list(proposals), query, known, limit, _hit_paths(result))


def candidates_for(
    ground: Ground,
    description: str,
    *,
    official_only: bool = False,
    query: str | None = None,
    paths: Collection[str] | None = None,
    known: Collection[str] = (),
    limit: int = 20,
) -> tuple[Candidate, ...]:
    """Offer slices that say what a description says, by its content tokens; the best first.

    Args:
        ground: The corpus of a language, opened by ``open_ground``.
        description: The claim of a facet.
        official_only: Whether to leave third-party sources out.
        query: The query of the fixture; sources that it leads to are marked, and come first.
        paths: The only sources to look in, such as those that a retriever brought; None for all.
        known: Anchors that there are already; their wording is not offered again.
        limit: How many candidates to return at most.

    Raises:
        SelectionError: The description has no content token.
    """
    tokens = ground.tokenizer.content_tokens(description)
    if not tokens:
        message = f'the description "{description}" has no word that carries meaning'
        raise SelectionError(message, hint="describe the claim in the words of the corpus")
    allowed = paths
    if official_only:
        official = {source.path for source in ground.corpus.sources if source.official}
        allowed = official if paths is None else official.intersection(paths)
    topic = ground.tokenizer.content_tokens(query) if query else frozenset()
    proposals = list(proposals_for(ground, tokens, allowed, topic))
    return _ranked(ground, proposals, query, known, limit)


def chooser(ground: Ground, query: str | None = None) -> Callable[[Sequence[str]], Collection[str]]:
    """Return what chooses the sources to look into where more have a hit than are wanted.

    With a query, those that it leads to go before others.
    """

    def choose(paths: Sequence[str]) -> Collection[str]:
        if len(paths) <= MOST_SOURCES:
            return paths
        led_to = _led_to(ground, query, paths) if query else []
        rest = _spread(paths, MOST_SOURCES - min(len(led_to), MOST_SOURCES - _FEWEST_LED_TO))
        return {*_spread(led_to, MOST_SOURCES - _FEWEST_LED_TO), *rest}

    return choose


def _led_to(ground: Ground, query: str, paths: Sequence[str]) -> list[str]:
    """Return those of some sources that hold a word of the query, as far as a glance tells."""
    tokens = query_tokens(query, ground.aliases, ground.tokenizer)
    forms = tuple(dict.fromkeys(form for token in sorted(tokens) for form in spellings(token)))
    snapshot = ground.snapshot

    def holds(path: str) -> bool:
        text = snapshot.text(path) if snapshot.holds(path) else ""
        return any(form in path or form in text for form in forms)

    return list(filter(holds, _spread(paths, _GLANCED_AT)))


def _spread(paths: Sequence[str], count: int) -> list[str]:
    """Take paths at even distances."""
    if len(paths) <= count:
        return list(paths)
    return [paths[at * len(paths) // count] for at in range(count)]


def _few_hits(source: SourceHits) -> SourceHits:
    return replace(source, hits=source.hits[:MOST_HITS])


def _ranked(
    ground: Ground,
    proposals: Sequence[Proposal],
    query: str | None,
    known: Collection[str],
    limit: int,
    hit_paths: Collection[str] | None = None,
) -> tuple[Candidate, ...]:
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
    ranked = shortlist(facts, len(ground.snapshot.paths), known)
    return tuple(_candidate(one.facts, one.group) for one in ranked[:limit])


def _foremost(proposals: Sequence[Proposal]) -> Sequence[Proposal]:
    """Keep the best proposals: of each source the best one before any other."""
    best = sorted(proposals, key=lambda one: (-one.attested, one.roughness, one.source, one.start))
    seen: Counter[str] = Counter()
    turns: list[tuple[int, int]] = []
    for at, one in enumerate(best):
        turns.append((seen[one.source], at))
        seen[one.source] += 1
    return [best[at] for _, at in sorted(turns)[:_MOST_PROPOSALS]]


def _hit_paths(result: SearchResult) -> Collection[str] | None:
    """Return the only sources that can hold a slice with a match in it, None where any may.

    A text that holds a matching text matches, unless the pattern looks at what is around it.
    """
    if result.official_only or len(result.paths) > _GLANCED_AT:
        return None
    if not result.fixed and _LOOKS_AROUND.search(result.pattern):
        return None
    return result.paths


def _counts(
    ground: Ground, proposals: Sequence[Proposal], hit_paths: Collection[str] | None
) -> Mapping[str, int]:
    """Count the sources that hold each passage."""
    passages = sorted({proposal.passage for proposal in proposals})
    if hit_paths is None or not all(proposal.is_whole for proposal in proposals):
        found = find_anchors(ground.snapshot, passages, ground.cache_dir, ground.progress)
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


def _candidate(facts: Facts, group: int) -> Candidate:
    proposal = facts.proposal
    return Candidate(
        passage=proposal.passage,
        source=proposal.source,
        official=proposal.official,
        sources=facts.sources,
        start=proposal.start,
        end=proposal.end,
        line=proposal.line,
        reachable=facts.reachable,
        group=group,
        attested=round(proposal.attested, 4),
        context=proposal.context,
    )
