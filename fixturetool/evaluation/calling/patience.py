"""How much a run puts up with before a call becomes an error."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """What one call is given.

    Attributes:
        timeout: Seconds after which a call that has not come back is given up. An adapter that
            can end its calls itself should do so sooner.
        retries: How often a call that failed for the moment (TransientError) is made again.
    """

    timeout: float = 600.0
    retries: int = 5
