"""Which misses of a run are true, and which are a matter of wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.authoring.missed.looking import Looker, retrieved
from fixturetool.authoring.missed.miss import (
    CloseSlice,
    Holder,
    Miss,
    Misses,
    Retrieved,
    Verdict,
)
from fixturetool.evaluation.coverage import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from fixturetool.authoring.ground import Ground
    from fixturetool.evaluation.run import FixtureRun, Question, Run
    from fixturetool.evaluation.scores import FixtureScore

__all__ = [
    "CLOSE",
    "CloseSlice",
    "Holder",
    "Miss",
    "Misses",
    "Retrieved",
    "Verdict",
    "find_misses",
    "mark_of",
]

CLOSE = 0.25
"""The resemblance from which a slice may well attest a facet.

Of the shipped fixtures, 10 of 12 planted false misses lie above it, and 8 of 60 other misses."""

_MARK = "true miss: "


def find_misses(
    run: Run,
    grounds: Mapping[str, Ground],
    notes: Mapping[tuple[str, str, str], str],
    holders: Callable[[str, str], Sequence[str]],
    ranks: Callable[[Question], Mapping[str, int] | None] | None = None,
    depth: int | None = None,
) -> Misses:
    """Look at every facet that a run missed in all its repeats.

    Args:
        run: A run graded on its fixtures.
        grounds: Fixture language to its corpus.
        notes: A question's key to the notes of its fixture.
        holders: Returns for a language and an anchor the sources that hold it, sorted.
        ranks: Asks the retriever for more: source to 1-based rank, None where it does not say;
            None not to ask it.
        depth: How many sources it is asked for.

    Raises:
        StateError: The run was never graded.
    """
    coverage = score(run)
    lookers = {language: Looker(ground) for language, ground in grounds.items()}
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
    looker: Looker,
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
            for rank, path, official, text in retrieved(run, asked)
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
            reached=None if ranked is None else len(ranked),
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
