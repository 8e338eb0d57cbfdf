"""The pages of a PDF and the descriptions of its figures become one document.

Each page is a part of its text, and each figure one of its own that follows its page: its
caption, then what the sidecar says that it shows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fixturetool.corpus.documents import Document, Figure, Line, Part
from fixturetool.corpus.pdfs.pages import HYPHEN_BREAK
from fixturetool.corpus.pdfs.placing import Placed, place_figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fixturetool.corpus.pdfs.descriptions import Descriptions
    from fixturetool.corpus.pdfs.pages import Page, PrintedLine

# No word is begun in its middle: that would be tried at every letter.
_WITH_HYPHEN = re.compile(r"(?<!\w)\w+-\w+")
_AT_BREAK = re.compile(rf"(?<!\w)(\w*){HYPHEN_BREAK}(\w*)")
_BETWEEN_PARTS = "\n\n"


def compose_document(pages: Sequence[Page], said: Descriptions) -> Document:
    """Return the document of a PDF.

    Args:
        pages: Its pages.
        said: What its figures show.
    """
    names = [[caption.name for caption in page.captions] for page in pages]
    figures = place_figures(names, said).by_page
    pen = _Pen(_hyphenated(pages))
    for number, page in enumerate(pages, 1):
        pen.add(number, _prose(page))
        for placed in figures.get(number, ()):
            pen.add_figure(number, page, placed)
    return Document(_BETWEEN_PARTS.join(pen.texts), tuple(pen.parts))


class _Pen:
    """Writes parts one after the other."""

    def __init__(self, hyphenated: frozenset[str]) -> None:
        self._hyphenated = hyphenated
        self._offset = 0
        self.texts: list[str] = []
        self.parts: list[Part] = []

    def add(
        self,
        page: int,
        printed: Iterable[PrintedLine],
        figure: Figure | None = None,
        said: str = "",
    ) -> None:
        """Write a part: printed lines, then what is said; nothing where there is neither."""
        texts: list[str] = []
        lines: list[Line] = []
        start = self._offset
        for line in printed:
            lines.append(Line(start, line.box))
            texts.append(self._whole_words(line.text))
            start += len(texts[-1]) + 1
        text = "\n".join([*texts, said] if said else texts)
        if text:
            end = self._offset + len(text)
            self.texts.append(text)
            self.parts.append(Part(self._offset, end, page, tuple(lines), figure))
            self._offset = end + len(_BETWEEN_PARTS)

    def add_figure(self, number: int, page: Page, placed: Placed) -> None:
        """Write a figure."""
        printed: Sequence[PrintedLine] = ()
        figure = placed.described or Figure("", "")
        if placed.caption is not None:
            caption = page.captions[placed.caption]
            printed = page.lines[caption.first : caption.after]
            words = " ".join(self._whole_words(line.text) for line in printed).split()
            figure = replace(figure, name=caption.name, caption=" ".join(words))
        self.add(number, printed, figure, _said(figure))

    def _whole_words(self, text: str) -> str:
        """Put words together that were parted at the end of a line."""
        while HYPHEN_BREAK in text:
            text = _AT_BREAK.sub(self._joined, text)
        return text

    def _joined(self, parted: re.Match[str]) -> str:
        before, after = parted.groups()
        whole = f"{before}-{after}"
        is_one_word = after[:1].islower() and whole.casefold() not in self._hyphenated
        return before + after if is_one_word else whole


def _prose(page: Page) -> Iterator[PrintedLine]:
    captioned = {at for one in page.captions for at in range(one.first, one.after)}
    return (line for at, line in enumerate(page.lines) if at not in captioned)


def _said(figure: Figure) -> str:
    lists = (
        figure.labels,
        figure.components,
        figure.connections,
        figure.values,
        figure.references,
    )
    return "\n".join(text for text in (figure.summary, *map("; ".join, lists)) if text)


def _hyphenated(pages: Sequence[Page]) -> frozenset[str]:
    """Return the words that are written with a hyphen where no line ends, casefolded."""
    return frozenset(
        word.casefold()
        for page in pages
        for line in page.lines
        if "-" in line.text
        for word in _WITH_HYPHEN.findall(line.text)
    )
