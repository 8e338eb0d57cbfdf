"""Which settings file is in force; apart from ``config``, so that asking costs next to nothing."""

from pathlib import Path

CONFIG_NAME = "fixturetool.toml"


def find_config(start: Path) -> Path | None:
    """Return the nearest ``fixturetool.toml``, or ``pyproject.toml`` with our table, upward."""
    for folder in (start, *start.parents):
        if (own := folder / CONFIG_NAME).is_file():
            return own
        project = folder / "pyproject.toml"
        if project.is_file() and "tool.fixturetool" in project.read_text("utf-8", "replace"):
            return project
    return None
