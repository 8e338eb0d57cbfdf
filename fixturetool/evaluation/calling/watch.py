"""The watch that is kept over one thread: since when its call is under way."""

from threading import Lock
from time import monotonic


class Watch:
    """Between a thread that calls and the one that may give the call up; exactly one wins."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: float | None = None
        self._given_up = False

    @property
    def since(self) -> float | None:
        """When the call under way began, on the monotonic clock; None when there is none."""
        return self._since

    @property
    def given_up(self) -> bool:
        """Whether the call was given up: nobody waits for the thread any more."""
        return self._given_up

    def start(self) -> None:
        """Say that a call begins."""
        with self._lock:
            self._since = monotonic()

    def stop(self) -> bool:
        """Say that it ended; False when it was given up before."""
        with self._lock:
            self._since = None
            return not self._given_up

    def give_up(self, before: float) -> bool:
        """Give the call up if it began before a time; tell whether that happened."""
        with self._lock:
            self._given_up = self._since is not None and self._since <= before
            return self._given_up
