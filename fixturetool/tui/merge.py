"""Two changes of one text joined: what an undo does when the file was edited by hand meanwhile."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple


class _Hunk(NamedTuple):
    """Lines ``start`` to ``end`` of the base (0-based, half-open), and what stands there now."""

    start: int
    end: int
    lines: list[str]


def merge(base: str, ours: str, theirs: str) -> str | None:
    """Join two changes of a text, line by line.

    Args:
        base: The text that both began with.
        ours: One change of it.
        theirs: The other one.

    Returns:
        The text with both changes, None where they touch the same lines or neighbouring ones.
    """
    lines = base.splitlines(keepends=True)
    mine, others = _hunks(lines, ours), _hunks(lines, theirs)
    if any(_touch(one, other) for one in mine for other in others if one != other):
        return None
    merged: list[str] = []
    at = 0
    for hunk in sorted({(h.start, h.end, tuple(h.lines)) for h in (*mine, *others)}):
        merged += lines[at : hunk[0]]
        merged += hunk[2]
        at = hunk[1]
    return "".join(merged + lines[at:])


def _hunks(base: Sequence[str], text: str) -> list[_Hunk]:
    lines = text.splitlines(keepends=True)
    matcher = SequenceMatcher(None, base, lines, autojunk=False)
    return [
        _Hunk(start, end, lines[first:last])
        for tag, start, end, first, last in matcher.get_opcodes()
        if tag != "equal"
    ]


def _touch(one: _Hunk, other: _Hunk) -> bool:
    return one.start <= other.end and other.start <= one.end
