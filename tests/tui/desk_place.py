"""A category to edit, and a small corpus under it."""

import json
from pathlib import Path

from fixturetool.fixtures.model import Passage
from fixturetool.settings import PathSettings, Settings
from fixturetool.tui.desk import Desk, FixtureKey

SOURCES = {
    "book/1_灯志.txt": "灯塔烧过鱼油。守灯人每夜添油三次，从不间断。\n",
    "voice/2_老蔺.txt": "　　灯里头一样\n　　烧的是鱼油，我闻得出来。灯塔[bold]高[/]七丈。\n",
    "letter/3_家书.txt": "灯塔那盏灯，点的向来是鱼油，味道冲得很。\n",
    "notice/5_船.txt": "船夫不许说谎。\n",
    "tps_notes/4_笔记.txt": "灯塔据说烧过盐。\n",
}
LAMP = FixtureKey("灯塔的灯烧过什么？", "CHS")
OIL = "烧过鱼油"
ANCHOR = "灯塔烧过鱼油"
OTHER = "烧的是鱼油"


def category(root: Path, *, indent: int = 2) -> Path:
    """Write a category of one fixture with two facets, and return its file."""
    document = {
        "category": "lamp",
        "description": "小样",
        "fixtures": [
            {
                "query": LAMP.query,
                "language": LAMP.language,
                "rationale": "散在各处",
                "expected_coverage": {"oil": OIL, "care": "每夜添油"},
                "relevant_passages": [
                    {"passage": ANCHOR, "label": "灯志", "official": True, "covers": ["oil"]},
                    {
                        "passage": "每夜添油三次",
                        "label": "灯志",
                        "official": True,
                        "covers": ["care"],
                    },
                ],
            }
        ],
    }
    path = root / "fixtures" / "lamp.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=indent) + "\n", "utf-8")
    return path


def settings_at(root: Path) -> Settings:
    """Write the corpus, and return settings that lead to it."""
    for name, text in SOURCES.items():
        path = root / "text" / "chs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    paths = PathSettings(fixtures=root / "fixtures", corpus=root / "text", state=root / "state")
    return Settings(paths=paths)


def desk_at(path: Path) -> Desk:
    return Desk(path, path.name)


def anchor(text: str, *facets: str, official: bool = True) -> Passage:
    return Passage(text, "出处", official, facets)
