"""Where the words of an anchor went in a source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.authoring.repairing.alignment import place
from fixturetool.authoring.repairing.skeleton import skeleton
from fixturetool.corpus.normalize import normalize


def found(anchor: str, text: str) -> list[str]:
    normal = normalize(text)
    return [normal[one.start : one.end] for one in place(anchor, normal, skeleton(normal))]


@pytest.mark.parametrize(
    ("anchor", "text", "expected"),
    [
        pytest.param("凡欠数，当日勾去", "甲。凡欠数；当日勾去。", "凡欠数；当日勾去", id="mark"),
        pytest.param(
            "凡欠数，当日勾去", "凡欠数，\n　　当日！勾去", "凡欠数，当日！勾去", id="lines"
        ),
        pytest.param("“凡欠数”者", "甲「凡欠数」者乙", "「凡欠数」者", id="quotes-at-the-edge"),
        pytest.param("当日勾去。", "甲，当日勾去！乙", "当日勾去！", id="mark-at-the-end"),
        pytest.param("Rex Lapis met", "so rex lapis, met him", "rex lapis, met", id="case"),
        pytest.param(
            "凡欠数，当日勾去", "凡欠数，老蔺：当日勾去", "凡欠数，老蔺：当日勾去", id="speaker"
        ),
        pytest.param(
            "凡欠数不足一文，当日勾去",
            "他说，凡欠数不足一文，那一年也是这样，照老人的说法，当日勾去，不提。",
            "凡欠数不足一文，那一年也是这样，照老人的说法，当日勾去",
            id="long-clause",
        ),
        pytest.param(
            "老蔺给那女人送药",
            "去。褚长风给那女人送药。",
            "褚长风给那女人送药",
            id="longer-name-first",
        ),
        pytest.param(
            "给那女人送药的老蔺", "给那女人送药的褚长风。他", "给那女人送药的褚长风", id="name-last"
        ),
        pytest.param("共有三百级台阶", "塔共有五百级台阶。", "共有五百级台阶", id="numeral"),
        pytest.param(
            "另：先祖乃女子，三字敬还",
            "另：卓晨：先祖乃女子，三字敬还",
            "另：卓晨：先祖乃女子，三字敬还",
            id="a-single-character-before-the-gap",
        ),
    ],
)
def test_the_stretch_in_the_place_of_an_anchor_is_found(
    anchor: str, text: str, expected: str
) -> None:
    filler = "河面上没有船。" * 40
    assert found(anchor, filler + text + filler) == [expected]


def test_every_place_of_the_same_words_is_found() -> None:
    assert found("当日勾去", "当日，勾去。甲。当日、勾去") == ["当日，勾去", "当日、勾去"]


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        pytest.param("凡欠数，当日勾去", "河面上没有船", id="another-text"),
        pytest.param("凡欠数，当日勾去", "", id="no-text"),
        pytest.param("，。", "凡欠数，。", id="an-anchor-of-marks"),
        pytest.param("凡欠数当日勾去", f"凡欠数{'河' * 90}当日勾去", id="halves-far-apart"),
    ],
)
def test_what_is_not_like_an_anchor_is_not_offered(anchor: str, text: str) -> None:
    assert [one for one in found(anchor, text) if one == anchor] == []
    assert all(
        one.likeness < 1 for one in place(anchor, normalize(text), skeleton(normalize(text)))
    )


@given(
    st.text(st.sampled_from("甲乙丙丁戊己庚辛壬癸"), min_size=4, max_size=14),
    st.text(st.sampled_from("，。；"), min_size=1, max_size=2),
    st.data(),
)
def test_whatever_marks_come_between_the_words_are_found(
    anchor: str, marks: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(anchor) - 1))
    changed = anchor[:at] + marks + anchor[at:]
    assert changed in found(anchor, f"子丑。{changed}。寅卯")


@given(st.text(max_size=40))
def test_a_skeleton_leads_back_to_its_characters(text: str) -> None:
    bones = skeleton(text)
    assert len(bones.text) == len(bones.origins)
    assert list(bones.origins) == sorted(bones.origins)
    assert all(skeleton(text[at]).text for at in bones.origins)
