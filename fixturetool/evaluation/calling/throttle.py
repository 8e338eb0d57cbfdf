"""When the next call may begin: a record of what a busy system said, without clock or threads."""

from dataclasses import dataclass, field

LONGEST_PAUSE = 120.0
"""Seconds that a run waits at most because a system asks for it."""

_FIRST_PAUSE = 0.25
_LONGEST_OWN_PAUSE = 8.0
_GAIN = 0.25
_FAILURES_IN_A_ROW = 3


def backoff(times: int) -> float:
    """Return the seconds to wait after the ``times``-th failure (1-based): twice the last."""
    return min(_FIRST_PAUSE * 2.0 ** min(times - 1, 10), _LONGEST_OWN_PAUSE)


@dataclass(slots=True)
class Throttle:
    """How many calls may be under way, and from when on.

    A busy answer halves the number and makes everybody pause; each answer raises it by a quarter
    of a call, up to where it began. Times are seconds of one steady clock.

    Attributes:
        most: Calls at once when nothing is busy.
        allowed: Calls at once now, from 1 to ``most``.
        running: Calls under way.
        resume_at: No call begins before this time.
    """

    most: int
    allowed: float = field(init=False)
    running: int = field(default=0, init=False)
    resume_at: float = field(default=0.0, init=False)
    _cut_at: float = field(default=float("-inf"), init=False)
    _busy_in_a_row: int = field(default=0, init=False)
    _failed_in_a_row: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.allowed = float(self.most)

    def delay(self, now: float) -> float | None:
        """Return the seconds until a call may begin, or None: until another one has ended."""
        if now < self.resume_at:
            return self.resume_at - now
        return 0.0 if self.running < int(self.allowed) else None

    def begin(self) -> None:
        """Count a call that begins."""
        self.running += 1

    def answered(self) -> None:
        """Take note that a call came back with an answer, be it a refusal of that one query."""
        self.running -= 1
        self.allowed = min(self.most, self.allowed + _GAIN)
        self._busy_in_a_row = self._failed_in_a_row = 0

    def failed(self) -> None:
        """Take note that a call failed for a reason that says nothing about load."""
        self.running -= 1

    def busy(self, now: float, began: float, retry_after: float | None, share: float) -> None:
        """Take note of a busy answer; as long as all is hopeless, it earns a short pause alone.

        Args:
            now: The time.
            began: When the call began. One that was under way when the last busy answer came
                is no news: it halves nothing.
            retry_after: Seconds that the system asks for, or None.
            share: The share of a pause of our own choosing that is kept, from 0 to 1: a random
                number, so that several runs don't come back together.
        """
        self.running -= 1
        if began >= self._cut_at:
            self._cut_at = now
            self._busy_in_a_row += 1
            self.allowed = max(1.0, self.allowed / 2)
            if self.is_hopeless or not retry_after:
                times = 1 if self.is_hopeless else self._busy_in_a_row
                self.resume_at = max(self.resume_at, now + share * backoff(times))
        if retry_after and not self.is_hopeless:
            self.resume_at = max(self.resume_at, now + retry_after)

    def gave_up(self) -> None:
        """Take note that a call won't be made again although its failure may pass."""
        self._failed_in_a_row += 1

    @property
    def is_hopeless(self) -> bool:
        """Whether call after call was given up without an answer: retries are of no use then."""
        return self._failed_in_a_row >= _FAILURES_IN_A_ROW
