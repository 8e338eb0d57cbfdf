"""Where blocks meet a file: colour and folding on a terminal, plain full lines anywhere else."""

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from fixturetool.reporting.grid import Grid


def write_blocks(blocks: Iterable[Text | Grid], file: TextIO) -> None:
    """Write blocks one below the other.

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
            lines = block.plain_lines() if isinstance(block, Grid) else [block.plain]
            file.writelines(f"{line}\n" for line in lines)
