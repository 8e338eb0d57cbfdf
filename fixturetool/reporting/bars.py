"""Small bars of text, for rates in [0, 1]."""

from collections.abc import Sequence

_LEVELS = "▁▂▃▄▅▆▇█"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def percent(rate: float | None) -> str:
    """Write a rate as ``66.7 %``; only a rate of 1 reads 100, only one of 0 reads 0."""
    if rate is None:
        return "-"
    if 0 < rate < 1:
        return f"{min(max(rate * 100, 0.1), 99.9):.1f} %"
    return f"{rate * 100:.0f} %"


def bar(rate: float, width: int) -> str:
    """Draw a rate as a horizontal bar of ``width`` cells, to an eighth of a cell."""
    eighths = round(rate * width * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(width)


def sparkline(rates: Sequence[float]) -> str:
    """Draw one character a rate: the lowest bar for 0, a full block for 1."""
    top = len(_LEVELS) - 1
    return "".join(_LEVELS[min(top, int(rate * top + 0.5))] for rate in rates)


def squares(ranks: Sequence[int | None], last: int) -> str:
    """Draw one character a repeat: full for rank 1, lower for later ranks, ``·`` for a miss.

    Args:
        ranks: 1-based, or None for a miss.
        last: The last rank that there can be.
    """
    return "".join("·" if rank is None else sparkline([1 - (rank - 1) / last]) for rank in ranks)


def histogram(ascending: Sequence[float], width: int) -> str:
    """Draw how values are spread between the least and the largest, one character a part.

    Args:
        ascending: Sorted; at least one.
        width: How many parts.
    """
    low, high = ascending[0], ascending[-1]
    counts = [0] * width
    for value in ascending:
        share = (value - low) / (high - low) if high > low else 0.0
        counts[min(width - 1, int(share * width))] += 1
    return "".join(_LEVELS[round(count / max(counts) * 7)] if count else " " for count in counts)
