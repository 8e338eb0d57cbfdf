"""Options that several commands share, and how flags become settings."""

import functools
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from fixturetool.progress import Progress, Silent

R = TypeVar("R")
_FOLDER = click.Path(path_type=Path, file_okay=False)


def settings_options(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--fixtures``, ``--corpus`` and ``--config``; the command receives ``settings``."""

    @click.option("--fixtures", type=_FOLDER, help="Folder of fixture files.  [retrieval_fixtures]")
    @click.option("--corpus", type=_FOLDER, help="Folder with one folder a language.  [text]")
    @click.option(
        "--config",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Settings file.  [fixturetool.toml or pyproject.toml, searched upward]",
    )
    @functools.wraps(command)
    def wrapper(
        *args: object,
        fixtures: Path | None,
        corpus: Path | None,
        config: Path | None,
        **kwargs: object,
    ) -> R:
        from fixturetool.config import load_settings

        settings = load_settings(Path.cwd(), os.environ, config)
        given = {"fixtures": fixtures, "corpus": corpus}
        paths = replace(settings.paths, **{k: v for k, v in given.items() if v is not None})
        return command(*args, settings=replace(settings, paths=paths), **kwargs)

    return wrapper


def quiet_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--quiet``; the command receives ``progress``."""

    @click.option("--quiet", "-q", is_flag=True, help="No progress on standard error.")
    @functools.wraps(command)
    def wrapper(*args: object, quiet: bool, **kwargs: object) -> R:
        return command(*args, progress=_progress(quiet), **kwargs)

    return wrapper


def format_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--format``, text or JSON; the command receives ``output_format``."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="What is written to standard output.",
    )(command)


def _progress(quiet: bool) -> Progress:
    if quiet:
        return Silent()
    from fixturetool.reporting.progress_bar import ProgressBar

    return ProgressBar()
