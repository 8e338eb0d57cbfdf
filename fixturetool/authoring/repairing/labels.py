"""Whether a passage's label names the source that it comes from."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_LEAST = 2
_NUMBER = re.compile(r"^[\W_]*[0-9]+[\W_]+")
_QUOTED = re.compile(r"《([^》]*)》|\"([^\"]*)\"|“([^”]*)”")
_FROM_A_JUDGE = "judge:"
# A label of nothing but a name or a path; prose has other marks.
_NAME = re.compile(r"[\w\s()（）·./-]+")


def title_of(path: str) -> str:
    """Return what a person calls a source: its file name without number and extension.

    >>> title_of("book/201111_潮账房沿革.txt")
    '潮账房沿革'
    """
    stem = PurePosixPath(path).stem
    return _folded(_NUMBER.sub("", stem) or stem)


class Labels:
    """The sources of a corpus that labels name."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Learn the titles of sources."""
        self._titles = {path: title_of(path) for path in paths}
        self._known: dict[str, tuple[str, ...]] = {}

    def names(self, label: str, path: str) -> bool | None:
        """Tell whether a label names a source.

        Returns:
            None where the label names no source of the corpus.
        """
        named = self.named(label)
        return path in named if named else None

    def named(self, label: str) -> tuple[str, ...]:
        """Return the sources that a label names, sorted; quoted titles go before other words."""
        if label not in self._known:
            self._known[label] = self._look(label)
        return self._known[label]

    def lost(self, label: str) -> str:
        """Return the source that a label names where no source is called so, else ``""``.

        A label names one by a path, by the title that it quotes first, or by being nothing else.
        """
        name = label.removeprefix(_FROM_A_JUDGE)
        if quoted := _quoted(name):
            name = quoted[0]
        elif not _NAME.fullmatch(name):
            return ""
        return "" if name in self._titles or self._held(_folded(name)) else name

    def _look(self, label: str) -> tuple[str, ...]:
        path = label.removeprefix(_FROM_A_JUDGE)
        if path in self._titles:
            return (path,)
        for text in (*map(_folded, _quoted(label)), _folded(label)):
            held = self._held(text)
            longest = {one for one in held if not any(one != o and one in o for o in held)}
            if longest:
                found = (path for path, title in self._titles.items() if title in longest)
                return tuple(sorted(found))
        return ()

    def _held(self, text: str) -> set[str]:
        """Return the titles that stand in a folded text."""
        titles = set(self._titles.values())
        return {title for title in titles if len(title) >= _LEAST and title in text}


def _quoted(label: str) -> list[str]:
    return ["".join(groups) for groups in _QUOTED.findall(label)]


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())
