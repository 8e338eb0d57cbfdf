"""Anchor candidates: short verbatim slices of the corpus, ranked for a person to pick from.

Ground truth comes from the corpus, never from what a retriever returned: a candidate is found
by a pattern, or by the words of the claim that it is to attest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.authoring.offering.attesting import proposals_for
from fixturetool.authoring.offering.looking import GLANCED_AT, MOST_HITS, chooser, few_hits
from fixturetool.authoring.offering.proposals import proposals_of_hits
from fixturetool.authoring.offering.ranking import rank
from fixturetool.corpus.search import search
from fixturetool.errors import SelectionError

if TYPE_CHECKING:
    from collections.abc import Collection

    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.offering.shortlist import Ranked
    from fixturetool.corpus.searching.hits import SearchResult

_LOOKS_AROUND = re.compile(r"[\^$]|\\[bBAzZGK<>]|\(\?")


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
    sources = (few_hits(found[path]) for path in sorted(chosen))
    proposals = proposals_of_hits(sources, ground.corpus.read)
    ranked = rank(ground, list(proposals), query, known, _hit_paths(result))
    return tuple(map(_candidate, ranked[:limit]))


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
    return tuple(map(_candidate, rank(ground, proposals, query, known)[:limit]))


def _hit_paths(result: SearchResult) -> Collection[str] | None:
    """Return the only sources that can hold a slice with a match in it, None where any may.

    A text that holds a matching text matches, unless the pattern looks at what is around it.
    """
    if result.official_only or len(result.paths) > GLANCED_AT:
        return None
    if not result.fixed and _LOOKS_AROUND.search(result.pattern):
        return None
    return result.paths


def _candidate(ranked: Ranked) -> Candidate:
    facts, proposal = ranked.facts, ranked.facts.proposal
    return Candidate(
        passage=proposal.passage,
        source=proposal.source,
        official=proposal.official,
        sources=facts.sources,
        start=proposal.start,
        end=proposal.end,
        line=proposal.line,
        reachable=facts.reachable,
        group=ranked.group,
        attested=round(proposal.attested, 4),
        context=proposal.context,
    )
