"""Needles end where the corpus is rare, so that the scanner seldom stops in vain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.matching.rarity import rare_ends


@pytest.mark.parametrize(
    ("anchors", "ends"),
    [
        pytest.param(["甲乙丙丁戊己"], [6], id="nothing-is-rarer-so-it-stays-whole"),
        pytest.param(["岩神"], [2], id="shorter-than-the-shortest-needle"),
        pytest.param(["岩"], [1], id="one-character"),
        pytest.param(["甲乙丙丁戊说道"] + ["说道"] * 3, [6, 2, 2, 2], id="not-in-a-common-pair"),
        pytest.param(["甲乙丙丁说道"] + ["丁说道"] * 3, [4, 3, 3, 3], id="before-common-pairs"),
    ],
)
def test_ends_in_the_rarest_pairs(anchors: list[str], ends: list[int]) -> None:
    assert rare_ends(anchors) == ends


@given(st.lists(st.text("甲乙ab", min_size=1, max_size=20)))
def test_an_end_is_inside_and_keeps_four_characters(anchors: list[str]) -> None:
    for anchor, end in zip(anchors, rare_ends(anchors), strict=True):
        assert min(4, len(anchor)) <= end <= len(anchor)
