"""The rows in which an anchor was found."""

from array import array
from collections.abc import Iterator

_BITS = 8


class RowSet:
    """A set of row numbers that stays small: a list while sparse, one bit a row when dense."""

    __slots__ = ("_bits", "_limit", "_rows", "_total")

    def __init__(self, total: int) -> None:
        self._total = total
        self._rows = array("l")
        self._bits = bytearray()
        # Where the list takes as much memory as the bits would.
        self._limit = total // _BITS // self._rows.itemsize + 64

    def add(self, row: int) -> None:
        """Add a row."""
        if self._bits:
            self._bits[row // _BITS] |= 1 << row % _BITS
            return
        self._rows.append(row)
        if len(self._rows) > self._limit:
            self._spread()

    def update(self, other: "RowSet") -> None:
        """Add the rows of another set."""
        for row in other:
            self.add(row)

    def __iter__(self) -> Iterator[int]:
        """Return the rows in ascending order."""
        if not self._bits:
            return iter(sorted(set(self._rows)))
        return (
            number * _BITS + bit
            for number, byte in enumerate(self._bits)
            if byte
            for bit in range(_BITS)
            if byte >> bit & 1
        )

    def _spread(self) -> None:
        rows = sorted(set(self._rows))
        if len(rows) > self._limit // 2:
            self._bits = bytearray(self._total // _BITS + 1)
            for row in rows:
                self._bits[row // _BITS] |= 1 << row % _BITS
            rows = []
        self._rows = array("l", rows)
