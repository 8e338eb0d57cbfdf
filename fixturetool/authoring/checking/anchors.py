"""The rules of one anchor: is it there, of the right kind, distinctive, of a good length?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.checking.violation import Place, Violation, named
from fixturetool.authoring.evidence import Evidence, Missing
from fixturetool.authoring.rules import Code
from fixturetool.corpus.match import occurs
from fixturetool.corpus.normalize import is_cjk, normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fixturetool.corpus.sources import Source
    from fixturetool.fixtures.model import Fixture, Passage

# As many sources may hold an anchor whatever the size of the corpus.
_FEW = 2
_LETTERS_A_CHARACTER = 3
_SHOWN = 24  # characters of either end of a long anchor in a message


def check_anchor(fixture: Fixture, index: int, evidence: Evidence) -> Iterator[Violation]:
    """Hold one passage of a fixture against the rules of anchors."""
    passage = fixture.relevant_passages[index]
    place: Place = ("relevant_passages", index)
    key = (fixture.language, passage.passage)
    sources = evidence.holders[key]
    if not sources:
        unreadable = evidence.unreadable.get(fixture.language, 0)
        yield _missing(passage, place, evidence.missing.get(key, Missing()), unreadable)
    else:
        yield from _check_found(fixture, passage, place, sources, evidence)
    yield from _redundant(fixture.relevant_passages, index, place)
    yield from _length(passage, place, evidence)


def length_of(anchor: str) -> float:
    """Weigh an anchor: an ideograph or a mark is 1, another letter a third, a space nothing."""
    text = normalize(anchor)
    cjk = sum(map(is_cjk, text))
    return cjk + (len(text) - cjk - text.count(" ")) / _LETTERS_A_CHARACTER


def _check_found(
    fixture: Fixture,
    passage: Passage,
    place: Place,
    sources: Sequence[Source],
    evidence: Evidence,
) -> Iterator[Violation]:
    if all(source.official != passage.official for source in sources):
        yield _official(passage, place, sources)
    if (fixture.language, fixture.query, passage.passage) in evidence.unreachable:
        yield _unreachable(passage, place, sources)
    documents = evidence.documents.get(fixture.language, 0)
    if len(sources) > max(_FEW, evidence.bounds.max_share * documents) and documents:
        yield _broad(passage, place, len(sources), documents)
    for facet in passage.covers:
        description = fixture.expected_coverage[facet]
        if (fixture.language, description, passage.passage) in evidence.unrelated:
            yield _unrelated(passage, place, facet, description)


def _missing(passage: Passage, place: Place, missing: Missing, unreadable: int) -> Violation:
    reason, hint = _absence(missing, passage.label)
    if unreadable:
        files = "1 file" if unreadable == 1 else f"{unreadable} files"
        hint = f"{hint}; {files} of the corpus could not be read as text and may hold it"
    message = f'anchor "{passage.passage}" is not in the corpus: {reason}'
    return Violation(Code.MISSING, (*place, "passage"), message, hint, passage.label)


def _absence(missing: Missing, label: str) -> tuple[str, str]:
    """Put into words why an anchor is missing, and what to do."""
    parts, near = missing.parts, missing.near
    if parts is not None:
        where = (
            f"apart from each other in {parts.first}"
            if parts.first == parts.second
            else f"in two sources, {parts.first} and {parts.second}"
        )
        return (
            f'its parts "{parts.head}" and "{parts.tail}" stand {where}',
            "an anchor is one unbroken slice of one source: make each part an anchor of its own",
        )
    if near is None:
        reason = "nothing similar in the corpus"
        if lost := missing.lost.get(label):
            reason += f', and no source is called "{lost}" any more'
            return reason, "anchor the facet in another source, or remove the passage"
        return reason, "copy the passage from a source again"
    reason = "; ".join(near.differences)
    return reason, f'{near.path}:{near.line} has "{near.text}": paste that if it is what you mean'


def _official(passage: Passage, place: Place, sources: Sequence[Source]) -> Violation:
    claimed, held = ("official", "unofficial") if passage.official else ("unofficial", "official")
    return Violation(
        Code.OFFICIAL,
        (*place, "official"),
        f'anchor "{passage.passage}" is marked {claimed}, but only {held} sources hold it: '
        f"{named(sources)}",
        f'set "official": {"false" if passage.official else "true"}, '
        f"or choose an anchor from an {claimed} source",
        passage.label,
    )


def _unreachable(passage: Passage, place: Place, sources: Sequence[Source]) -> Violation:
    return Violation(
        Code.UNREACHABLE,
        (*place, "passage"),
        f'no source of anchor "{passage.passage}" shares a word with the query that leads to it: '
        f"{named(sources)}",
        "anchor the facet in a source that the query leads to, or name the words that a "
        "rewrite would use under [aliases] in the settings",
        passage.label,
    )


def _broad(passage: Passage, place: Place, count: int, documents: int) -> Violation:
    return Violation(
        Code.BROAD,
        (*place, "passage"),
        f'anchor "{passage.passage}" stands in {count} of {documents} sources, '
        f"{count / documents:.0%}: nearly any ranking covers it",
        "take in the words beside it until it belongs to the claim alone "
        "(verify.max_share says how common an anchor may be)",
        passage.label,
    )


def _unrelated(passage: Passage, place: Place, facet: str, description: str) -> Violation:
    return Violation(
        Code.UNRELATED,
        (*place, "covers"),
        f'anchor "{passage.passage}" and the text around it share no telling word with the '
        f'description of facet "{facet}": "{description}"',
        "check that it attests this facet, or describe the facet in the words of its sources",
        passage.label,
    )


def _length(passage: Passage, place: Place, evidence: Evidence) -> Iterator[Violation]:
    bounds, anchor = evidence.bounds, passage.passage
    # Most anchors need no weighing.
    if len(anchor) <= bounds.max_length and len(anchor) > _LETTERS_A_CHARACTER * (
        bounds.min_length + anchor.count(" ")
    ):
        return
    length = length_of(anchor)
    if length < bounds.min_length:
        yield Violation(
            Code.TOO_SHORT,
            (*place, "passage"),
            f'anchor "{anchor}" is too short to belong to one claim alone',
            f"take in the words beside it, {bounds.min_length} characters at least "
            f"({_LETTERS_A_CHARACTER} Latin letters weigh as much as one of Chinese)",
            passage.label,
        )
    elif length > bounds.max_length:
        yield Violation(
            Code.OVERLONG,
            (*place, "passage"),
            f'anchor "{_shortened(anchor)}" is {length:.0f} characters long: '
            "any change in the source breaks it",
            f"cut it down to the clause that attests the facet, {bounds.max_length} characters "
            "at most",
            passage.label,
        )


def _shortened(anchor: str) -> str:
    """Leave out the middle of a long anchor."""
    text = normalize(anchor)
    if len(text) <= 2 * _SHOWN + 1:
        return text
    return f"{text[:_SHOWN].rstrip()}…{text[-_SHOWN:].lstrip()}"


def _redundant(passages: Sequence[Passage], index: int, place: Place) -> Iterator[Violation]:
    """Find the first other anchor that covers all this one does wherever this one stands."""
    passage = passages[index]
    for other_index, other in enumerate(passages):
        if other_index == index or not set(passage.covers) <= set(other.covers):
            continue
        if not occurs(other.passage, passage.passage):
            continue
        equal = occurs(passage.passage, other.passage)
        if equal and set(passage.covers) == set(other.covers) and other_index > index:
            continue
        relation = "repeats" if equal else "contains"
        yield Violation(
            Code.REDUNDANT,
            (*place, "passage"),
            f'anchor "{passage.passage}" {relation} anchor "{other.passage}" '
            f"(relevant_passages/{other_index}), so it adds nothing",
            "remove it, or replace it by other wording from another source",
            passage.label,
        )
        return
