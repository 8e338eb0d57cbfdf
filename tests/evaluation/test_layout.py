import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.evaluation.storage.layout import JSON, layout

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_says_what_json_says(value: JSON) -> None:
    assert json.loads(layout(value)) == value


def test_gives_a_line_to_each_innermost_record() -> None:
    assert layout({"id": "a", "hits": [{"path": "甲", "lines": [1, 2]}, {"path": "乙"}]}) == (
        '{\n "id": "a",\n "hits": [\n  {"path": "甲", "lines": [1, 2]},\n  {"path": "乙"}\n ]\n}\n'
    )


@pytest.mark.parametrize(
    "number",
    [pytest.param(float("nan"), id="nan"), pytest.param(float("inf"), id="infinity")],
)
def test_refuses_a_number_that_json_lacks(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        layout({"score": number})
