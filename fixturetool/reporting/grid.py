"""Rows of cells: aligned in full for a file, folded to the width of a terminal by rich."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid.

    Attributes:
        heading: Shown above it; a grid without any heading has no heading line.
        right: Whether its cells are aligned to the right.
        fold: Whether its cells may be folded where a terminal is too narrow.
        spare: Whether it may be left out there; the largest number goes first, 0 never.
    """

    heading: str = ""
    right: bool = False
    fold: bool = False
    spare: int = 0


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells in columns, every width counted in terminal cells.

    Attributes:
        columns: The columns.
        rows: As many cells each as there are columns; a string is a text without style.
        indent: Cells of white space to the left: 0, or at least the gap between columns.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Text | str]]
    indent: int = 3

    def plain_lines(self) -> Iterator[str]:
        """Yield the lines in full, without style and without white space at their ends."""
        lines = self._lines
        lengths = _lengths(lines)
        widths = [max(column) for column in zip(*lengths, strict=True)]
        rights = [column.right for column in self.columns]
        for line, taken in zip(lines, lengths, strict=True):
            cells = (
                " " * (width - length) + cell if right else cell + " " * (width - length)
                for cell, length, width, right in zip(line, taken, widths, rights, strict=True)
            )
            yield (" " * self.indent + (" " * _GAP).join(cells)).rstrip(" ")

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Table]:
        yield self._fitting(options.max_width)._table()

    def _fitting(self, room: int) -> "Grid":
        """Leave out columns, as long as there are spare ones and the others don't fit."""
        spare = max(column.spare for column in self.columns)
        if not spare or self._width <= room:
            return self
        kept = [place for place, column in enumerate(self.columns) if column.spare < spare]
        columns = [self.columns[place] for place in kept]
        rows = [[row[place] for place in kept] for row in self.rows]
        return Grid(columns, rows, self.indent)._fitting(room)

    def _table(self) -> Table:
        table = Table(
            box=None, padding=(0, _GAP, 0, 0), show_header=self._headed, header_style="dim"
        )
        if self.indent:
            table.add_column("", width=self.indent - _GAP)
        for column in self.columns:
            table.add_column(
                Text(column.heading),
                justify="right" if column.right else "left",
                overflow="fold",
                no_wrap=not column.fold,
            )
        for row in self.rows:
            cells = (Text(cell) if isinstance(cell, str) else cell for cell in row)
            table.add_row(*([""] if self.indent else []), *cells)
        return table

    @property
    def _lines(self) -> list[list[str]]:
        lines = [
            [cell if isinstance(cell, str) else cell.plain for cell in row] for row in self.rows
        ]
        return [[column.heading for column in self.columns], *lines] if self._headed else lines

    @property
    def _width(self) -> int:
        widths: list[int] = [max(column) for column in zip(*_lengths(self._lines), strict=True)]
        return self.indent + sum(widths) + _GAP * len(widths)

    @property
    def _headed(self) -> bool:
        return any(column.heading for column in self.columns)


def labelled(label: str, text: Text) -> Grid:
    """Put one text beside its label."""
    return Grid((Column(), Column(fold=True)), [(Text(label, "dim"), text)])


def _lengths(lines: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return how many terminal cells each cell takes."""
    return [
        [len(cell) if cell.isascii() and cell.isprintable() else cell_len(cell) for cell in line]
        for line in lines
    ]
