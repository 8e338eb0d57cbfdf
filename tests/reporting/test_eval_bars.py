import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.reporting.bars import bar, percent, sparkline


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
