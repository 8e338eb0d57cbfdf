"""The libraries that cut Chinese into words, behind one face."""

from collections.abc import Callable, Mapping
from importlib import metadata
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

        self._jieba = rjieba.Jieba()

    def cut(self, text: str) -> list[str]:
        """Cut text for search."""
        words: list[str] = self._jieba.cut_for_search(text)
        return words

    def add(self, word: str, frequency: int) -> None:
        """Make a word known."""
        self._jieba.add_word(word, max(frequency, self._jieba.suggest_freq(word)), None)


def _rjieba(cache_dir: Path | None) -> Segmenter:
    del cache_dir  # its dictionary is compiled in
    return Rjieba()


def _jieba(cache_dir: Path | None) -> Segmenter:
    from fixturetool.corpus.jieba_segmenter import Jieba

    return Jieba(cache_dir)


SEGMENTERS: Mapping[str, Callable[[Path | None], Segmenter]] = {"rjieba": _rjieba, "jieba": _jieba}
"""Name to builder; a builder takes the folder for caches, or None for no cache."""


def segmenter_version(name: str) -> str:
    """Return the installed version of a segmenter's library."""
    return metadata.version(name)
