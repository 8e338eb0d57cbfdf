"""The libraries that cut Chinese into words, behind one face."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol


class Segmenter(Protocol):
    """Cuts runs of the common ideographs; called from several threads at once."""

    def cut(self, text: str) -> list[str]:
        """Cut text for search: every word, and before it the shorter words inside."""

    def add(self, word: str, frequency: int) -> None:
        """Make a word known; its frequency never falls, and is high enough to keep it whole."""


class Rjieba:
    """jieba's algorithm and dictionary in native code: 10 to 30 times as fast."""

    def __init__(self) -> None:
        import rjieba

        self._load: Callable[[], rjieba.Jieba] = rjieba.Jieba
        self._own: rjieba.Jieba | None = None
        self._cut: Callable[[str], list[str]] = rjieba.cut_for_search

    def cut(self, text: str) -> list[str]:
        """Cut text for search."""
        return self._cut(text)

    def add(self, word: str, frequency: int) -> None:
        """Make a word known."""
        # The dictionary that comes with the import is shared with everybody; one of our own
        # takes as long to load again.
        if self._own is None:
            self._own = self._load()
            self._cut = self._own.cut_for_search
        self._own.add_word(word, max(frequency, self._own.suggest_freq(word)), None)


def _rjieba(cache_dir: Path | None) -> Segmenter:
    del cache_dir  # its dictionary is compiled in
    return Rjieba()


def _jieba(cache_dir: Path | None) -> Segmenter:
    from fixturetool.corpus.words.jieba_segmenter import Jieba

    return Jieba(cache_dir)


SEGMENTERS: Mapping[str, Callable[[Path | None], Segmenter]] = {"rjieba": _rjieba, "jieba": _jieba}
"""Name to builder; a builder takes the folder for caches, or None for no cache."""


def segmenter_version(name: str) -> str:
    """Return the installed version of a segmenter's library."""
    # A wheel's record is a folder named <name>-<version>.dist-info. To ask importlib.metadata
    # takes a quarter of the time of a small verify.
    for folder in sys.path:
        for record in Path(folder).glob(f"{name}-*.dist-info"):
            return record.stem.removeprefix(f"{name}-")
    from importlib import metadata

    return metadata.version(name)
