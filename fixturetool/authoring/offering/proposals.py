"""Slices of sources that may serve as anchors, not ranked yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.searching.clauses import Slice, clause_around
from fixturetool.corpus.searching.sentences import sentence_around

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fixturetool.corpus.searching.hits import Hit, SourceHits


_OVERLONG = 8.0  # what it costs that a slice holds only the beginning of what was found

# A line such as 第三十一回　冷雪葬姓名; a sentence that begins alike has an end.
_NUMBER = r"[〇零一二三四五六七八九十百千两\d]+"
_HEADING = re.compile(
    rf"\s*+(?:#{{1,6}}\s|第{_NUMBER}[章回节卷部篇集幕折](?!合)"
    r"|(?:chapter|part|book|act|scene)\s+(?:\d+|[ivxlc]+)\b)[^。！？；.!?;]{0,60}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A slice of one source.

    Attributes:
        passage: The slice under the whitespace rule.
        source: The path of the source.
        official: Whether the source is official.
        start: First character in the source's original text, 0-based.
        end: One past its last.
        line: The 1-based line on which it begins, counted by line feeds.
        context: The sentence around it under the whitespace rule.
        attested: How much of what was asked for it says, from 0 to 1.
        roughness: How badly it cuts clauses, 0 for not at all.
        is_whole: Whether it holds all of what was found.
        is_heading: Whether it stands in a heading, which says what a text is about and attests
            little.
    """

    passage: str
    source: str
    official: bool
    start: int
    end: int
    line: int
    context: str
    attested: float
    roughness: float
    is_whole: bool = False
    is_heading: bool = False


def proposals_of_hits(
    sources: Iterable[SourceHits], read: Callable[[str], str]
) -> Iterator[Proposal]:
    """Trim the hits of a search to clauses; of equal slices of one source the first is kept.

    Args:
        sources: The hits.
        read: Returns the original text of a source, or raises UnreadableError.
    """
    for source in sources:
        seen: set[str] = set()
        for hit in source.hits:
            proposal = _of_hit(hit, source, read)
            if proposal and proposal.passage not in seen:
                seen.add(proposal.passage)
                yield proposal


def proposal_at(text: str, found: Slice, path: str, *, official: bool, attested: float) -> Proposal:
    """Describe a slice of an original text."""
    around = sentence_around(text, found.start, found.end)
    return Proposal(
        passage=found.text,
        source=path,
        official=official,
        start=found.start,
        end=found.end,
        line=text.count("\n", 0, found.start) + 1,
        context=normalize(text[around.start : around.end]),
        attested=attested,
        roughness=found.roughness,
        is_heading=_is_heading(text, found),
    )


def _is_heading(text: str, found: Slice) -> bool:
    end = text.find("\n", found.end)
    line = text[text.rfind("\n", 0, found.start) + 1 : end if end >= 0 else len(text)]
    return _HEADING.match(line) is not None


def _of_hit(hit: Hit, source: SourceHits, read: Callable[[str], str]) -> Proposal | None:
    found = _within_sentence(hit, source) or _within_text(hit, source, read)
    if found is None:
        return None
    if normalize(hit.text) in found.passage:
        return replace(found, is_whole=True)
    return replace(found, roughness=found.roughness + _OVERLONG)


def _within_sentence(hit: Hit, source: SourceHits) -> Proposal | None:
    """Trim a hit to a clause of its sentence, which the search has at hand."""
    sentence = hit.sentence
    if sentence.cut:
        return None
    begin = hit.start - sentence.start
    found = clause_around(sentence.text, begin, hit.end - sentence.start)
    if found is None:
        return None
    proposal = proposal_at(
        sentence.text, found, source.path, official=source.official, attested=1.0
    )
    return replace(
        proposal,
        start=sentence.start + found.start,
        end=sentence.start + found.end,
        line=hit.line - sentence.text.count("\n", 0, begin) + proposal.line - 1,
    )


def _within_text(hit: Hit, source: SourceHits, read: Callable[[str], str]) -> Proposal | None:
    try:
        text = read(source.path)
    except UnreadableError:  # the search has told of it, or the file went away since
        return None
    if text[hit.start : hit.end] != hit.text:
        return None
    found = clause_around(text, hit.start, hit.end)
    if found is None:
        return None
    return proposal_at(text, found, source.path, official=source.official, attested=1.0)
