"""What is said where somebody heeds a rule."""

import pytest

from fixturetool.jsontext.finding import Finding, Severity
from fixturetool.tui.refusing import not_added


def against(code: str) -> Finding:
    return Finding(code, Severity.WARNING, "lamp.json", "", 1, "", hint="as it says")


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        pytest.param(["FT209"], "FT209: extend the slice", id="too-short"),
        pytest.param(["FT208"], "FT208: shorten the slice", id="too-long"),
        pytest.param(
            ["FT205"], "FT205: take a slice of a source that the question leads to", id="no-way"
        ),
        pytest.param(["FT202"], "FT202: as it says", id="another"),
        pytest.param(
            ["FT209", "FT206", "FT209"],
            "FT209, FT206: extend the slice; take other words, of another source",
            id="several",
        ),
    ],
)
def test_the_next_step_fits_the_rule(codes: list[str], told: str) -> None:
    assert not_added([against(code) for code in codes]) == f"not added because of {told}"
