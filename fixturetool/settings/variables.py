"""Settings by environment variables: ``FIXTURETOOL_JUDGE_MODEL`` is ``judge.model``."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from fixturetool.errors import SettingsError
from fixturetool.settings import Settings
from fixturetool.settings.tables import Table, merged
from fixturetool.settings.wording import suggestion

PREFIX = "FIXTURETOOL_"
_LONGEST_NUMBER = 18  # digits


class Variable(NamedTuple):
    """What a variable sets.

    Attributes:
        where: The keys that lead to its setting.
        default: The setting's default, which tells its type.
    """

    where: tuple[str, ...]
    default: object


def known_variables() -> dict[str, Variable]:
    """Return every variable by its name."""
    return {
        f"{PREFIX}{'_'.join(one.where)}".upper(): one
        for one in _settings(Settings(), ())
        if len(one.where) > 1
    }


def table_of(environ: Mapping[str, str]) -> Table:
    """Return what the environment sets, as the table of a settings file.

    Raises:
        SettingsError: A variable has the prefix and is none of ours.
    """
    known = known_variables()
    table: Table = {}
    for name in sorted(environ):
        if not name.startswith(PREFIX):
            continue
        if name not in known:
            raise SettingsError(
                f'unknown environment variable "{name}"', hint=suggestion(name, list(known))
            )
        where, default = known[name]
        table = merged(table, _nested(where, _typed(environ[name], default)))
    return table


def _nested(where: tuple[str, ...], value: object) -> Table:
    *above, last = where
    table: Table = {last: value}
    for key in reversed(above):
        table = {key: table}
    return table


def _typed(raw: str, default: object) -> object:
    if isinstance(default, tuple):
        return [part.strip() for part in raw.split(",") if part.strip()]
    # Without a default, there is a bound or a price: a number.
    is_number = default is None or isinstance(default, int)
    return int(raw) if is_number and raw.isdecimal() and len(raw) <= _LONGEST_NUMBER else raw


def _settings(table: object, where: tuple[str, ...]) -> Iterator[Variable]:
    """Yield every setting that has a variable: no table, no list of tables, nothing users name."""
    for one in fields(table) if is_dataclass(table) else ():
        value = getattr(table, one.name)
        if is_dataclass(value):
            yield from _settings(value, (*where, one.name))
        elif not isinstance(value, Mapping) and "tables" not in one.metadata:
            yield Variable((*where, one.name), value)
