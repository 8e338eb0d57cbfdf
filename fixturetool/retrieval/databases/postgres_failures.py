"""What the errors of PostgreSQL mean for a call (its Appendix A lists the codes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixturetool.errors import BusyError, RetrievalError, TransientError
from fixturetool.retrieval.records import one_line

if TYPE_CHECKING:
    import psycopg

_TIMED_OUT = "57014"
_BUSY = ("53300", "57P03")
"""Too many connections; the database is starting."""

_PASSING = ("08", "40", "53", "55P03", "57", "58")
"""Classes and codes: connection, rollback, resources, a lock, an operator, the system."""

_REFUSALS = (
    "authentication failed",
    "no pg_hba.conf entry",
    "does not exist",
    "no password",
    "invalid response",
    "expected authentication request",
)
"""What libpq says, without a code, of a server that will not take us the next time either."""


def failure_of(error: psycopg.Error, shown: str, timeout_seconds: float) -> RetrievalError:
    """Return what an error of the client means for the call.

    Args:
        error: What the client raised.
        shown: Where the database is, for the message.
        timeout_seconds: How long a query may take.
    """
    import psycopg

    said = one_line(str(error)) or type(error).__name__
    code = error.sqlstate or ""
    if code == _TIMED_OUT:
        return TransientError(f"no answer from {shown} in {timeout_seconds:g} s: {said}")
    if code in _BUSY or (not code and _says_busy(said)):
        return BusyError(f"{shown} is busy: {said}")
    if code:
        kind = TransientError if code.startswith(_PASSING) else RetrievalError
        return kind(f"{shown} refused: {said} ({code})")
    if isinstance(error, psycopg.OperationalError) and not any(one in said for one in _REFUSALS):
        return TransientError(f"no answer from {shown}: {said}")
    return RetrievalError(f"{shown} can't be asked: {said}")


def _says_busy(said: str) -> bool:
    """Tell what libpq says of a connection in words alone."""
    return any(words in said for words in ("too many", "is starting up", "slots are reserved"))
