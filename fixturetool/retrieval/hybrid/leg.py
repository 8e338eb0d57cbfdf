"""The search for the nearest vectors: exact, and the same whatever order they are kept in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fixturetool.llm.vectors import Vector

# Sums of 32-bit products depend on where a row stands: what is so near the last place is looked
# at again.
_ROUNDING = 1e-5
_SCORE_DIGITS = 6


class VectorLeg:
    """The vectors of all chunks; safe to share between threads."""

    def __init__(self, matrix: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Take what is searched.

        Args:
            matrix: A vector of length 1 (or 0) in each row.
            rows: The 0-based row of each chunk, by ordinal; equal chunks share one, and -1 stands
                for a chunk without a vector, which is never found.
        """
        import numpy as np

        self._matrix = matrix.view(np.ndarray)  # a memmap makes a memmap of every slice
        self._ordinals = np.flatnonzero(rows >= 0)
        self._rows = rows[self._ordinals]

    @property
    def dimensions(self) -> int:
        """How long the vectors are."""
        return int(self._matrix.shape[1])

    def rank(self, query: Vector, limit: int) -> list[tuple[float, int]]:
        """Return the nearest chunks as pairs of cosine and ordinal, best first.

        Chunks whose cosine is the same to six digits are in the order of their ordinals.

        Args:
            query: A vector of ``dimensions``; one of zeros is near nothing.
            limit: How many chunks at most, 1 or more.
        """
        import numpy as np

        wanted = np.array(query, dtype=np.float64)
        length = np.sqrt((wanted * wanted).sum())
        if not length or not len(self._rows):
            return []
        wanted /= length
        narrow = wanted.astype(np.float32)
        by_row = self._matrix @ narrow
        cosines = by_row[self._rows]
        place = max(len(cosines) - limit, 0)
        last = np.partition(cosines, place)[place]
        near = np.flatnonzero(cosines >= last - _ROUNDING)
        rows, where = np.unique(self._rows[near], return_inverse=True)
        products = self._matrix[rows] * narrow
        exact = products.sum(axis=1, dtype=np.float64).round(_SCORE_DIGITS)
        order = np.lexsort((near, -exact[where]))[:limit]
        ordinals = self._ordinals[near[order]]
        return list(zip(exact[where][order].tolist(), ordinals.tolist(), strict=True))
