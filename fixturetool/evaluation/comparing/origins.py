"""Anchors that a judge took from what one of two runs brought back: they favour that run."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from fixturetool.evaluation.run import FixtureRun, Key, Run

Found = Mapping[Key, Collection[str]]
"""Question to the anchors that a judge wrote from one run."""


@dataclass(frozen=True, slots=True)
class OneSidedAnchor:
    """A judge's anchor that one run alone has given rise to.

    Attributes:
        run: The name of that run.
        key: The question.
        passage: The anchor.
        label: Its label.
        covers: The facets that it attests.
    """

    run: str
    key: Key
    passage: str
    label: str
    covers: tuple[str, ...]


def one_sided_anchors(
    base: Run, current: Run, base_found: Found, current_found: Found
) -> tuple[OneSidedAnchor, ...]:
    """Return the judge anchors that came from one of the two runs alone.

    An anchor that came from neither, or from both, favours neither.

    Args:
        base: A run, graded.
        current: Another, graded on the same fixtures.
        base_found: What a judge wrote from the base run.
        current_found: What it wrote from the current one.
    """
    return (
        *_alone(base, base_found, current_found),
        *_alone(current, current_found, base_found),
    )


def without_anchors(run: Run, anchors: Collection[OneSidedAnchor]) -> Run:
    """Return the run as if the fixtures had never had these anchors."""
    gone = {(one.key, one.passage) for one in anchors}
    return replace(run, fixtures=tuple(_without(fixture, gone) for fixture in run.fixtures))


def _alone(run: Run, own: Found, other: Found) -> Iterator[OneSidedAnchor]:
    for fixture in run.fixtures:
        key = fixture.question.key
        for anchor in fixture.anchors:
            here = anchor.passage in own.get(key, ())
            if anchor.by_judge and here and anchor.passage not in other.get(key, ()):
                yield OneSidedAnchor(run.id, key, anchor.passage, anchor.label, anchor.covers)


def _without(fixture: FixtureRun, gone: Collection[tuple[Key, str]]) -> FixtureRun:
    """Let the anchors cover nothing: hits know anchors by their position, which stays."""
    key = fixture.question.key
    anchors = tuple(
        replace(anchor, covers=(), sources=0) if (key, anchor.passage) in gone else anchor
        for anchor in fixture.anchors
    )
    return replace(fixture, anchors=anchors)
