"""Agreement in numbers, held against worked examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.judge.statistics import Confusion, estimate_share


def test_wilson_of_81_in_263() -> None:
    """The worked example of Newcombe, Statistics in Medicine 17 (1998), method 3."""
    share = estimate_share(81, 263)
    assert share is not None
    assert (share.low, share.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)


@pytest.mark.parametrize(
    ("successes", "bounds"),
    [
        pytest.param(0, (0.0, 0.2775), id="none-of-ten"),
        pytest.param(10, (0.7225, 1.0), id="all-of-ten"),
    ],
)
def test_wilson_stays_within_0_and_1(successes: int, bounds: tuple[float, float]) -> None:
    share = estimate_share(successes, 10)
    assert share is not None
    assert (share.low, share.high) == pytest.approx(bounds, abs=5e-5)


def test_no_trial_has_no_share() -> None:
    assert estimate_share(0, 0) is None


def test_kappa_of_a_table_by_hand() -> None:
    """20, 5, 10, 15: agreement 0.7, chance 0.5, so kappa 0.4."""
    kappa = Confusion(20, 5, 10, 15).kappa
    assert kappa is not None
    assert kappa.value == pytest.approx(0.4)
    assert kappa.low < 0.4 < kappa.high
    # The large-sample variance is (0.10972 + 0.10188 - 0.01) / (0.25 * 50) = 0.016128.
    assert kappa.high - 0.4 == pytest.approx(1.959964 * 0.126996, abs=1e-5)


def test_perfect_agreement_has_kappa_1() -> None:
    kappa = Confusion(5, 0, 0, 7).kappa
    assert kappa is not None
    assert (kappa.value, kappa.low, kappa.high) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(Confusion(0, 0, 0, 0), id="nothing-scored"),
        pytest.param(Confusion(5, 0, 0, 0), id="one-answer-only"),
    ],
)
def test_kappa_is_undefined_where_chance_agrees_on_everything(table: Confusion) -> None:
    assert table.kappa is None


def test_precision_and_recall_read_their_own_errors() -> None:
    table = Confusion(true_positives=6, false_positives=2, false_negatives=4, true_negatives=0)
    assert table.precision is not None
    assert table.recall is not None
    assert (table.precision.value, table.recall.value) == (0.75, 0.6)


@given(*[st.integers(0, 50)] * 4)
def test_kappa_lies_in_its_interval(tp: int, fp: int, fn: int, tn: int) -> None:
    kappa = Confusion(tp, fp, fn, tn).kappa
    if kappa is not None:
        assert -1 <= kappa.low <= kappa.value + 1e-12
        assert kappa.value - 1e-12 <= kappa.high <= 1
