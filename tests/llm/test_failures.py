"""When to try again."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.llm.failures import pause_before, retry_after_seconds

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        pytest.param("5", 5.0, id="seconds"),
        pytest.param("0", 0.0, id="zero"),
        pytest.param("1.5", 1.5, id="a fraction"),
        pytest.param("Mon, 30 Nov 2026 12:00:30 GMT", 30.0, id="a date"),
        pytest.param("Mon, 30 Nov 2026 11:00:00 GMT", 0.0, id="a date that is past"),
        pytest.param("", None, id="nothing"),
        pytest.param("soon", None, id="no date"),
        pytest.param("-5", None, id="a negative number"),
        pytest.param("nan", None, id="not a number"),
        pytest.param("５", None, id="a full-width digit"),
        pytest.param("Mon, 99 Nov 2026 12:00:30 GMT", None, id="no such day"),
    ],
)
def test_retry_after(value: str, seconds: float | None) -> None:
    assert retry_after_seconds({"retry-after": value}, NOW) == seconds


def test_no_retry_after() -> None:
    assert retry_after_seconds({}, NOW) is None


@given(st.integers(1, 50), st.floats(0, 1))
def test_a_pause_doubles_with_each_attempt_up_to_half_a_minute(attempt: int, jitter: float) -> None:
    longest = min(2.0 ** (attempt - 1), 30.0)
    assert longest / 2 <= pause_before(attempt, None, jitter) <= longest


@given(st.integers(1, 50), st.floats(0, 1))
def test_a_pause_that_is_asked_for_is_taken_as_it_is(attempt: int, jitter: float) -> None:
    assert pause_before(attempt, 7.5, jitter) == 7.5
