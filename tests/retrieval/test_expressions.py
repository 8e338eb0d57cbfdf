"""JMESPath expressions: what is read without the library means what it means to the library."""

import jmespath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.errors import RetrievalError, SettingsError
from fixturetool.retrieval.expressions import compile_expression

NAMES = st.sampled_from(["a", "b", "_c", "path", "null", "true", "Z9"])
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(NAMES, min_size=1, max_size=4).map(".".join), VALUES)
def test_a_path_of_plain_names_finds_what_jmespath_finds(path: str, value: object) -> None:
    assert compile_expression(path, "setting")(value) == jmespath.search(path, value)


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        pytest.param("a.b[0]", 1, id="index"),
        pytest.param('a."odd-name"', 2, id="quoted"),
        pytest.param("a.missing || a.b[1]", 3, id="or"),
        pytest.param("length(a.b)", 2, id="function"),
        pytest.param("@.a.b[-1]", 3, id="current"),
    ],
)
def test_other_expressions_are_the_librarys(expression: str, found: object) -> None:
    value = {"a": {"b": [1, 3], "odd-name": 2}}
    assert compile_expression(expression, "setting")(value) == found


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("a.", id="dot-at-the-end"),
        pytest.param(".a", id="dot-at-the-start"),
        pytest.param("a..b", id="two-dots"),
        pytest.param("a b", id="two-words"),
        pytest.param("1a", id="digit-first"),
        pytest.param("a-b", id="hyphen"),
        pytest.param("a[", id="open"),
        pytest.param("ａ", id="full-width-letter"),
    ],
)
def test_what_is_no_expression_is_told_with_its_setting(expression: str) -> None:
    with pytest.raises(SettingsError, match=r'^x\.path ".*" is no JMESPath: '):
        compile_expression(expression, "x.path")


def test_a_function_that_does_not_fit_is_told_with_its_setting() -> None:
    with pytest.raises(RetrievalError, match=r"^x\.text can't be applied: "):
        compile_expression("length(a)", "x.text")({"a": 3})
