import pytest

from fixturetool.evaluation.calling.throttle import Throttle, backoff


def busy(
    throttle: Throttle,
    now: float,
    *,
    began: float | None = None,
    retry_after: float | None = None,
) -> None:
    throttle.begin()
    throttle.busy(now, now if began is None else began, retry_after, 1.0)


def test_lets_as_many_calls_begin_as_there_are_jobs() -> None:
    throttle = Throttle(2)
    throttle.begin()
    assert throttle.delay(0.0) == 0.0
    throttle.begin()
    assert throttle.delay(0.0) is None


def test_makes_everybody_wait_as_long_as_a_busy_system_asks() -> None:
    throttle = Throttle(8)
    busy(throttle, 100.0, retry_after=7.0)
    assert throttle.delay(101.0) == 6.0
    assert throttle.delay(107.0) == 0.0


def test_pauses_twice_as_long_after_each_busy_answer_in_a_row_that_names_no_time() -> None:
    throttle = Throttle(8)
    pauses = []
    now = 0.0
    for _ in range(7):
        busy(throttle, now)
        pauses.append(throttle.resume_at - now)
        now = throttle.resume_at
    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]


@pytest.mark.parametrize(
    "retry_after", [pytest.param(0.0, id="zero"), pytest.param(None, id="nothing")]
)
def test_pauses_by_itself_where_a_busy_answer_asks_for(retry_after: float | None) -> None:
    throttle = Throttle(8)
    busy(throttle, 0.0, retry_after=retry_after)
    assert throttle.resume_at == 0.25


def test_keeps_a_share_of_a_pause_of_its_own() -> None:
    throttle = Throttle(8)
    throttle.begin()
    throttle.busy(0.0, 0.0, None, 0.5)
    assert throttle.resume_at == 0.125


def test_keeps_the_longest_of_the_pauses_asked_for() -> None:
    throttle = Throttle(8)
    busy(throttle, 0.0, retry_after=10.0)
    busy(throttle, 1.0, began=0.0, retry_after=2.0)
    assert throttle.resume_at == 10.0


def test_halves_the_calls_at_once_and_never_stops_altogether() -> None:
    throttle = Throttle(8)
    seen = []
    for now in range(5):
        busy(throttle, float(now))
        seen.append(throttle.allowed)
    assert seen == [4.0, 2.0, 1.0, 1.0, 1.0]


def test_halves_once_for_calls_that_were_under_way_together() -> None:
    throttle = Throttle(32)
    for _ in range(20):
        throttle.begin()
    for number in range(20):
        throttle.busy(5.0 + number / 100, 4.0, None, 1.0)
    assert throttle.allowed == 16.0
    assert throttle.resume_at == 5.25


def test_gets_back_to_full_pace_with_answers_and_no_further() -> None:
    throttle = Throttle(4)
    busy(throttle, 0.0)
    for _ in range(4):
        throttle.begin()
        throttle.answered()
    assert throttle.allowed == 3.0
    for _ in range(40):
        throttle.begin()
        throttle.answered()
    assert throttle.allowed == 4.0


def test_begins_with_a_short_pause_again_after_an_answer() -> None:
    throttle = Throttle(4)
    for now in (0.0, 10.0, 20.0):
        busy(throttle, now)
    throttle.begin()
    throttle.answered()
    busy(throttle, 30.0)
    assert throttle.resume_at == 30.25


def test_counts_what_is_under_way_through_every_way_to_end() -> None:
    throttle = Throttle(4)
    for _ in range(3):
        throttle.begin()
    throttle.answered()
    throttle.failed()
    throttle.busy(0.0, 0.0, None, 1.0)
    assert throttle.running == 0


@pytest.mark.parametrize(
    "retry_after", [pytest.param(60.0, id="a time"), pytest.param(None, id="no time")]
)
def test_pauses_shortly_when_all_is_hopeless(retry_after: float | None) -> None:
    throttle = Throttle(4)
    for now in range(5):
        busy(throttle, 100.0 * now)
        throttle.gave_up()
    busy(throttle, 1000.0, retry_after=retry_after)
    assert throttle.resume_at == 1000.25


def test_is_hopeless_after_three_calls_given_up_in_a_row() -> None:
    throttle = Throttle(4)
    for _ in range(2):
        throttle.gave_up()
    assert not throttle.is_hopeless
    throttle.gave_up()
    assert throttle.is_hopeless


def test_has_hope_again_after_an_answer() -> None:
    throttle = Throttle(4)
    for _ in range(9):
        throttle.gave_up()
    throttle.begin()
    throttle.answered()
    assert not throttle.is_hopeless


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        pytest.param(1, 0.25, id="first"),
        pytest.param(3, 1.0, id="third"),
        pytest.param(6, 8.0, id="sixth"),
        pytest.param(5000, 8.0, id="far beyond"),
    ],
)
def test_backs_off_twice_as_long_each_time_up_to_a_bound(times: int, seconds: float) -> None:
    assert backoff(times) == seconds
