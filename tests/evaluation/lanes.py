"""Runs of the two lanes for tests, made of what matters to them."""

from collections.abc import Sequence

from fixturetool.evaluation.lanes.expectation import (
    Expectation,
    PageExpectation,
    PathExpectation,
    Span,
)
from fixturetool.evaluation.run import (
    RUN_SCHEMA,
    Attempt,
    FixtureRun,
    Lane,
    Question,
    Run,
    RunHit,
    RunSettings,
)

Pair = tuple[int, int]


def hit(
    path: str = "a.pdf",
    *,
    pages: Pair | None = None,
    lines: Pair | None = None,
    kind: str = "",
    summary: str = "",
    neighbor_of: str = "",
) -> RunHit:
    return RunHit(
        rank=1,
        path=path,
        score=1.0,
        leg="",
        lines=lines,
        pages=pages,
        before="",
        text="",
        after="",
        chunk_id=f"{path}@{pages or lines}",
        kind=kind,
        summary=summary,
        neighbor_of=neighbor_of,
    )


def attempt(*hits: RunHit, repeat: int = 1, error: str | None = None, ms: float = 1.0) -> Attempt:
    return Attempt(repeat, ms, error, hits)


def paths(*names: str, spans: Sequence[Span] = (), uninformative: str = "") -> PathExpectation:
    return PathExpectation(names, tuple(spans), uninformative=uninformative)


def entry(
    expected: Expectation, *attempts: Attempt, question: str = "问？", tags: Sequence[str] = ()
) -> FixtureRun:
    asked = Question("set", question, "demo", entry_id=f"id-{question}", tags=tuple(tags))
    return FixtureRun(asked, {}, (), attempts, expected)


def item(
    *attempts: Attempt,
    question: str = "Where?",
    pages: Sequence[int] = (76,),
    kind: str = "locate",
    tags: Sequence[str] = (),
) -> FixtureRun:
    expected = PageExpectation(
        tuple(pages), "Figure 5-6", "content" if kind != "locate" else "locate"
    )
    return entry(expected, *attempts, question=question, tags=tags)


def run(lane: Lane, *fixtures: FixtureRun, k: int = 20, final_k: int = 5, repeat: int = 1) -> Run:
    return Run(
        schema=RUN_SCHEMA,
        id="20261130T101500Z-001",
        created_at="2026-11-30T10:15:00Z",
        tool_version="0",
        settings=RunSettings(k, 0, repeat=repeat, lane=lane, final_k=final_k, dataset="set.json"),
        retriever={
            "name": "http",
            "url": "http://127.0.0.1:1/api/search",
            "corpus_id": "{language}",
            "cache_mode": "bypass",
        },
        corpora={},
        fixtures=fixtures,
    )
