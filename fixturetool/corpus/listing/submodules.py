"""Where an empty corpus folder comes from: the git submodule that fills it."""

import re
from collections.abc import Iterator
from pathlib import Path

_SECTION = re.compile(r"\s*\[\s*(\w+)")
_PATH = re.compile(r"\s*path\s*=\s*(.*?)\s*$", re.IGNORECASE)


def submodule_command(folder: Path) -> str:
    """Return the command that fills a folder, or ``""`` where no ``.gitmodules`` above names it.

    The command is preceded by the folder to run it in unless that is the working directory.
    """
    folder = folder.absolute()
    for base in folder.parents:
        for path in _submodule_paths(base / ".gitmodules"):
            module = base / path
            if folder.is_relative_to(module) or module.is_relative_to(folder):
                command = f"git submodule update --init --depth 1 {path.rstrip('/')}/"
                return command if base == Path.cwd() else f"in {base}: {command}"
    return ""


def _submodule_paths(file: Path) -> Iterator[str]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    section = ""
    for line in lines:
        if header := _SECTION.match(line):
            section = header[1].lower()
        elif section == "submodule" and (found := _PATH.match(line)):
            yield _unquoted(found[1])


def _unquoted(value: str) -> str:
    if value.startswith('"'):
        return re.sub(r"\\(.)", r"\1", value[1:].partition('"')[0])
    return re.split(r"\s[#;]", value)[0]
