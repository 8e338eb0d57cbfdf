"""Every error that a user may meet; each class knows its exit code."""

from collections.abc import Iterator
from typing import ClassVar


class FixturetoolError(Exception):
    """An error told to the user in one line.

    Attributes:
        exit_code: The status that the command ends with.
        hint: The next step for the user, or ``""``.
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(FixturetoolError):
    """The request itself can't be carried out: exit code 2."""

    exit_code = 2


class SettingsError(UsageError):
    """The settings can't be read or are not valid."""


class CorpusError(UsageError):
    """There is no corpus where one was expected."""


class PatternError(UsageError):
    """A search pattern is not valid."""


class SelectionError(UsageError):
    """The selection (a category, a file, a limit) leaves nothing to do."""


class InvalidFixturesError(UsageError):
    """Fixture files break the loader invariants, so they can't be evaluated."""


class UnansweredError(FixturetoolError):
    """The question was fine but could not be answered: exit code 3."""

    exit_code = 3


class ToolMissingError(UnansweredError):
    """A program that fixturetool runs (``rg``) is not installed."""


class RetrievalError(UnansweredError):
    """A retriever failed to answer one query."""


class TransientError(RetrievalError):
    """A retriever failed in a way that the same call may not fail in again: worth a retry."""


class BusyError(TransientError):
    """A system asks for fewer calls (HTTP 429 or 503): every caller should pause.

    Attributes:
        retry_after: Seconds that it wants to be left alone, or None where it doesn't say.
    """

    def __init__(self, message: str, *, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class ProviderError(UnansweredError):
    """A language model's provider gave no answer to one request; others may go on."""


class ProviderRefusedError(ProviderError):
    """The provider would refuse every request (the key, the address, the account): stop."""


class RequestRefusedError(ProviderError):
    """The provider refused this one request, such as a prompt that is too long."""


class ProviderUnavailableError(ProviderError):
    """The provider was busy, broken or out of reach, and stayed so over the retries."""


class ProviderReplyError(ProviderError):
    """The provider answered HTTP 200 with something that is no completion."""


class UnreadableReplyError(ProviderError):
    """The model answered, but not with the JSON object that was asked for: unscored.

    Attributes:
        reply: What it wrote, thinking removed.
    """

    def __init__(self, message: str, *, hint: str = "", reply: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reply = reply


class BudgetError(UnansweredError):
    """One more call could pass the bound on tokens or money, so it was not made."""


class ConflictError(UnansweredError):
    """A file changed while it was being edited, so nothing was written."""


class StateError(UnansweredError):
    """A file under ``.fixturetool/`` can't be read or written."""


def with_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what it came from, the newest first."""
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__ or one.__context__
