"""Exit codes, and which one wins where several hold."""

YES = 0
NO = 1
USAGE = 2
UNANSWERED = 3
INTERRUPTED = 130
TERMINATED = 143

_WEIGHT = (YES, NO, UNANSWERED, USAGE, INTERRUPTED)


def worst(*codes: int) -> int:
    """Return the code that wins: 130, then 2, then 3, then 1, then 0."""
    return max(codes, key=_WEIGHT.index, default=YES)
