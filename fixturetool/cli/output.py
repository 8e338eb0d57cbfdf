"""``--output``: files that a report is written to besides the screen."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from fixturetool.errors import UnansweredError, UsageError
from fixturetool.state import replace_file

R = TypeVar("R")
_KNOWN = (".json",)


def output_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--output FILE``; the command receives ``outputs``."""
    return click.option(
        "--output",
        "-o",
        "--out",
        "outputs",
        multiple=True,
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write the report to FILE, in the format of its extension (.json); repeatable.",
    )(command)


def check_output(outputs: Sequence[Path]) -> None:
    """Refuse files that can't be written before any work is done.

    Raises:
        UsageError: The extension names no format, or the folder can't be made.
    """
    for path in outputs:
        if path.suffix.lower() not in _KNOWN:
            known = ", ".join(_KNOWN)
            raise UsageError(f'"{path}" names no known format', hint=f"end it with {known}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f'"{path.parent}" can\'t be made: {error.strerror}') from error


def write_output(path: Path, text: str) -> None:
    """Write a whole file or leave it as it was.

    Raises:
        UnansweredError: It can't be written.
    """
    try:
        replace_file(path.resolve(), text.encode())
    except OSError as error:
        raise UnansweredError(f'"{path}" can\'t be written: {error.strerror}') from error
