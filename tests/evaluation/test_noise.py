import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fixturetool.evaluation.noise import noise_of


def test_repeats_that_agree_have_no_noise() -> None:
    noise = noise_of([(1.0, 1.0), (0.5, 0.5)], [(0.5, 0.5), (0.5, 0.5)])
    assert noise is not None
    assert (noise.floor, noise.borrowed) == (0.0, False)


def test_single_repeats_tell_nothing_about_noise() -> None:
    assert noise_of([(1.0,), (0.5,)], [(0.5,), (0.5,)]) is None


def test_one_query_has_the_noise_of_welchs_interval() -> None:
    before, after = (0.2, 0.4, 0.9), (0.5, 0.1, 0.3, 0.8)
    noise = noise_of([before], [after])
    assert noise is not None
    expected = scipy_stats.ttest_ind(after, before, equal_var=False).confidence_interval(0.95)
    assert noise.floor == pytest.approx((expected.high - expected.low) / 2)


def test_a_run_without_repeats_borrows_the_others_noise() -> None:
    repeated, single = [(0.0, 1.0), (0.5, 0.5)], [(1.0,), (0.5,)]
    one, other = noise_of(repeated, single), noise_of(single, repeated)
    assert one is not None
    assert other is not None
    assert one == other
    assert one.borrowed
    # The variance is 0.5 for a single value and half of it for a mean of two, over two queries.
    assert one.spread == pytest.approx((0.5 + 0.5) / 4)


def test_a_query_that_lost_its_repeats_has_the_usual_noise() -> None:
    noise = noise_of([(0.0, 1.0), (0.5,)], [(0.5, 0.5), (0.5, 0.5)])
    assert noise is not None
    assert noise.spread == pytest.approx((0.5 + 0.5) / 4)


def test_says_how_many_repeats_would_show_a_difference() -> None:
    noise = noise_of([(0.0, 1.0)] * 10, [(0.0, 1.0)] * 10)
    assert noise is not None
    power = (scipy_stats.norm.ppf(0.975) + scipy_stats.norm.ppf(0.8)) ** 2
    assert noise.repeats_to_see(-0.1) == math.ceil(power * noise.spread / 0.01)


@pytest.mark.parametrize(
    "difference", [pytest.param(0.0, id="none"), pytest.param(-0.2, id="some")]
)
def test_no_repeats_are_needed_where_there_is_no_noise(difference: float) -> None:
    noise = noise_of([(1.0, 1.0)], [(0.5, 0.5)])
    assert noise is not None
    assert noise.repeats_to_see(difference) is None


def test_two_runs_of_one_system_stay_within_the_noise_in_95_of_100_cases() -> None:
    dice = random.Random(11)

    def repeats() -> list[tuple[float, ...]]:
        return [tuple(float(dice.random() < 0.5) for _ in range(3)) for _ in range(20)]

    beyond = 0
    for _ in range(200):
        base, current = repeats(), repeats()
        noise = noise_of(base, current)
        assert noise is not None
        pairs = zip(base, current, strict=True)
        difference = sum(sum(after) - sum(before) for before, after in pairs) / 60
        beyond += abs(difference) > noise.floor
    assert 0.01 <= beyond / 200 <= 0.09


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_noise_is_never_negative_and_the_same_for_both_directions(
    values: list[tuple[float, float]],
) -> None:
    turned = [(other, one) for one, other in values]
    one, other = noise_of(values, turned), noise_of(turned, values)
    assert one is not None
    assert other is not None
    assert one.floor == pytest.approx(other.floor)
    assert one.floor >= 0
