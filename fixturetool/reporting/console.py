"""Where blocks meet a file: colour and folding on a terminal, plain full lines anywhere else."""

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fixturetool.reporting.grid import Grid


def write_blocks(blocks: Iterable[Text | Grid], file: TextIO) -> None:
    """Write blocks one below the other.

    On a terminal they get its colours and width, long cells are folded, and a long line goes on
    below where it begins. Anywhere else they are written in full, without colour and without
    spaces at the ends of lines, whatever the environment says about colour.
    """
    if file.isatty():
        console = Console(file=file, markup=False, emoji=False, highlight=False)
        for block in blocks:
            console.print(_hanging(block) if isinstance(block, Text) else block)
    else:
        for block in blocks:
            lines = block.plain_lines() if isinstance(block, Grid) else [block.plain]
            file.writelines(f"{line}\n" for line in lines)


def write_text(text: str, file: TextIO) -> None:
    """Write lines that may be painted; a terminal gets them folded below where they begin."""
    if not file.isatty():
        file.write(text)
        return
    console = Console(file=file, markup=False, emoji=False, highlight=False)
    for line in text.splitlines():
        console.print(_hanging(Text.from_ansi(line)))


def _hanging(text: Text) -> Text | Padding:
    """Keep the white space that a line begins with to the left of all that it is folded to."""
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    return Padding(text[indent:], (0, 0, 0, indent), expand=False) if indent else text
