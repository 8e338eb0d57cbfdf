"""A small corpus, and a run that missed facets of it."""

from collections.abc import Sequence
from pathlib import Path

from fixturetool.authoring.ground import Ground, open_ground
from fixturetool.evaluation.run import (
    Anchor,
    Attempt,
    FixtureRun,
    Question,
    Run,
    RunHit,
    RunSettings,
)
from fixturetool.progress import Silent
from fixturetool.settings import PathSettings, Settings

SOURCES = {
    "book/1_灯志.txt": "守灯人每夜添油三次。灯塔初用苇籽油，烟青而味苦。",
    "book/2_食单.txt": "学徒用苇子籽榨油点灯，烟是青的。豆子要泡一夜。",
    "book/3_海事.txt": "潮水一日两次。船夫不许说谎。",
    "tps_note/4.txt": "据说灯里烧过盐。",
}
ANCHOR = "初用苇籽油，烟青而味苦"
QUESTION = Question("lamp", "灯塔的灯烧过什么？", "CHS")


def ground_at(root: Path) -> Ground:
    for name, text in SOURCES.items():
        path = root / "text" / "chs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    settings = Settings(paths=PathSettings(corpus=root / "text", state=root / "state"))
    return open_ground("CHS", settings, Silent())


def hit(rank: int, path: str, text: str = "", *, official: bool | None = True) -> RunHit:
    return RunHit(rank, path, 1.0, "", None, None, "", text, "", official)


def run_of(
    *hits: RunHit, match: str = "source", anchors: Sequence[str] = (ANCHOR,), repeats: int = 1
) -> Run:
    facets = {"reed_oil": "灯塔的灯烧过芦苇籽榨的油"}
    found = tuple(
        Anchor(one, "l", official=True, covers=("reed_oil",), sources=1) for one in anchors
    )
    attempts = tuple(Attempt(number, 1.0, None, hits) for number in range(1, repeats + 1))
    return Run(
        schema="fixturetool.run/1",
        id="R-001",
        created_at="2026-11-30T00:00:00Z",
        tool_version="0",
        settings=RunSettings(k=3, chunk_context=0, match="chunk" if match == "chunk" else "source"),
        retriever={"name": "bm25"},
        corpora={},
        fixtures=(FixtureRun(QUESTION, facets, found, attempts),),
    )
