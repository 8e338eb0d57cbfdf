"""The rules applied to one fixture; pure given the evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fixturetool.authoring.evidence import Evidence, Missing
from fixturetool.authoring.rules import Code
from fixturetool.corpus.match import occurs
from fixturetool.corpus.sources import Source
from fixturetool.fixtures.model import Fixture, Passage

_SHOWN_SOURCES = 3

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A finding that does not know its file yet.

    Attributes:
        code: The rule.
        place: The path of the value within the fixture.
        message: What is wrong.
        hint: The next step, or ``""``.
        label: The passage's label, ``""`` for a facet.
    """

    code: Code
    place: Place
    message: str
    hint: str = ""
    label: str = ""


def judge_fixture(fixture: Fixture, evidence: Evidence) -> Iterator[Judgement]:
    """Apply every rule to a fixture: passages in order, then facets in order."""
    for index, passage in enumerate(fixture.relevant_passages):
        place: Place = ("relevant_passages", index)
        yield from _judge_passage(fixture, passage, place, evidence)
        yield from _redundant(fixture.relevant_passages, index, place)
    for facet in fixture.expected_coverage:
        yield from _judge_facet(fixture, facet, evidence)


def _judge_passage(
    fixture: Fixture, passage: Passage, place: Place, evidence: Evidence
) -> Iterator[Judgement]:
    key = (fixture.language, passage.passage)
    sources = evidence.holders[key]
    if not sources:
        unreadable = evidence.unreadable.get(fixture.language, 0)
        yield _missing(passage, place, evidence.missing.get(key, Missing()), unreadable)
        return
    if all(source.official != passage.official for source in sources):
        yield _official(passage, place, sources)
    if (fixture.language, fixture.query, passage.passage) in evidence.unreachable:
        yield Judgement(
            Code.UNREACHABLE,
            (*place, "passage"),
            f'no source of anchor "{passage.passage}" shares a word with the query: '
            f"{_named(sources)}",
            "anchor the facet in a source that the query leads to, or name the words that a "
            "rewrite would use under [aliases] in the settings",
            passage.label,
        )


def _missing(passage: Passage, place: Place, missing: Missing, unreadable: int) -> Judgement:
    reason, hint = _absence(missing)
    if unreadable:
        files = "1 file" if unreadable == 1 else f"{unreadable} files"
        hint = f"{hint}; {files} of the corpus could not be read as text and may hold it"
    message = f'anchor "{passage.passage}" is not in the corpus: {reason}'
    return Judgement(Code.MISSING, (*place, "passage"), message, hint, passage.label)


def _absence(missing: Missing) -> tuple[str, str]:
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
        return "nothing similar in the corpus", "copy the passage from a source again"
    reason = "; ".join(near.differences)
    return reason, f'{near.path}:{near.line} has "{near.text}": paste that if it is what you mean'


def _official(passage: Passage, place: Place, sources: Sequence[Source]) -> Judgement:
    claimed, held = ("official", "unofficial") if passage.official else ("unofficial", "official")
    return Judgement(
        Code.OFFICIAL,
        (*place, "official"),
        f'anchor "{passage.passage}" is marked {claimed}, but only {held} sources hold it: '
        f"{_named(sources)}",
        f'set "official": {"false" if passage.official else "true"}, '
        f"or choose an anchor from an {claimed} source",
        passage.label,
    )


def _redundant(passages: Sequence[Passage], index: int, place: Place) -> Iterator[Judgement]:
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
        yield Judgement(
            Code.REDUNDANT,
            (*place, "passage"),
            f'anchor "{passage.passage}" {relation} anchor "{other.passage}" '
            f"(relevant_passages/{other_index}), so it adds nothing",
            "remove it, or replace it by other wording from another source",
            passage.label,
        )
        return


def _judge_facet(fixture: Fixture, facet: str, evidence: Evidence) -> Iterator[Judgement]:
    sources = sorted(
        {
            source
            for passage in fixture.relevant_passages
            if facet in passage.covers
            for source in evidence.holders[fixture.language, passage.passage]
        }
    )
    place: Place = ("expected_coverage", facet)
    # Where no anchor is found at all, each of them is told to be missing already.
    if 0 < len(sources) < evidence.min_sources:
        yield Judgement(Code.FEW_SOURCES, place, *_few(facet, sources, evidence.min_sources))
    if sources and not any(source.official for source in sources):
        yield Judgement(
            Code.UNOFFICIAL_ONLY,
            place,
            f'facet "{facet}" is attested by unofficial sources alone: {_named(sources)}',
            "look for an official source that attests it",
        )


def _few(facet: str, sources: Sequence[Source], wanted: int) -> tuple[str, str]:
    count = "1 source" if len(sources) == 1 else f"{len(sources)} sources"
    return (
        f'facet "{facet}" rests on {count}, {wanted} are wanted: {_named(sources)}',
        "add an anchor from another source that attests it",
    )


def _named(sources: Sequence[Source]) -> str:
    names = ", ".join(source.path for source in sources[:_SHOWN_SOURCES])
    more = len(sources) - _SHOWN_SOURCES
    return f"{names} and {more} more" if more > 0 else names
