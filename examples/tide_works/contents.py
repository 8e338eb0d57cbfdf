"""What stands on each page of the handbook but for its figures, as ``contents.toml`` has it."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "contents.toml"


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes:
        plate: Whether it is nothing but a picture.
        chapter: Whether a chapter begins here.
        head: Its heading.
        han_head: The same in Chinese.
        han: A paragraph in Chinese, set first.
        prose: Paragraphs.
        figure: The number of its figure, such as ``2-1``.
        after: A paragraph below the figure.
    """

    plate: bool = False
    chapter: bool = False
    head: str = ""
    han_head: str = ""
    han: str = ""
    prose: list[str] = field(default_factory=list)
    figure: str = ""
    after: str = ""


_BODY = tomllib.loads(SOURCE.read_text("utf-8"))
TITLE: list[str] = _BODY["title"]
ISSUED: list[str] = _BODY["issued"]
PREFACE: list[str] = _BODY["preface"]
HOW_TO_USE: list[str] = _BODY["how_to_use"]
ABOUT_TABLE: str = _BODY["about_table"]
GLOSSARY: list[tuple[str, str, str]] = _BODY["glossary"]
COLOPHON: list[str] = _BODY["colophon"]
CAPTIONS: dict[str, list[str]] = _BODY["captions"]
PAGES = [Page(**page) for page in _BODY["pages"]]
