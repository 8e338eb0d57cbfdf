"""Read the settings: defaults, then a TOML file, then ``FIXTURETOOL_*`` variables.

Flags are stronger than all of these; the command line applies them on what comes from here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fixturetool.config_file import find_config
from fixturetool.errors import SettingsError
from fixturetool.settings import PathSettings, Settings, name_fault

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

ENV_PREFIX = "FIXTURETOOL_"
_Table = dict[str, object]


def load_settings(start: Path, environ: Mapping[str, str], config: Path | None = None) -> Settings:
    """Read the settings that hold for a working directory.

    Args:
        start: Where the search for a settings file begins; it goes on upward.
        environ: The environment variables.
        config: A settings file named by the user, read instead of searching.

    Raises:
        SettingsError: A file can't be read, or it or a variable holds what is no setting.
    """
    path = config if config is not None else find_config(start)
    table = _read_table(path) if path else {}
    settings = _validated(table, str(path)) if table else Settings()
    settings = _anchored(settings, path.parent if path else start)
    variables = _from_environment(environ)
    if variables:
        settings = _validated(_merge(asdict(settings), variables), "the environment")
    _check_state(settings.paths.state, (path.parent, start) if path else (start,))
    return settings


def setting_origins(
    start: Path, environ: Mapping[str, str], config: Path | None = None
) -> tuple[Path | None, dict[str, str]]:
    """Tell where settings come from, the arguments being those of ``load_settings``.

    Returns:
        The settings file, None without one; and for each key that is no default, such as
        ``judge.model``, the file or the environment variable that its value comes from.

    Raises:
        SettingsError: As ``load_settings`` does.
    """
    path = config if config is not None else find_config(start)
    keys = _dotted(_read_table(path)) if path else ()
    known = dict(_variables())
    variables = {".".join(known[name][0]): name for name in sorted(environ) if name in known}
    return path, dict.fromkeys(keys, str(path)) | variables


def _dotted(table: Mapping[str, object], before: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _dotted(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"


def _read_table(path: Path) -> _Table:
    import tomllib

    try:
        table: _Table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {_reason(error)}", hint="mend the settings file") from error
    if path.name != "pyproject.toml":
        return table
    tool = table.get("tool")
    own = tool.get("fixturetool") if isinstance(tool, dict) else None
    return own if isinstance(own, dict) else {}


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _anchored(settings: Settings, folder: Path) -> Settings:
    paths = settings.paths
    anchored = {one.name: folder / getattr(paths, one.name) for one in fields(paths)}
    return replace(settings, paths=replace(paths, **anchored))


def _check_state(state: Path, folders: Iterable[Path]) -> None:
    """Refuse to mix what is safe to delete with what is not."""
    whole = state.absolute().resolve()
    for folder in folders:
        if folder.absolute().resolve().is_relative_to(whole):
            raise SettingsError(
                f'setting "paths.state" can\'t be "{state}": other files are kept there',
                hint=f'give it a folder of its own, such as "{PathSettings().state}"',
            )


def _merge(base: _Table, over: Mapping[str, object]) -> _Table:
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = _merge(below, value) if both else value  # type: ignore[arg-type]
    return merged


def _from_environment(environ: Mapping[str, str]) -> _Table:
    known = dict(_variables())
    table: _Table = {}
    for name in sorted(environ):
        if not name.startswith(ENV_PREFIX):
            continue
        if name not in known:
            raise SettingsError(
                f'unknown environment variable "{name}"', hint=_suggestion(name, list(known))
            )
        where, default = known[name]
        _put(table, where, _typed(environ[name], default))
    return table


def _put(table: _Table, where: tuple[str, ...], value: object) -> None:
    for section in where[:-1]:
        table = table.setdefault(section, {})  # type: ignore[assignment]
    table[where[-1]] = value


def _typed(raw: str, default: object) -> object:
    if isinstance(default, tuple):
        return [part.strip() for part in raw.split(",") if part.strip()]
    # Without a default, there is a bound or a price: a number.
    is_number = default is None or isinstance(default, int)
    return int(raw) if is_number and raw.isdecimal() and len(raw) < 19 else raw


def _variables() -> Iterator[tuple[str, tuple[tuple[str, ...], object]]]:
    """Every variable with the path of its setting and the default, which tells its type."""
    for where, default in _scalars(Settings(), ()):
        if len(where) > 1:
            yield f"{ENV_PREFIX}{'_'.join(where)}".upper(), (where, default)


def _scalars(table: object, where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every setting that has a variable: no table, no list of tables, nothing that users name."""
    for one in fields(table) if is_dataclass(table) else ():
        value = getattr(table, one.name)
        if is_dataclass(value):
            yield from _scalars(value, (*where, one.name))
        elif not isinstance(value, Mapping) and "tables" not in one.metadata:
            yield (*where, one.name), value


