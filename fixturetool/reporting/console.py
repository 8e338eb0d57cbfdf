"""Where rich meets a file: colour and wrapping on a terminal, plain full lines anywhere else."""

from collections.abc import Iterable
from io import StringIO
from typing import TextIO

from rich.console import Console, RenderableType

# Nothing is wrapped or cut where nobody's screen sets a width.
_UNBOUNDED = 1_000_000


def write_blocks(blocks: Iterable[RenderableType], file: TextIO) -> None:
    """Write renderables one below the other.

    On a terminal they get its colours and width, and long cells are folded. Anywhere else they
    are written in full, without colour and without spaces at the ends of lines, whatever the
    environment says about colour.
    """
    if file.isatty():
        console = Console(file=file, markup=False, emoji=False, highlight=False)
        for block in blocks:
            console.print(block)
    else:
        for block in blocks:
            file.write(_plain(block))


def _plain(block: RenderableType) -> str:
    buffer = StringIO()
    Console(
        file=buffer,
        width=_UNBOUNDED,
        force_terminal=False,
        color_system=None,
        markup=False,
        emoji=False,
        highlight=False,
    ).print(block)
    return "".join(f"{line.rstrip(' ')}\n" for line in buffer.getvalue().split("\n")[:-1])
