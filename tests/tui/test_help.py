"""The help explains whatever stands on a row."""

import pytest

from fixturetool.tui.help import TEXT
from fixturetool.tui.rows import HEADING
from fixturetool.tui.views import Mark

SIGNS = TEXT.partition(" SIGNS\n")[2]


@pytest.mark.parametrize(
    "sign",
    [
        *(pytest.param(f"  {mark.value} ", id=mark.name.lower()) for mark in Mark),
        *(pytest.param(f"{column}", id=column) for column in HEADING.split()),
        pytest.param("1/2 at a fixture: ", id="fine-facets"),
        pytest.param("3 src at an anchor or a slice: ", id="sources"),
        pytest.param("unofficial, ", id="unofficial"),
        pytest.param("unreachable, ", id="unreachable"),
        pytest.param("says 60%, ", id="says"),
        pytest.param("✓ added, ", id="added"),
    ],
)
def test_every_sign_and_number_of_a_row_is_explained(sign: str) -> None:
    assert sign in SIGNS
