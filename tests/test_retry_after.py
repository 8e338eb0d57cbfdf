"""How long a server asks to be left alone."""

from datetime import UTC, datetime

import pytest

from fixturetool.retry_after import parse_retry_after

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        pytest.param("120", 120.0, id="seconds"),
        pytest.param("0", 0.0, id="zero"),
        pytest.param("1.5", 1.5, id="a fraction"),
        pytest.param(" 3 ", 3.0, id="spaces around"),
        pytest.param("Mon, 30 Nov 2026 12:01:30 GMT", 90.0, id="a date"),
        pytest.param("Mon, 30 Nov 2026 11:00:00 GMT", 0.0, id="a date that is past"),
        pytest.param("", None, id="nothing"),
        pytest.param("soon", None, id="a word"),
        pytest.param("-5", None, id="a negative number"),
        pytest.param("nan", None, id="not a number"),
        pytest.param("５", None, id="a full-width digit"),
        pytest.param("Mon, 99 Nov 2026 12:00:30 GMT", None, id="no such day"),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert parse_retry_after(value, NOW) == seconds
