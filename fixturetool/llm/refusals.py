"""What it means that a provider refuses: the end at the start, later perhaps a passing mood."""

from threading import Lock

from fixturetool.errors import ProviderRefusedError

PATIENCE = 3
"""After so many refusals in a row a provider that had answered is not asked any more."""


class Refusals:
    """The refusals of one endpoint; told from several threads.

    While nothing was answered a refusal is taken for one of every request. A provider that has
    answered is only given up after ``PATIENCE`` refusals without an answer between them.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._answered = False
        self._in_a_row = 0
        self._last: ProviderRefusedError | None = None
        self._lock = Lock()

    @property
    def of_everything(self) -> ProviderRefusedError | None:
        """The refusal of a provider that has answered nothing, or None."""
        with self._lock:
            return None if self._answered else self._last

    def answered(self) -> None:
        """Note that a request was answered."""
        with self._lock:
            self._answered = True
            self._in_a_row = 0

    def refused(self, error: ProviderRefusedError) -> None:
        """Note that a request was refused as every other one would be."""
        with self._lock:
            self._in_a_row += 1
            self._last = error

    def check(self) -> None:
        """Let a request pass, unless the provider was given up.

        Raises:
            ProviderRefusedError: The last refusal, in new words.
        """
        with self._lock:
            if self._last and self._answered and self._in_a_row >= PATIENCE:
                raise ProviderRefusedError(
                    f"not asked after {self._in_a_row} refusals in a row: {self._last}",
                    hint=self._last.hint,
                )
