"""How long a server asks to be left alone."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def parse_retry_after(value: str, now: datetime | None = None) -> float | None:
    """Read a ``Retry-After`` header (RFC 9110, section 10.2.3): seconds, or a date.

    Servers also send fractions of seconds.

    Args:
        value: The header.
        now: What a date is compared with; the clock's time when it is None.

    Returns:
        Seconds, never below 0, or None where the header says nothing readable.
    """
    text = value.strip()
    if text.isascii() and text.replace(".", "", 1).isdecimal():
        return float(text)
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - (now or datetime.now(UTC))).total_seconds())
