"""``--output`` and ``--format``: what a command's answer is written as, and where to.

A command of a run of any lane is decorated with ``run_output``, calls ``check_output`` before it
works, and at its end ``print_report`` for the screen and ``write_outputs`` for the files, each with
``RUN_FORMATS``. One whose answer is something else gives ``output_options`` a table of its own.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from fixturetool.errors import UnansweredError, UsageError
from fixturetool.reporting.formats.registry import RUN_FORMATS, Formats, Report
from fixturetool.state import replace_file

R = TypeVar("R")
T = TypeVar("T")
Decorator = Callable[[Callable[..., R]], Callable[..., R]]


def output_options(formats: Formats[T], default: str = "text") -> Decorator[R]:
    """Add ``--output FILE`` and ``--format``; the command receives ``outputs``, ``output_format``.

    ``output_format`` is a name of the table or ``text``, for which the command has a writer of its
    own.
    """
    known = ", ".join(_suffixes(formats))

    def decorate(command: Callable[..., R]) -> Callable[..., R]:
        command = click.option(
            "--format",
            "output_format",
            type=click.Choice(["text", *formats]),
            default=default,
            show_default=True,
            help="What is written to standard output.",
        )(command)
        return _output(command, known)

    return decorate


def run_output(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--output FILE`` and ``--format`` for a report of a run."""
    decorate: Decorator[R] = output_options(RUN_FORMATS)
    return decorate(command)


def output_option(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--output FILE`` alone, for an answer that is JSON; the command receives ``outputs``."""
    return _output(command, ".json")


def _output(command: Callable[..., R], known: str) -> Callable[..., R]:
    return click.option(
        "--output",
        "-o",
        "--out",
        "outputs",
        multiple=True,
        type=click.Path(path_type=Path, dir_okay=False),
        help=f"Write the report to FILE, in the format of its extension ({known}); repeatable.",
    )(command)


def check_output(outputs: Sequence[Path], formats: Formats[T] | None = None) -> None:
    """Refuse files that can't be written before any work is done.

    Args:
        outputs: The files.
        formats: What they may be, by extension; JSON alone when it is None.

    Raises:
        UsageError: An extension names no format, or the folder can't be made.
    """
    suffixes = [".json"] if formats is None else _suffixes(formats)
    for path in outputs:
        if path.suffix.lower() not in suffixes:
            known = ", ".join(suffixes)
            raise UsageError(f'"{path}" names no known format', hint=f"end it with {known}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f'"{path.parent}" can\'t be made: {error.strerror}') from error


def print_report(report: Report, output_format: str) -> None:
    """Write a report of a run to standard output, in a format other than ``text``."""
    click.echo(RUN_FORMATS[output_format].render(report), nl=False)


def write_outputs(subject: T, outputs: Sequence[Path], formats: Formats[T]) -> None:
    """Write checked files, each by its extension, and say so on standard error.

    Raises:
        UnansweredError: One can't be written; it is left as it was.
    """
    for path in outputs:
        [fitting] = [one for one in formats.values() if path.suffix.lower() in one.suffixes]
        write_output(path, fitting.render(subject))
        click.echo(f"report written: {path}", err=True)


def write_output(path: Path, text: str) -> None:
    """Write a whole file or leave it as it was; what is no file, as a pipe, is written to.

    Raises:
        UnansweredError: It can't be written.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(text.encode())  # a device would be replaced by a file for good
        else:
            replace_file(path.resolve(), text.encode())
    except OSError as error:
        raise UnansweredError(f'"{path}" can\'t be written: {error.strerror}') from error


def _suffixes(formats: Formats[T]) -> list[str]:
    return [suffix for one in formats.values() for suffix in one.suffixes]
