"""Which misses of a run are true, and which are a matter of wording."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from fixturetool.authoring.missed.claim import claim_of
from fixturetool.authoring.missed.resemblance import resembling
from fixturetool.authoring.surroundings import Surroundings
from fixturetool.corpus.listing.decoding import UnreadableError
from fixturetool.corpus.normalize import normalize, original_span
from fixturetool.evaluation.coverage import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.authoring.missed.claim import Claim
    from fixturetool.evaluation.run import FixtureRun, Question, Run
    from fixturetool.evaluation.scores import FixtureScore

CLOSE = 0.25
"""The resemblance from which a slice may well attest a facet.

Of the shipped fixtures, 10 of 12 planted false misses lie above it, and 8 of 60 other misses."""

_PER_SOURCE = 2
_MARK = "true miss: "


class Verdict(StrEnum):
    """What a miss seems to be."""

    UNWINNABLE = "unwinnable"
    FALSE = "false-miss candidate"
    NOT_RETRIEVED = "not retrieved"
    TRUE = "true miss"


@dataclass(frozen=True, slots=True)
class CloseSlice:
    """A slice of a retrieved source that resembles what a facet says.

    Attributes:
        text: The slice under the whitespace rule.
        line: The 1-based line of the source on which it begins; None where the path is no source.
        score: How much it resembles the claim, in [0, 1].
        shared: Words and characters that it has in common with it, the rarest first.
    """

    text: str
    line: int | None
    score: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A source that came back.

    Attributes:
        rank: Its best 1-based rank over the repeats.
        path: The source.
        official: Whether it is official; None for a path that is no source of the corpus.
        slices: What of it resembles the claim most, the best first.
    """

    rank: int
    path: str
    official: bool | None
    slices: tuple[CloseSlice, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """A source of the corpus that attests the facet.

    Attributes:
        path: The source.
        rank: Where the retriever ranks it when asked for more; None where it was not asked, or
            does not bring it as far as it was asked.
    """

    path: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Miss:
    """A facet that no scored repeat of a run covers.

    Attributes:
        question: The fixture as asked.
        facet: Its name.
        description: Its description, or ``""``.
        anchors: Its anchors.
        verdict: What the miss seems to be.
        holders: The sources that attest it, those that are ranked first.
        sources: The sources that came back, by rank.
        marks: The fixture's notes that call it a true miss.
        is_marked: Whether a person called it one in this very run.
    """

    question: Question
    facet: str
    description: str
    anchors: tuple[str, ...]
    verdict: Verdict
    holders: tuple[Holder, ...]
    sources: tuple[Retrieved, ...]
    marks: tuple[str, ...]
    is_marked: bool

    @property
    def slices(self) -> tuple[tuple[Retrieved, CloseSlice], ...]:
        """Every slice with its source, in the order of the sources."""
        return tuple((source, one) for source in self.sources for one in source.slices)


@dataclass(frozen=True, slots=True)
class Misses:
    """What a run missed.

    Attributes:
        run: The run, graded on the fixtures of today.
        facets: Facets of the scored fixtures.
        misses: In file order.
        depth: How many sources the retriever was asked for to rank those that attest; None where
            it was not asked.
    """

    run: Run
    facets: int
    misses: tuple[Miss, ...]
    depth: int | None


def find_misses(
    run: Run,
    grounds: Mapping[str, Ground],
    notes: Mapping[tuple[str, str, str], str],
    holders: Callable[[str, str], Sequence[str]],
    ranks: Callable[[Question], Mapping[str, int]] | None = None,
    depth: int | None = None,
) -> Misses:
    """Look at every facet that a run missed in all its repeats.

    Args:
        run: A run graded on its fixtures.
        grounds: Fixture language to its corpus.
        notes: A question's key to the notes of its fixture.
        holders: Returns for a language and an anchor the sources that hold it, sorted.
        ranks: Asks the retriever for more: source to 1-based rank; None where it can't say.
        depth: How many sources it is asked for.

    Raises:
        StateError: The run was never graded.
    """
    coverage = score(run)
    lookers = {language: _Looker(ground) for language, ground in grounds.items()}
    found: list[Miss] = []
    for asked, scored in zip(run.fixtures, coverage.fixtures, strict=True):
        if not scored.missed:
            continue
        looker = lookers[asked.question.language]
        ranked = ranks(asked.question) if ranks else None
        found.extend(_misses(run, asked, scored, looker, notes, holders, ranked))
    return Misses(run, coverage.summary.facets, tuple(found), depth if ranks else None)


def mark_of(facet: str, run: Run) -> str:
    """Return the line of a fixture's notes that calls a miss true."""
    return f"{_MARK}{facet} ({run.retriever.get('name', '?')}, run {run.id})"


def _misses(
    run: Run,
    asked: FixtureRun,
    scored: FixtureScore,
    looker: _Looker,
    notes: Mapping[tuple[str, str, str], str],
    holders: Callable[[str, str], Sequence[str]],
    ranked: Mapping[str, int] | None,
) -> Iterator[Miss]:
    question = asked.question
    for facet in scored.missed:
        anchors = tuple(one.passage for one in asked.anchors if facet in one.covers)
        paths = {path for anchor in anchors for path in holders(question.language, anchor)}
        held = _ranked(paths, ranked)
        claim = looker.claim(question.query, asked.facets[facet], anchors)
        sources = tuple(
            Retrieved(rank, path, official, looker.slices(claim, path, text))
            for rank, path, official, text in _retrieved(run, asked)
        )
        marks = tuple(
            line
            for line in notes.get(question.key, "").split("\n")
            if line.startswith(f"{_MARK}{facet} (")
        )
        is_marked = mark_of(facet, run) in marks
        yield Miss(
            question=question,
            facet=facet,
            description=asked.facets[facet],
            anchors=anchors,
            verdict=Verdict.TRUE if is_marked else _verdict(held, sources, ranked),
            holders=held,
            sources=sources,
            marks=marks,
            is_marked=is_marked,
        )


def _verdict(
    holders: Sequence[Holder], sources: Sequence[Retrieved], ranked: Mapping[str, int] | None
) -> Verdict:
    if not holders:
        return Verdict.UNWINNABLE
    if any(one.score >= CLOSE for source in sources for one in source.slices):
        return Verdict.FALSE
    if ranked is not None and all(holder.rank is None for holder in holders):
        return Verdict.TRUE
    return Verdict.NOT_RETRIEVED


def _ranked(paths: set[str], ranked: Mapping[str, int] | None) -> tuple[Holder, ...]:
    found = [Holder(path, ranked.get(path) if ranked else None) for path in paths]
    return tuple(sorted(found, key=lambda one: (one.rank is None, one.rank or 0, one.path)))


def _retrieved(run: Run, asked: FixtureRun) -> list[tuple[int, str, bool | None, str]]:
    """Return rank, path, kind and graded text of each source that came back in any repeat.

    The text is ``""`` where the whole source file was graded.
    """
    ranks: dict[str, int] = {}
    kinds: dict[str, bool | None] = {}
    texts: dict[str, dict[str, None]] = {}
    by_text = run.settings.match == "chunk"
    for attempt in asked.attempts:
        for hit in attempt.hits if attempt.error is None else ():
            if hit.rank > run.settings.k:
                continue
            ranks[hit.path] = min(hit.rank, ranks.get(hit.path, hit.rank))
            kinds[hit.path] = hit.official
            if by_text or hit.official is None:
                texts.setdefault(hit.path, {})[hit.before + hit.text + hit.after] = None
    return sorted(
        (rank, path, kinds[path], "\n\n".join(texts.get(path, ()))) for path, rank in ranks.items()
    )


class _Looker:
    """Looks into the sources of one language."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._surroundings = Surroundings(ground.snapshot)

    def claim(self, query: str, description: str, anchors: Sequence[str]) -> Claim:
        return claim_of(
            query, description, anchors, self._ground.tokenizer, self._surroundings.share
        )

    def slices(self, claim: Claim, path: str, text: str) -> tuple[CloseSlice, ...]:
        original = self._original(path)
        found = resembling(claim, text or original, _PER_SOURCE)
        normal = normalize(original)
        return tuple(
            CloseSlice(one.text, _line(original, normal, one.text), one.score, one.shared)
            for one in found
        )

    def _original(self, path: str) -> str:
        try:
            return self._ground.corpus.read(path)
        except (KeyError, UnreadableError):
            return ""


def _line(original: str, normal: str, slice_: str) -> int | None:
    at = normal.find(slice_)
    if at < 0:
        return None
    start, _ = original_span(original, at, at + len(slice_))
    return original.count("\n", 0, start) + 1
