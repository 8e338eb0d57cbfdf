"""Names that no segmenter keeps whole, found in text by ourselves.

jieba cuts at a middle dot, a space or a bracket whatever its dictionary says.
"""

import re
from collections.abc import Collection


class NameFinder:
    """Finds names in text: the leftmost first, there the longest, never overlapping."""

    def __init__(self, names: Collection[str], word_character: str) -> None:
        """Prepare the names.

        Args:
            names: Names of two characters or more, spelled as in the text that is searched.
            word_character: A regular expression for one character of a spaced script; at an
                end of a name it must not go on as a word in the text.
        """
        self._is_word = re.compile(word_character).match
        self._by_start: dict[str, list[str]] = {}
        for name in sorted(set(names), key=lambda name: (-len(name), name)):
            self._by_start.setdefault(name[:2], []).append(name)
        self._start = re.compile(_starts(self._by_start)) if names else None

    def find(self, text: str) -> list[str]:
        """Return the names that occur in a text, in order, as often as they occur."""
        if self._start is None:
            return []
        found: list[str] = []
        end = 0
        for match in self._start.finditer(text):
            position = match.start()
            name = self._longest_at(text, position) if position >= end else ""
            if name:
                found.append(name)
                end = position + len(name)
        return found

    def _longest_at(self, text: str, position: int) -> str:
        for name in self._by_start.get(text[position : position + 2], ()):
            if text.startswith(name, position) and self._stands_alone(text, position, name):
                return name
        return ""

    def _stands_alone(self, text: str, position: int, name: str) -> bool:
        end = position + len(name)
        begins_inside = position > 0 and self._is_word(name) and self._is_word(text[position - 1])
        ends_inside = end < len(text) and self._is_word(name[-1]) and self._is_word(text[end])
        return not (begins_inside or ends_inside)


def _starts(pairs: Collection[str]) -> str:
    """Return an expression that matches wherever one of these pairs of characters may begin."""
    firsts = "".join(sorted({re.escape(pair[0]) for pair in pairs}))
    seconds = "".join(sorted({re.escape(pair[1]) for pair in pairs}))
    return f"[{firsts}](?=[{seconds}])"
