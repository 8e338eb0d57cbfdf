"""The pace of a run, which all its threads keep together."""

import random
from threading import Condition
from time import monotonic

from fixturetool.errors import BusyError, TransientError
from fixturetool.evaluation.calling.throttle import LONGEST_PAUSE, Throttle, backoff

# No secret depends on it.
_random = random.Random()  # noqa: S311


class StoppedError(Exception):
    """The run is over: no further call is made."""


class Pace:
    """Lets calls begin when the system under test is ready for them; safe between threads."""

    def __init__(self, jobs: int, retries: int) -> None:
        """Begin at full pace.

        Args:
            jobs: Calls at once, at most.
            retries: How often a call is made again, at most.
        """
        self._retries = retries
        self._throttle = Throttle(jobs)
        self._changed = Condition()
        self._stopped = False

    def enter(self) -> float:
        """Wait until a call may begin, and return the time of that.

        Raises:
            StoppedError: The run is over.
        """
        with self._changed:
            while (delay := self._throttle.delay(monotonic())) != 0:
                self._wait(delay)
            self._refuse_when_stopped()
            self._throttle.begin()
            return monotonic()

    def leave(self, began: float, failure: TransientError | None) -> None:
        """Take note of how a call ended.

        Args:
            began: What ``enter`` returned.
            failure: Why it failed, where that may pass.
        """
        with self._changed:
            if failure is None:
                self._throttle.answered()
            elif isinstance(failure, BusyError) and _is_bearable(failure):
                share = _random.uniform(0.5, 1)
                self._throttle.busy(monotonic(), began, failure.retry_after, share)
            else:
                self._throttle.failed()
            self._changed.notify_all()

    def leave_behind(self) -> None:
        """Take note that a call was given up while it hangs: another may begin."""
        with self._changed:
            self._throttle.failed()
            self._changed.notify_all()

    def again(self, failure: TransientError, tries: int) -> bool:
        """Tell whether a call is to be made again, after the pause that is due before that.

        Args:
            failure: Why it failed.
            tries: How often it was made.

        Raises:
            StoppedError: The run is over.
        """
        with self._changed:
            hopeless = self._throttle.is_hopeless or not _is_bearable(failure)
            if tries > self._retries or hopeless:
                self._throttle.gave_up()
                return False
            if not isinstance(failure, BusyError):  # a busy system makes everybody wait
                until = monotonic() + _random.uniform(0.5, 1) * backoff(tries)
                while (left := until - monotonic()) > 0:
                    self._wait(left)
        return True

    def stop(self) -> None:
        """End all waiting, now and from now on."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _wait(self, seconds: float | None) -> None:
        self._refuse_when_stopped()
        self._changed.wait(seconds)

    def _refuse_when_stopped(self) -> None:
        if self._stopped:
            raise StoppedError


def _is_bearable(failure: TransientError) -> bool:
    """Tell whether the pause that a system asks for is one that a run waits for."""
    return not isinstance(failure, BusyError) or (failure.retry_after or 0) <= LONGEST_PAUSE
