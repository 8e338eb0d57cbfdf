"""Anchor candidates as text, the best wording first, each alone on its line to be copied."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fixturetool.authoring.candidates import Candidate
from fixturetool.corpus.searching.hits import SearchResult
from fixturetool.reporting.searching.as_text import listed, summary
from fixturetool.reporting.terminal import BOLD, DIM, GREEN, MAGENTA, RED, YELLOW, painted, visible
from fixturetool.reporting.wording import counted

_NAMES_SHOWN = 5
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Offer:
    """What a search offers in one language.

    Attributes:
        language: The fixture language.
        candidates: The candidates, ranked.
        result: What a pattern found; None when a description was searched by.
        has_more: Whether there are more candidates.
    """

    language: str
    candidates: tuple[Candidate, ...]
    result: SearchResult | None
    has_more: bool = False


def render_candidates(offers: Sequence[Offer], *, colour: bool) -> str:
    """Return candidates grouped by wording, then sources named so, then a summary.

    Args:
        offers: One a language; several are headed by their language.
        colour: Whether to style the text for a terminal; without it there is no escape code.
    """
    blocks = (_block(offer, colour, headed=len(offers) > 1) for offer in offers)
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def render_offered(candidates: Sequence[Candidate], *, first: int, colour: bool) -> str:
    """Return candidates one by one, numbered from 1 in the order given.

    Args:
        candidates: The candidates.
        first: How many of them were shown before, and are left out.
        colour: Whether to style the text for a terminal.
    """
    shown = enumerate(candidates[first:], first + 1)
    return "".join(f"{line}\n" for at, one in shown for line in _wording(at, [one], colour))


def _block(offer: Offer, colour: bool, *, headed: bool) -> Iterator[str]:
    if headed:
        yield painted(visible(offer.language), BOLD, colour=colour)
    wordings: dict[int, list[Candidate]] = {}
    for candidate in offer.candidates:
        wordings.setdefault(candidate.group, []).append(candidate)
    for number, same in wordings.items():
        yield from _wording(number, same, colour)
        yield ""
    if offer.result is not None:
        # Places that no slice can be cut from, such as a heading of two words, are shown as such.
        rest = _named(offer.result, colour) if wordings else listed(offer.result, colour=colour)
        yield from rest
    yield _summary(offer, len(wordings))


def _wording(number: int, same: Sequence[Candidate], colour: bool) -> Iterator[str]:
    first, *others = same
    mark = painted(f"{number:>2}", GREEN, colour=colour)
    yield f"{mark}  {painted(visible(first.passage), BOLD, colour=colour)}"
    yield f"{_INDENT}{_facts(first, colour)}"
    yield _INDENT + _context(first, colour)
    for other in others:
        yield f"{_INDENT}alike: {visible(other.passage)}  {_facts(other, colour)}"


def _facts(one: Candidate, colour: bool) -> str:
    place = painted(f"{visible(one.source)}:{one.line}", MAGENTA, colour=colour)
    held = "this source alone" if one.sources == 1 else f"{one.sources} sources"
    notes = ["official" if one.official else "unofficial", held]
    if one.attested < 1:
        notes.append(f"says {one.attested:.0%}")
    facts = painted(", ".join(notes), DIM, colour=colour)
    if one.reachable is None:
        return f"{place}  {facts}"
    reach = "the query leads here" if one.reachable else "the query does not lead here"
    style = GREEN if one.reachable else YELLOW
    return f"{place}  {facts}, {painted(reach, style, colour=colour)}"


def _context(one: Candidate, colour: bool) -> str:
    before, found, after = one.context.partition(one.passage)
    return f"{visible(before)}{painted(visible(found), RED, colour=colour)}{visible(after)}"


def _named(result: SearchResult, colour: bool) -> Iterator[str]:
    """Name sources whose path matches and whose text does not."""
    paths = [source.path for source in result.sources if source.names and not source.total]
    for path in paths[:_NAMES_SHOWN]:
        yield f"named so: {painted(visible(path), MAGENTA, colour=colour)}"
    if len(paths) > _NAMES_SHOWN:
        yield f"named so: and {len(paths) - _NAMES_SHOWN} more"
    if paths:
        yield ""


def _summary(offer: Offer, wordings: int) -> str:
    shown = f"{counted(len(offer.candidates), 'candidate')} in {counted(wordings, 'wording')}"
    shown += " (--limit N for more)" if offer.has_more else ""
    if offer.result is None:
        return shown
    parts = [summary(offer.result)]
    if offer.candidates:
        parts.append(shown)
    elif offer.result.totals.hits:
        parts.append("no slice of 6 to 40 characters there")
    return "; ".join(parts)
