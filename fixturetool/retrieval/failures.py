"""What a system's HTTP status says of a call that failed: whether, and when, to ask again."""

from fixturetool.errors import BusyError, RetrievalError, TransientError

_BUSY = (429, 503)
_PASSING = (408, 425, 500, 502, 504)


def failure_of_status(
    status: int, message: str, retry_after: float | None = None
) -> RetrievalError:
    """Return the error that a status means.

    Args:
        status: The HTTP status.
        message: What the user is told.
        retry_after: Seconds that the system wants to be left alone, where it says so.

    Returns:
        A BusyError, a TransientError, or a RetrievalError where asking again is of no use.
    """
    if status in _BUSY:
        return BusyError(message, retry_after=retry_after)
    return TransientError(message) if status in _PASSING else RetrievalError(message)
