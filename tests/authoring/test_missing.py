"""What the corpus has in the place of a missing anchor."""

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.authoring.fragments import fragments
from fixturetool.authoring.missing import Absence, Parts, explain_missing
from fixturetool.corpus.normalize import normalize

DOCUMENTS = {
    path: normalize(text)
    for path, text in {
        "book/deity.txt": "摩拉\u200b克斯是岩王帝君，人称“岩神”。他爱喝茶，也爱听戏。",
        "book/clinic.txt": "The therapist met Rex Lapis at Lv.\n10 of the café - near “Liyue”.",
        "book/one.txt": "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。",
        "book/two.txt": "及秦灭之后，楚、汉分争，又并入于汉。汉朝自高祖斩白蛇而起义。",
        "book/poem.txt": "滚滚长江东逝水，浪花淘尽英雄。" * 400 + "是非成败转头空，青山依旧在。",
    }.items()
}


def find(wanted: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    return {
        piece: tuple(sorted(path for path, text in DOCUMENTS.items() if piece in text))
        for piece in wanted
    }


def explain(anchor: str) -> Absence:
    spelled = normalize(anchor)
    return explain_missing([spelled], len(DOCUMENTS), find, DOCUMENTS.__getitem__)[spelled]


@pytest.mark.parametrize(
    ("anchor", "path", "text"),
    [
        pytest.param("摩拉克斯", "book/deity.txt", "摩拉\u200b克斯", id="zero-width"),
        pytest.param("帝君,人称", "book/deity.txt", "帝君，人称", id="width"),
        pytest.param('人称"岩神"', "book/deity.txt", "人称“岩神”", id="quotes"),
        pytest.param("REX LAPIS", "book/clinic.txt", "Rex Lapis", id="case"),
        pytest.param("Ｒｅｘ Ｌａｐｉｓ", "book/clinic.txt", "Rex Lapis", id="full-width-latin"),
        pytest.param("the cafe\u0301", "book/clinic.txt", "the café", id="decomposed"),
        pytest.param("the rapist met", "book/clinic.txt", "therapist met", id="latin-space"),
        pytest.param("Lv.10", "book/clinic.txt", "Lv. 10", id="latin-anchor-over-a-line-break"),
    ],
)
def test_text_that_only_looks_the_same_is_found(anchor: str, path: str, text: str) -> None:
    nearest = explain(anchor).nearest
    assert nearest is not None
    assert (nearest.path, nearest.text, nearest.similarity) == (path, text, 100.0)
    assert DOCUMENTS[path][nearest.start : nearest.end] == text


@pytest.mark.parametrize(
    ("anchor", "path", "text"),
    [
        pytest.param(
            "分久必合，和久必分", "book/one.txt", "分久必合，合久必分", id="word-replaced"
        ),
        pytest.param("周末七国，并入于秦", "book/one.txt", "周末七国分争，并入于秦", id="left-out"),
        pytest.param("汉朝自高祖又斩白蛇", "book/two.txt", "汉朝自高祖斩白蛇", id="put-in"),
        pytest.param(
            "是非成败回头空，青山", "book/poem.txt", "是非成败转头空，青山", id="far-inside"
        ),
    ],
)
def test_the_nearest_text_ends_where_the_likeness_ends(anchor: str, path: str, text: str) -> None:
    nearest = explain(anchor).nearest
    assert nearest is not None
    assert (nearest.path, nearest.text) == (path, text)


def test_an_anchor_joined_from_two_sources_is_told_by_its_parts() -> None:
    assert explain("并入于秦。及秦灭之后").parts == Parts(
        "book/one.txt", "book/two.txt", "并入于秦。", "及秦灭之后"
    )


def test_an_anchor_that_skips_text_of_one_source_is_told_by_its_parts() -> None:
    assert explain("他爱喝茶，王帝君，人称").parts == Parts(
        "book/deity.txt", "book/deity.txt", "他爱喝茶，", "王帝君，人称"
    )


@pytest.mark.parametrize(
    "anchor",
    [
        pytest.param("金陵十二钗", id="han"),
        pytest.param("zzz qqq", id="latin"),
        pytest.param("！！", id="punctuation-alone"),
        pytest.param("\u200b", id="invisible-alone"),
    ],
)
def test_nothing_similar_is_an_answer(anchor: str) -> None:
    assert explain(anchor) == Absence(None)


def test_all_anchors_are_looked_for_in_one_pass() -> None:
    passes: list[int] = []

    def counted(wanted: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        passes.append(len(wanted))
        return find(wanted)

    explain_missing(["摩拉克斯", "岩神!", "青山在"], 5, counted, DOCUMENTS.__getitem__)
    assert len(passes) == 1


def test_no_missing_anchor_costs_no_pass() -> None:
    def refused(wanted: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        raise AssertionError(wanted)

    assert explain_missing([], 5, refused, DOCUMENTS.__getitem__) == {}


@pytest.mark.parametrize(
    ("anchor", "piece"),
    [
        pytest.param("摩拉克斯", "拉克", id="han-in-twos"),
        pytest.param("滚滚长江东逝水浪花淘尽", "长江东", id="long-han-in-threes"),
        pytest.param("岩王帝君摩拉克斯", "岩王帝君", id="half"),
        pytest.param("岩王,帝君", "岩王，帝君", id="full-width-punctuation"),
        pytest.param('称"岩神"', "称“岩神”", id="curly-quotes"),
        pytest.param("称“岩神”", "称「岩神」", id="corner-brackets"),
        pytest.param("岩\u200b神", "岩神", id="without-the-invisible"),
        pytest.param("REX", "Rex", id="word-in-title-case"),
        pytest.param("therapist", "apis", id="part-of-a-long-word"),
        pytest.param("ＲＥＸ", "rex", id="full-width-word"),
    ],
)
def test_pieces_survive_small_differences(anchor: str, piece: str) -> None:
    assert piece in fragments(anchor)


@given(st.text())
def test_pieces_are_few_normal_and_never_blank(anchor: str) -> None:
    pieces = fragments(normalize(anchor))
    assert len(pieces) <= 25
    assert all(normalize(piece) == piece != "" for piece in pieces)
