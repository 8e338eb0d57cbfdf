"""When to try again."""

from hypothesis import given
from hypothesis import strategies as st

from fixturetool.llm.failures import pause_before


@given(st.integers(1, 50), st.floats(0, 1))
def test_a_pause_doubles_with_each_attempt_up_to_half_a_minute(attempt: int, jitter: float) -> None:
    longest = min(2.0 ** (attempt - 1), 30.0)
    assert longest / 2 <= pause_before(attempt, None, jitter) <= longest


@given(st.integers(1, 50), st.floats(0, 1))
def test_a_pause_that_is_asked_for_is_taken_as_it_is(attempt: int, jitter: float) -> None:
    assert pause_before(attempt, 7.5, jitter) == 7.5
