"""Read the settings: defaults, then a TOML file, then ``FIXTURETOOL_*`` variables.

Flags are stronger than all of these; the command line applies them on what comes from here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path

from fixturetool.config_file import find_config
from fixturetool.errors import SettingsError
from fixturetool.settings import PathSettings, Settings, name_fault
from fixturetool.settings.tables import Table, merged
from fixturetool.settings.variables import known_variables, table_of
from fixturetool.settings.wording import sentence

_HINT = "see the settings section of the README for every key"


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
    variables = table_of(environ)
    if variables:
        settings = _validated(merged(asdict(settings), variables), "the environment")
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
    known = known_variables()
    variables = {".".join(known[name].where): name for name in sorted(environ) if name in known}
    return path, dict.fromkeys(keys, str(path)) | variables


def _dotted(table: Mapping[str, object], before: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _dotted(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"


def _read_table(path: Path) -> Table:
    import tomllib

    try:
        table: Table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {_reason(error)}", hint="fix the settings file") from error
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


def _validated(table: Mapping[str, object], where: str) -> Settings:
    from pydantic import TypeAdapter, ValidationError

    try:
        settings = TypeAdapter(Settings).validate_python(table)
    except ValidationError as error:
        problems = [sentence(detail) for detail in error.errors()]
        raise SettingsError(f"{where}: {'; '.join(problems)}", hint=_HINT) from error
    if faults := [*_path_faults(table.get("paths")), *_language_faults(settings)]:
        raise SettingsError(f"{where}: {'; '.join(faults)}", hint=_HINT)
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
