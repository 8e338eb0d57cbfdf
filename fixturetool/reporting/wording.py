"""Numbers in words for people."""

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 hit``, ``2 hits``; ``plural`` is the noun's own where an ``s`` does not do.

    >>> counted(2, "match", "matches")
    '2 matches'
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop.

    >>> as_sentence("no item moved")
    'No item moved.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def milliseconds(value: float) -> str:
    """Return a time in milliseconds, in seconds from one second on.

    >>> milliseconds(1234.5)
    '1.23 s'
    """
    return f"{value:.1f} ms" if value < 1000 else f"{value / 1000:.2f} s"


def ranges(ascending: Sequence[int]) -> str:
    """Write ascending whole numbers in short.

    >>> ranges([1, 2, 3, 5, 6, 9])
    '1-3, 5, 6, 9'
    """
    runs: list[list[int]] = []
    for number in ascending:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )
