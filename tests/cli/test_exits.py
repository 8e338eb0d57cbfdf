"""Where several exit codes hold, the heaviest wins."""

import pytest

from fixturetool.cli.exits import worst


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        pytest.param((), 0, id="nothing-went-wrong"),
        pytest.param((0, 1), 1, id="no-over-yes"),
        pytest.param((1, 3), 3, id="unanswered-over-no"),
        pytest.param((3, 2, 1), 2, id="usage-over-unanswered"),
        pytest.param((2, 130, 3), 130, id="interrupted-over-all"),
    ],
)
def test_the_heaviest_code_wins(codes: tuple[int, ...], expected: int) -> None:
    assert worst(*codes) == expected
