"""The command line called within the test's own process: what it loads is loaded once."""

import contextlib
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

Done = subprocess.CompletedProcess[str]


def run_inside(arguments: Sequence[str], cwd: Path, environ: Mapping[str, str]) -> Done:
    """Run a command as a process of its own would be: with real files behind its streams.

    Args:
        arguments: What follows the name of the command.
        cwd: The folder that it works in.
        environ: All variables that it has.

    Returns:
        Its exit code and what it wrote. All that is the process's own is as it was before.
    """
    command = ["fixturetool", *arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with (
            contextlib.chdir(cwd),
            _variables(environ),
            _modules_of(cwd),
            _streams(command, out, err),
        ):
            code = _main()
        return subprocess.CompletedProcess(command, code, _written(out), _written(err))


def _main() -> int:
    from fixturetool.cli.main import _run
    from fixturetool.cli.streams import prepare_streams

    prepare_streams()
    try:
        return _run()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _written(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8").replace("\r\n", "\n")


@contextlib.contextmanager
def _streams(command: list[str], out: IO[bytes], err: IO[bytes]) -> Iterator[None]:
    """Put arguments and streams in place; nobody sits at the other end of standard input."""
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    with (
        Path(os.devnull).open(encoding="utf-8") as nobody,
        open(out.fileno(), "w", encoding="utf-8", closefd=False) as stdout,
        open(err.fileno(), "w", encoding="utf-8", closefd=False) as stderr,
    ):
        try:
            sys.argv, sys.stdin, sys.stdout, sys.stderr = command, nobody, stdout, stderr
            yield
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr = before


@contextlib.contextmanager
def _variables(environ: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    try:
        os.environ.clear()
        os.environ.update(environ)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _modules_of(folder: Path) -> Iterator[None]:
    """Forget the modules of a project afterwards: the next one has others of the same names."""
    path, known = list(sys.path), set(sys.modules)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - known:
            if _lies_in(sys.modules[name], folder):
                del sys.modules[name]


def _lies_in(module: object, folder: Path) -> bool:
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    return any(place and Path(place).is_relative_to(folder) for place in places)
