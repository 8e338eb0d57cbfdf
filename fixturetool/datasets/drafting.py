"""Where an entry goes in, changes or goes out in the text of a dataset; pure.

Nothing but what an edit is about differs, and the comma that JSON wants between two entries.
"""

import json
from collections.abc import Mapping, Sequence

from fixturetool.jsontext.imitate import Imitator, Json
from fixturetool.jsontext.positions import Positions
from fixturetool.jsontext.scan import Node


def text_with_entry(source: str, values: Mapping[str, Json]) -> str:
    """Return the text with an entry added at the end, written as the last one is.

    Args:
        source: The text of a sound dataset, without a byte order mark.
        values: The entry.
    """
    entries, writer = _opened(source)
    if entries.children:
        last = entries.children[-1]
        return source[: last.end] + writer.more([values], entries) + source[last.end :]
    written = writer.plain([values], writer.indent_at(entries.start) or "")
    return source[: entries.start] + written + source[entries.end :]


def text_with_changes(source: str, at: int, changes: Mapping[str, Json]) -> str:
    """Return the text with members of an entry replaced, or added at its end.

    Args:
        source: The text of a sound dataset, without a byte order mark.
        at: The entry's 0-based position.
        changes: Key to value; a key whose value is None is taken out.
    """
    for key, value in changes.items():
        entries, writer = _opened(source)
        source = _with_change(source, entries.children[at], writer, key, value)
    return source


def text_without_entry(source: str, at: int) -> str:
    """Return the text without an entry.

    Args:
        source: The text of a sound dataset, without a byte order mark.
        at: The entry's 0-based position.
    """
    entries, _ = _opened(source)
    starts = [child.start for child in entries.children]
    return _without(source, starts, entries, at)


def _opened(source: str) -> tuple[Node, Imitator]:
    positions = Positions(source)
    root = positions.root
    entries = positions.value(("items",)) if root.keys else root
    return entries, Imitator.of(source, root)


def _with_change(source: str, entry: Node, writer: Imitator, key: str, value: Json) -> str:
    names = [one.text for one in entry.keys]
    if key not in names:
        return source if value is None else _with_member(source, entry, writer, key, value)
    at = len(names) - 1 - names[::-1].index(key)
    if value is None:
        return _without(source, [one.start for one in entry.keys], entry, at)
    place = entry.children[at]
    written = writer.like(value, place) if place.children else _plain(value, writer, entry, at)
    return source[: place.start] + written + source[place.end :]


def _plain(value: Json, writer: Imitator, entry: Node, at: int) -> str:
    return writer.plain(value, writer.indent_at(entry.keys[at].start))


def _with_member(source: str, entry: Node, writer: Imitator, key: str, value: Json) -> str:
    if not entry.keys:  # a change before this one took out the last member
        written = writer.plain({key: value}, None)
        return source[: entry.start] + written + source[entry.end :]
    last, end = entry.keys[-1], entry.children[-1].end
    indent = writer.indent_at(last.start)
    gap = writer.comma if indent is None else f",{writer.newline}{indent}"
    member = json.dumps(key, ensure_ascii=False) + writer.colon + writer.plain(value, indent)
    return source[:end] + gap + member + source[end:]


def _without(source: str, starts: Sequence[int], parent: Node, at: int) -> str:
    """Cut a member or item out, with the comma that it no longer needs."""
    ends = [child.end for child in parent.children]
    if at + 1 < len(starts):
        return source[: starts[at]] + source[starts[at + 1] :]
    if at:
        return source[: ends[at - 1]] + source[ends[at] :]
    return source[: parent.start + 1] + source[parent.end - 1 :]
