"""Two changes of one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.tui.merge import merge

BASE = "a\nb\nc\nd\ne\n"
texts = st.lists(st.sampled_from(["a", "b", "c", "", "灯"]), max_size=8).map("\n".join)


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        pytest.param("A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "A\nb\nc\nd\nE\n", id="apart"),
        pytest.param("a\nb\nc\nd\ne\nf\n", "a\nc\nd\ne\n", "a\nc\nd\ne\nf\n", id="add and remove"),
        pytest.param(BASE, "x\n", "x\n", id="only theirs"),
        pytest.param("A\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", id="the same"),
        pytest.param("a\r\nb\nc\nd\ne\n", "a\nb\nc\nd\nE", "a\r\nb\nc\nd\nE", id="line ends stay"),
        pytest.param("a\nB\nc\nd\ne\n", "a\nX\nc\nd\ne\n", None, id="one line"),
        pytest.param("a\nB\nc\nd\ne\n", "a\nb\nC\nd\ne\n", None, id="neighbours"),
        pytest.param("a\nb\nX\nc\nd\ne\n", "a\nb\nY\nc\nd\ne\n", None, id="one place"),
    ],
)
def test_changes_of_different_lines_are_joined_and_others_are_not(
    ours: str, theirs: str, merged: str | None
) -> None:
    assert merge(BASE, ours, theirs) == merged


@given(base=texts, changed=texts)
def test_a_change_beside_none_is_that_change(base: str, changed: str) -> None:
    assert merge(base, changed, base) == changed
    assert merge(base, base, changed) == changed


@given(base=texts, one=texts, other=texts)
def test_the_order_of_two_changes_does_not_matter(base: str, one: str, other: str) -> None:
    assert merge(base, one, other) == merge(base, other, one)
