"""What an attempt that failed means: try again and when, or which error. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from fixturetool.errors import ProviderError, ProviderRefusedError, RequestRefusedError
from fixturetool.llm.completion import excerpt
from fixturetool.llm.endpoint import Endpoint
from fixturetool.retry_after import parse_retry_after

LONGEST_PAUSE = 120.0
_FIRST_PAUSE = 1.0
_LONGEST_BACKOFF = 30.0
_AGAIN = frozenset({408, 409, 425, 429})
_EVERY_REQUEST = frozenset({401, 402, 403, 404, 405})
_NO_MONEY = "insufficient_quota"  # sent with 429 by providers whose account is empty


@dataclass(frozen=True, slots=True)
class Failure:
    """An attempt that brought no HTTP 200.

    Attributes:
        reason: What happened, on one line, without the key.
        status: The HTTP status; None where there was none.
        billed: Whether the provider may have done the work, and charge for it.
        retry_after: Seconds that the provider asks to wait, or None.
        body: The body without the key, or ``""``.
    """

    reason: str
    status: int | None = None
    billed: bool = False
    retry_after: float | None = None
    body: str = ""

    @property
    def passing(self) -> bool:
        """Whether the same request may succeed later."""
        if self.status is None:
            return True
        if _NO_MONEY in self.body:
            return False
        return self.status in _AGAIN or self.status >= 500

    @property
    def malformed(self) -> bool:
        """Whether the provider complains about what the request holds."""
        return self.status in {400, 422}


def final_error(failure: Failure, endpoint: Endpoint) -> ProviderError:
    """Return the error for a failure that no later attempt would fix."""
    where = f'"{endpoint.shown_url}" refused model "{endpoint.model}": {failure.reason}'
    if failure.status in {401, 403}:
        hint = f"is the key in {endpoint.api_key_env} the right one, and may it use this model?"
        return ProviderRefusedError(where, hint=hint)
    if failure.status in {402, 429}:
        hint = f"the account of the key in {endpoint.api_key_env} has no money left"
        return ProviderRefusedError(where, hint=hint)
    if failure.status in _EVERY_REQUEST or 300 <= (failure.status or 0) < 400:
        return ProviderRefusedError(
            where, hint=f"check {endpoint.section}.base_url and {endpoint.section}.model"
        )
    return RequestRefusedError(where)


def pause_before(attempt: int, retry_after: float | None, jitter: float) -> float:
    """Return the seconds to wait before another attempt.

    Args:
        attempt: How many attempts were made, from 1 on.
        retry_after: What the provider asks for, or None.
        jitter: A number from 0 to 1, by chance.
    """
    if retry_after is not None:
        return retry_after
    longest = min(_FIRST_PAUSE * 2.0 ** (attempt - 1), _LONGEST_BACKOFF)
    return float(longest * (0.5 + jitter / 2))


def status_failure(status: int, headers: Mapping[str, str], body: str, now: datetime) -> Failure:
    """Return the failure that an HTTP status is.

    Args:
        status: The status, other than 200.
        headers: The response's headers, with lower-cased names.
        body: Its body without the key.
        now: The time, for a ``Retry-After`` that is a date.
    """
    reason = f"HTTP {status} {excerpt(body)}" if body.strip() else f"HTTP {status}"
    retry_after = parse_retry_after(headers.get("retry-after", ""), now)
    return Failure(reason, status=status, retry_after=retry_after, body=body)
