"""Which fixture files a command works on: categories by name, files by path, or all."""

import os
from collections.abc import Sequence
from pathlib import Path

from fixturetool.errors import InvalidFixturesError
from fixturetool.fixtures.known import KnownTexts
from fixturetool.fixtures.load import (
    LoadedCategory,
    LoadedDirectory,
    load_directory,
    load_files,
)
from fixturetool.fixtures.model import CategoryFile


def load_selection(
    directory: Path, words: Sequence[str], state_dir: Path | None = None
) -> LoadedDirectory:
    """Load what the words of a command line name; every fixture file without words.

    Args:
        directory: The folder of fixture files, in which a bare word is a category.
        words: Categories, and paths of files or folders: a path has a ``/``, ends in ``.json``
            or is a folder.
        state_dir: Where valid texts are remembered; None to validate every file.

    Raises:
        SelectionError: A category is unknown, or there is nothing to load.
    """
    paths = [Path(word) for word in words if is_path(word, directory)]
    categories = [word for word in words if not is_path(word, directory)]
    files = [path for path in paths if not path.is_dir()]
    known = KnownTexts(state_dir) if state_dir else None
    loaded = [load_directory(path, (), known) for path in paths if path.is_dir()]
    if not paths or categories:
        loaded.append(load_directory(_nearest_spelling(directory), categories, known))
    if files:
        loaded.append(load_files(files, known))
    return LoadedDirectory(
        tuple(category for one in loaded for category in one.categories),
        tuple(finding for one in loaded for finding in one.findings),
    )


def is_path(word: str, directory: Path) -> bool:
    """Tell whether a word of a command line is a path: it has a ``/``, or is a file or a folder.

    Args:
        word: The word.
        directory: The folder in which a bare word is a category.
    """
    if "/" in word or word.endswith(".json"):
        return True
    return Path(word).is_dir() and not (directory / f"{word}.json").exists()


def _nearest_spelling(directory: Path) -> Path:
    """Spell a folder as a person in the working directory would, for messages."""
    try:
        return (
            Path(os.path.relpath(directory)) if directory.is_relative_to(Path.cwd()) else directory
        )
    except ValueError:
        return directory


def load_valid(directory: Path, words: Sequence[str]) -> tuple[CategoryFile, ...]:
    """Load the records of fixture files of which each must be valid; see ``load_valid_files``."""
    return tuple(category.model for category in load_valid_files(directory, words))


def load_valid_files(
    directory: Path, words: Sequence[str], state_dir: Path | None = None
) -> tuple[LoadedCategory, ...]:
    """Load fixture files of which each must be valid, with their paths and texts.

    Args:
        directory: As in ``load_selection``, as are the others.
        words: Categories, and paths of files or folders.
        state_dir: Where valid texts are remembered; None to validate every file.

    Raises:
        InvalidFixturesError: A file breaks a loader invariant; every problem is told.
        SelectionError: A category is unknown, or there is nothing to load.
    """
    loaded = load_selection(directory, words, state_dir)
    if loaded.findings:
        from fixturetool.reporting.findings.as_text import render_findings

        raise InvalidFixturesError(
            f"the fixtures are not valid:\n{render_findings(loaded.findings).rstrip()}",
            hint="fix them until fixturetool validate passes",
        )
    return loaded.categories