def _validated(table: Mapping[str, object], where: str) -> Settings:
    from pydantic import TypeAdapter, ValidationError

    try:
        settings = TypeAdapter(Settings).validate_python(table)
    except ValidationError as error:
        problems = [_sentence(detail) for detail in error.errors()]
        raise SettingsError(f"{where}: {'; '.join(problems)}", hint=_SETTINGS_HINT) from error
    if faults := [*_path_faults(table.get("paths")), *_language_faults(settings)]:
        raise SettingsError(f"{where}: {'; '.join(faults)}", hint=_SETTINGS_HINT)
    return settings


def _path_faults(paths: object) -> Iterator[str]:
    for name, value in paths.items() if isinstance(paths, Mapping) else ():
        if value == "":
            yield f'setting "paths.{name}" is empty: a path is wanted'
        elif "\0" in str(value):
            yield f'setting "paths.{name}" can\'t be {str(value)!r}: no path holds a NUL'


def _language_faults(settings: Settings) -> Iterator[str]:
    for language, folder in settings.languages.items():
        for name in (language, folder):
            if fault := name_fault(name):
                yield f'setting "languages.{language}" can\'t be {folder!r}: {name!r} {fault}'
                break


_SETTINGS_HINT = "see the settings section of the README for every key"


def _sentence(detail: "ErrorDetails") -> str:
    location = [str(part) for part in detail["loc"]]
    name = ".".join(location)
    if detail["type"] == "unexpected_keyword_argument":
        return f'unknown setting "{name}"{_did_you_mean(location)}'
    if detail["type"] == "missing":
        return f'setting "{name}" is missing'
    return f'setting "{name}" can\'t be {detail["input"]!r}: {_wanted(detail)}'


_WANTED = {
    "tuple_type": 'a list is wanted, as in ["x", "y"]',
    "dict_type": "a table is wanted",
    "dataclass_type": "a table is wanted",
    "mapping_type": "a table is wanted",
    "string_type": "a string is wanted",
    "int_type": "a whole number is wanted",
    "path_type": "a path is wanted, as a string",
}


def _wanted(detail: "ErrorDetails") -> str:
    message = detail["msg"][0].lower() + detail["msg"][1:]
    return _WANTED.get(detail["type"], message)


def _did_you_mean(location: list[str]) -> str:
    table: object = Settings()
    for part in location[:-1]:
        table = _below(table, part)
    if not is_dataclass(table):
        return ""
    suggestion = _suggestion(location[-1], [one.name for one in fields(table)])
    return f" ({suggestion})" if suggestion else ""


def _below(table: object, part: str) -> object:
    """Return what a name leads to; of a list of tables, the record that each of them is."""
    if isinstance(table, type):
        return table  # the part is a position in the list
    records = {one.name: one.metadata.get("tables") for one in fields(table)}  # type: ignore[arg-type]
    return records.get(part) or getattr(table, part)


def _suggestion(word: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return f'did you mean "{near[0]}"?' if near else f"known are {', '.join(known)}"
