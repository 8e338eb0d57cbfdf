import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.reporting.bars import bar, histogram, percent, sparkline, squares


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        pytest.param(None, "-", id="none"),
        pytest.param(0.0, "0 %", id="nothing"),
        pytest.param(1.0, "100 %", id="everything"),
        pytest.param(2 / 3, "66.7 %", id="two thirds"),
        pytest.param(0.9999, "99.9 %", id="nearly everything is not everything"),
        pytest.param(0.0001, "0.1 %", id="hardly anything is not nothing"),
    ],
)
def test_writes_a_rate(rate: float | None, text: str) -> None:
    assert percent(rate) == text


@pytest.mark.parametrize(
    ("rate", "drawn"),
    [
        pytest.param(0.0, "    ", id="nothing"),
        pytest.param(0.5, "██  ", id="half"),
        pytest.param(0.28, "█▏  ", id="an eighth more than a cell"),
        pytest.param(1.0, "████", id="everything"),
    ],
)
def test_draws_a_bar(rate: float, drawn: str) -> None:
    assert bar(rate, 4) == drawn


@given(st.floats(0, 1), st.integers(1, 40))
def test_draws_bars_of_one_width(rate: float, width: int) -> None:
    assert len(bar(rate, width)) == width


def test_draws_a_character_for_each_rate() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"


@pytest.mark.parametrize(
    ("ranks", "drawn"),
    [
        pytest.param([1, None, 4], "█·▃", id="first-missed-last"),
        pytest.param([2, 2], "▆▆", id="the-same-twice"),
        pytest.param([], "", id="nothing-scored"),
    ],
)
def test_ranks_over_repeats(ranks: list[int | None], drawn: str) -> None:
    assert squares(ranks, 4) == drawn


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        pytest.param([1.0, 1.0, 1.0, 4.0], "█ ▃", id="a-tail"),
        pytest.param([2.0, 2.0], "█  ", id="all-equal"),
    ],
)
def test_a_histogram_in_a_line(values: list[float], drawn: str) -> None:
    assert histogram(values, 3) == drawn
