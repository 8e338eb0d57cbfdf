"""The command line called within the test's own process, which is fast."""

import contextlib
import io
from dataclasses import dataclass

import click

from fixturetool.cli.main import cli
from fixturetool.errors import FixturetoolError
from tests.cli.project import Project


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def run_inside(project: Project, *arguments: str) -> Done:
    """Run a command in the folder of a project; errors become codes as ``main`` has them."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(project.root),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = cli.main(arguments, standalone_mode=False) or 0
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except FixturetoolError as error:
            err.write(f"{error}\n{error.hint}\n")
            code = error.exit_code
    return Done(code, out.getvalue(), err.getvalue())
