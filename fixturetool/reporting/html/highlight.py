"""Where an anchor stands in a text that came back."""

from collections.abc import Iterable
from dataclasses import dataclass

from fixturetool.corpus.normalize import OffsetMap, normalize

_AROUND = 30


@dataclass(frozen=True, slots=True)
class Excerpt:
    """An anchor in its surroundings, as the text spells them.

    Attributes:
        before: What stands before it; it begins with ``…`` where more does.
        passage: The anchor.
        after: What stands after it; it ends with ``…`` where more does.
    """

    before: str
    passage: str
    after: str


class Marked:
    """A text in which anchors are looked for, by the whitespace rule."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._normal = normalize(text)
        self._offsets: OffsetMap | None = None

    def find(self, passage: str) -> tuple[int, int] | None:
        """Return start and end of an anchor, 0-based, end exclusive; None where it is not held."""
        needle = normalize(passage)
        at = self._normal.find(needle) if needle else -1
        if at < 0:
            return None
        if self._offsets is None:
            self._offsets = OffsetMap(self.text)
        return self._offsets.span(at, at + len(needle))

    def excerpt(self, start: int, end: int) -> Excerpt:
        """Cut a span out with what stands around it."""
        first, last = max(0, start - _AROUND), min(len(self.text), end + _AROUND)
        return Excerpt(
            ("…" if first else "") + _flat(self.text[first:start]).lstrip(),
            _flat(self.text[start:end]),
            _flat(self.text[end:last]).rstrip() + ("…" if last < len(self.text) else ""),
        )


def union(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join spans that overlap or touch; they come back in order."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)


def _flat(text: str) -> str:
    return normalize(f"|{text}|")[1:-1] if text else ""
