"""Graded runs to report."""

from collections.abc import Mapping, Sequence

from fixturetool.evaluation.lanes.expectation import Expectation
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Anchor,
    Attempt,
    FixtureRun,
    Lane,
    Question,
    Run,
    RunHit,
    RunSettings,
)


def hit(
    rank: int, path: str, *anchors: int, text: str = "文", official: bool | None = True
) -> RunHit:
    return RunHit(rank, path, 1.0, "bm25", (1, 2), None, "", text, "", official, anchors)


def anchor(passage: str, *covers: str, sources: int = 1, label: str = "出处") -> Anchor:
    return Anchor(passage, label, official=True, covers=covers, sources=sources)


def answered(repeat: int, *hits: RunHit, latency_ms: float = 2.0) -> Attempt:
    return Attempt(repeat, latency_ms, None, hits)


def failed(repeat: int, error: str = "the server answered 503") -> Attempt:
    return Attempt(repeat, 1.0, error, ())


def asked(
    query: str,
    facets: Mapping[str, str] | Sequence[str],
    anchors: Sequence[Anchor],
    *attempts: Attempt,
    category: str = "breadth",
) -> FixtureRun:
    named = facets if isinstance(facets, Mapping) else dict.fromkeys(facets, "")
    return FixtureRun(Question(category, query, "CHS", "list"), named, tuple(anchors), attempts)


def entry(query: str, expected: Expectation, *attempts: Attempt) -> FixtureRun:
    question = Question("harbour", query, "", entry_id=query)
    return FixtureRun(question, {}, (), attempts, expected)


def run_of(
    *fixtures: FixtureRun, k: int = 3, lane: Lane = "facets", run_id: str = "20260102T120000Z-001"
) -> Run:
    repeats = max((one.repeat for fixture in fixtures for one in fixture.attempts), default=1)
    return Run(
        schema=RUN_SCHEMA,
        id=run_id,
        created_at="2026-01-02T12:00:00Z",
        tool_version="0.1.0",
        settings=RunSettings(
            k=k,
            chunk_context=2,
            repeat=repeats,
            lane=lane,
            final_k=0 if lane == "facets" else k,
        ),
        retriever={"name": "noisy"},
        corpora={"CHS": "f1"},
        fixtures=fixtures,
    )


OIL = asked(
    "灯塔的灯烧过什么？",
    {"oil": "烧过鱼油", "salt": "烧过盐", "wick": "", "ghost": ""},
    (
        anchor("烧过鱼油", "oil"),
        anchor("烧过盐", "salt"),
        anchor("灯芯是苇秆", "wick"),
        anchor("烧过月光", "ghost", sources=0),
    ),
    answered(1, hit(1, "book/灯志.txt", 0, text="灯塔烧过\n鱼油。"), hit(2, "voice/蔺.txt", 1)),
    answered(2, hit(1, "book/灯志.txt", 0, text="灯塔烧过\n鱼油。"), hit(2, "book/潮.txt")),
    failed(3),
)
DARK = asked("谁守灯？", ("who",), (anchor("守灯人", "who"),), failed(1), failed(2), failed(3))
MIXED = run_of(OIL, DARK)
