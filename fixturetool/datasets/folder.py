"""The dataset files of a folder."""

import json
from pathlib import Path

from fixturetool.datasets.kind import Kind, kind_of
from fixturetool.jsontext.read import ReadError, decode, read_bytes


def json_files(folder: Path) -> list[Path]:
    """Return the ``*.json`` files of a folder by name; subfolders and dot files don't count.

    A folder that is missing or can't be listed has none.
    """
    try:
        entries = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError:
        return []
    return [
        path
        for path in entries
        if path.name.endswith(".json") and not path.name.startswith(".") and not path.is_dir()
    ]


def datasets_in(folder: Path, kind: Kind) -> list[Path]:
    """Return the files of a folder that are of a kind, by name."""
    return [path for path in json_files(folder) if sniff(path) == kind]


def sniff(path: Path) -> Kind | None:
    """Return what kind a file is by its shape, None where it is no JSON."""
    try:
        source = decode(read_bytes(path))
        return kind_of(json.loads(source, parse_int=str))  # an int has a limit of digits
    except (ReadError, ValueError, RecursionError):
        return None
