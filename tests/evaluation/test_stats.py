import random
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fixturetool.evaluation.stats import (
    Interval,
    bca_interval,
    hit_rate_interval,
    paired_interval,
    sign_flip_p,
    student_quantile,
    t_interval,
    wilson,
)

SKEWED = [0.0] * 9 + [-0.25, -0.5, -1.0]
MIXED = [0.0] * 10 + [-0.25, -0.5, 0.25, -1.0, 0.5, -0.25, 0.125, -0.75, -0.2, -0.1]
_DICE = random.Random(3)
LARGE = [round(_DICE.gauss(-0.1, 0.3), 2) for _ in range(60)]

samples = pytest.mark.parametrize(
    "differences",
    [
        pytest.param(SKEWED, id="one-sided with many ties"),
        pytest.param(MIXED, id="both ways"),
        pytest.param([0.3, 0.1, -0.2], id="three"),
    ],
)


@samples
def test_t_interval_is_scipys(differences: list[float]) -> None:
    found = t_interval(differences)
    expected = scipy_stats.ttest_1samp(differences, 0).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-10)


@pytest.mark.parametrize(
    "differences",
    [
        pytest.param(SKEWED, id="one-sided with many ties"),
        pytest.param(MIXED, id="both ways"),
        pytest.param(LARGE, id="sixty"),
    ],
)
def test_bca_interval_is_scipys_but_for_the_draws(differences: list[float]) -> None:
    expected = scipy_stats.bootstrap(
        (differences,), np.mean, n_resamples=9_999, method="BCa", rng=np.random.default_rng(5)
    ).confidence_interval
    found = bca_interval(differences)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.025)


@samples
def test_paired_interval_holds_both_of_its_parts(differences: list[float]) -> None:
    whole = paired_interval(differences)
    assert whole is not None
    for part in (t_interval(differences), bca_interval(differences)):
        assert whole.low <= max(-1.0, part.low)
        assert whole.high >= min(1.0, part.high)


@pytest.mark.parametrize(
    "differences",
    [
        pytest.param([], id="none"),
        pytest.param([0.5], id="one"),
        pytest.param([0.0] * 8, id="all the same"),
        pytest.param([-0.1] * 3, id="all moved alike"),
    ],
)
def test_paired_interval_is_none_where_nothing_tells(differences: list[float]) -> None:
    assert paired_interval(differences) is None


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 1.0]), min_size=2, max_size=30))
def test_interval_and_test_do_not_depend_on_the_order(differences: list[float]) -> None:
    turned = sorted(differences)
    one, other = paired_interval(differences), paired_interval(turned)
    assert (one is None) == (other is None)
    if one and other:
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-12)
        assert -1 <= one.low <= one.high <= 1
    assert sign_flip_p(differences) == sign_flip_p(turned)


@samples
def test_sign_flip_is_scipys_exact_permutation_test(differences: list[float]) -> None:
    moved = [one for one in differences if one]
    expected = scipy_stats.permutation_test(
        (moved,), np.sum, permutation_type="samples", n_resamples=100_000
    ).pvalue
    assert sign_flip_p(differences) == pytest.approx(expected, abs=1e-9)


def test_sign_flip_of_many_is_near_scipys() -> None:
    expected = scipy_stats.permutation_test(
        (LARGE,), np.sum, permutation_type="samples", n_resamples=20_000,
        rng=np.random.default_rng(2),
    ).pvalue  # fmt: skip
    assert sign_flip_p(LARGE) == pytest.approx(expected, abs=0.01)


@settings(max_examples=40, deadline=None)
@example([-1.0, *[0.2] * 5])  # sums to 0 but for rounding
@given(st.lists(st.sampled_from([-1.0, -0.5, -0.2, 0.0, 0.2, 0.5]), min_size=1, max_size=9))
def test_sign_flip_counts_every_way_to_flip(differences: list[float]) -> None:
    observed = abs(sum(differences))
    ways = [
        abs(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    expected = sum(way >= observed - 1e-9 for way in ways) / len(ways)
    assert sign_flip_p(differences) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        pytest.param([0.0, 0.0], 1.0, id="nothing moved"),
        pytest.param([-0.5], 1.0, id="one moved"),
        pytest.param([-0.5] * 5 + [0.0] * 20, 2 / 32, id="five down"),
        pytest.param([-0.1] * 6, 2 / 64, id="six down"),
    ],
)
def test_sign_flip_of_few(differences: list[float], p: float) -> None:
    assert sign_flip_p(differences) == p


@pytest.mark.parametrize(
    ("hits", "trials"),
    [
        pytest.param(0, 5, id="never"),
        pytest.param(3, 5, id="some"),
        pytest.param(5, 5, id="always"),
        pytest.param(1, 1, id="once"),
        pytest.param(70, 100, id="many"),
    ],
)
def test_wilson_is_scipys(hits: int, trials: int) -> None:
    expected = scipy_stats.binomtest(hits, trials).proportion_ci(method="wilson")
    found = wilson(hits, trials)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize(
    ("hits", "repeats", "given"),
    [
        pytest.param(0, 3, False, id="all miss"),
        pytest.param(3, 3, False, id="all hit"),
        pytest.param(1, 1, False, id="one repeat"),
        pytest.param(2, 3, True, id="they differ"),
    ],
)
def test_hit_rate_has_no_interval_where_repeats_agree(hits: int, repeats: int, given: bool) -> None:
    assert (hit_rate_interval(hits, repeats) is not None) is given


@pytest.mark.parametrize("share", [pytest.param(0.9, id="90"), pytest.param(0.975, id="97.5")])
@pytest.mark.parametrize(
    "degrees", [pytest.param(n, id=str(n)) for n in (1, 1.5, 2, 3.7, 11, 19, 99, 1000)]
)
def test_student_quantile_is_scipys(share: float, degrees: float) -> None:
    expected = scipy_stats.t.ppf(share, degrees)
    assert student_quantile(share, degrees) == pytest.approx(expected, rel=1e-8)


def test_an_interval_of_a_difference_is_reproduced_to_the_last_digit() -> None:
    assert paired_interval(MIXED) == paired_interval(list(MIXED))
    assert isinstance(paired_interval(MIXED), Interval)
