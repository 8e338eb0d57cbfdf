"""Graded runs of the facet lane, written down by which facets each repeat covers."""

from collections.abc import Mapping, Sequence

from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Lane,
    Match,
    Question,
    Run,
    RunHit,
    RunSettings,
)

FACETS = ("a", "b", "c", "d")


def fixture(
    query: str,
    *repeats: str | None,
    category: str = "breadth",
    language: str = "CHS",
    facets: Sequence[str] = FACETS,
    labels: Mapping[str, str] | None = None,
    sources: int = 1,
) -> FixtureRun:
    """A fixture with an anchor for each facet; a repeat is the facets that it covers.

    None is a retrieval that failed. The facet at place n is covered by source ``n.txt``.
    """
    labels = labels or {}
    return FixtureRun(
        Question(category, query, language),
        dict.fromkeys(facets, ""),
        tuple(
            Anchor(f"锚{name}", labels.get(name, "出处"), True, (name,), sources) for name in facets
        ),
        tuple(_attempt(number, covered, facets) for number, covered in enumerate(repeats, 1)),
    )


def _attempt(number: int, covered: str | None, facets: Sequence[str]) -> Attempt:
    if covered is None:
        return Attempt(number, 1.0, "the server answered 503", ())
    hits = tuple(
        RunHit(rank, f"{name}.txt", 1.0, "", None, None, "", "文", "", True, (facets.index(name),))
        for rank, name in enumerate(covered, start=1)
    )
    return Attempt(number, 1.0, None, hits)


def run(
    *fixtures: FixtureRun,
    name: str = "20260102T120000Z-001",
    k: int = 7,
    match: Match = "source",
    lane: Lane = "facets",
    corpora: Mapping[str, str] | None = None,
    retriever: Mapping[str, str | int | float | bool] | None = None,
) -> Run:
    repeat = max((len(one.attempts) for one in fixtures), default=1)
    return Run(
        RUN_SCHEMA,
        name,
        "2026-01-02T12:00:00Z",
        "0.1.0",
        RunSettings(k=k, chunk_context=2, match=match, repeat=repeat, lane=lane),
        retriever or {"name": "hand-written"},
        corpora or {"CHS": "f1"},
        fixtures,
    )
