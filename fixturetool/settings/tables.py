"""Tables of settings as TOML has them, before they are checked."""

from collections.abc import Mapping

Table = dict[str, object]


def merged(base: Mapping[str, object], over: Mapping[str, object]) -> Table:
    """Return a table with the keys of another put over its own, table by table."""
    table = dict(base)
    for key, value in over.items():
        below = table.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            table[key] = merged(below, value)
        else:
            table[key] = value
    return table
