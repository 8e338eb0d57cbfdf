"""Numbers with their nouns."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 hit``, ``2 hits``; ``plural`` is the noun's own where an ``s`` does not do.

    >>> counted(2, "match", "matches")
    '2 matches'
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
