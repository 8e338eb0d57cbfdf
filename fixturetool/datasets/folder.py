"""The dataset files of a folder."""

import json
from pathlib import Path

from fixturetool.datasets.kind import Kind, kind_of
from fixturetool.jsontext.read import ReadError, decode, json_files, read_bytes


def files_in(folder: Path) -> list[Path]:
    """Return the JSON files of a folder by name; one that can't be listed has none."""
    try:
        return json_files(folder)
    except OSError:
        return []


def datasets_in(folder: Path, kind: Kind) -> list[Path]:
    """Return the files of a folder that are of a kind, by name."""
    return [path for path in files_in(folder) if sniff(path) == kind]


def sniff(path: Path) -> Kind | None:
    """Return what kind a file is by its shape, None where it is no JSON."""
    try:
        source = decode(read_bytes(path))
        return kind_of(json.loads(source, parse_int=str))  # an int has a limit of digits
    except (ReadError, ValueError, RecursionError):
        return None
