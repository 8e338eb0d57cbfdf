"""Anchor candidates: short verbatim slices of the corpus, ranked for a person to pick from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from fixturetool.authoring.ground import Ground


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
        context: The sentence around it under the whitespace rule; it contains the passage.
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


def candidates(
    ground: Ground,
    pattern: str,
    *,
    fixed: bool = False,
    ignore_case: bool = False,
    official_only: bool = False,
    query: str | None = None,
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
        limit: How many candidates to return at most.

    Raises:
        PatternError: The pattern is empty or no regular expression.
        ToolMissingError: There is no ``rg``.
    """
    raise NotImplementedError


def candidates_for(
    ground: Ground,
    description: str,
    *,
    official_only: bool = False,
    query: str | None = None,
    paths: Collection[str] | None = None,
    limit: int = 20,
) -> tuple[Candidate, ...]:
    """Offer slices that say what a description says, by its content tokens; the best first.

    Args:
        ground: The corpus of a language, opened by ``open_ground``.
        description: The claim of a facet.
        official_only: Whether to leave third-party sources out.
        query: The query of the fixture; sources that it leads to are marked, and come first.
        paths: The only sources to look in, such as those that a retriever brought; None for all.
        limit: How many candidates to return at most.

    Raises:
        SelectionError: The description has no content token.
    """
    raise NotImplementedError
