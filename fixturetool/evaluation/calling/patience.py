"""How much a run puts up with before a call becomes an error."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """What one call is given.

    Attributes:
        timeout: Seconds that a call may take.
        retries: How often a call that failed for the moment (TransientError) is made again.
        grace: Seconds beyond the timeout after which a call that has not come back is given up:
            an adapter that ends its calls itself knows better what they waited for.
    """

    timeout: float = 600.0
    retries: int = 5
    grace: float = 0.0
