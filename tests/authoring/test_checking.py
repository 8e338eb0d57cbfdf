"""The authoring rules applied to one fixture, given what the corpus says."""

from collections.abc import Mapping

import pytest

from fixturetool.authoring.checking.anchors import length_of
from fixturetool.authoring.checking.files import check_file
from fixturetool.authoring.checking.fixtures import Violation, check_fixture
from fixturetool.authoring.evidence import Evidence, Missing, NearText
from fixturetool.authoring.missing import Parts
from fixturetool.authoring.rules import RULES, SEVERITIES, Code
from fixturetool.corpus.sources import Source
from fixturetool.fixtures.model import CategoryFile, Fixture, Passage
from fixturetool.jsontext.finding import Severity
from fixturetool.settings.verify import VerifySettings


def source(path: str) -> Source:
    return Source(path, official=not path.startswith("tps_"), size=1, mtime_ns=1)


def passage(text: str, *covers: str, official: bool = True) -> Passage:
    return Passage(passage=text, label=f"label of {text}", official=official, covers=covers)


def judge(
    passages: tuple[Passage, ...],
    holders: Mapping[str, tuple[str, ...]],
    *,
    missing: Mapping[str, Missing] | None = None,
    unreachable: tuple[str, ...] = (),
    unreadable: int = 0,
    min_sources: int = 1,
    documents: int = 0,
    unrelated: tuple[str, ...] = (),
    description: str = "说明",
    min_length: int = 1,
) -> list[Violation]:
    facets = dict.fromkeys((facet for one in passages for facet in one.covers), description)
    fixture = Fixture(
        query="谁？",
        language="CHS",
        rationale="why",
        expected_coverage=facets,
        relevant_passages=passages,
    )
    evidence = Evidence(
        {("CHS", anchor): tuple(map(source, paths)) for anchor, paths in holders.items()},
        {("CHS", anchor): one for anchor, one in (missing or {}).items()},
        frozenset(("CHS", "谁？", anchor) for anchor in unreachable),
        {"CHS": unreadable},
        VerifySettings(min_sources=min_sources, min_length=min_length),
        {"CHS": documents},
        frozenset(("CHS", description, anchor) for anchor in unrelated),
    )
    return list(check_fixture(fixture, evidence))


def codes(violations: list[Violation]) -> list[str]:
    return [violation.code for violation in violations]


def test_a_sound_fixture_has_no_findings() -> None:
    passages = (passage("甲乙", "f"), passage("丙丁", "f"))
    assert judge(passages, {"甲乙": ("a/1.txt",), "丙丁": ("b/2.txt",)}, min_sources=2) == []


def test_a_missing_anchor_is_told_with_reason_and_nearest_text() -> None:
    near = NearText("a/1.txt", 7, "甲，乙", ('other width (full or half): "," here',))
    found = judge(
        (passage("甲,乙", "f"), passage("丙", "f")),
        {"甲,乙": (), "丙": ("a/1.txt",)},
        missing={"甲,乙": Missing(near)},
    )
    assert found[:1] == [
        Violation(
            Code.MISSING,
            ("relevant_passages", 0, "passage"),
            'anchor "甲,乙" is not in the corpus: other width (full or half): "," here',
            'a/1.txt:7 has "甲，乙": paste that if it is what you mean',
            "label of 甲,乙",
        )
    ]


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        pytest.param(Missing(), "nothing similar in the corpus", id="nothing-similar"),
        pytest.param(
            Missing(lost={"label of 甲乙": "灯志"}),
            'nothing similar in the corpus, and no source is called "灯志" any more',
            id="the-source-is-gone-too",
        ),
        pytest.param(
            Missing(None, Parts("a/1.txt", "b/2.txt", "甲", "乙")),
            'its parts "甲" and "乙" stand in two sources, a/1.txt and b/2.txt',
            id="two-sources",
        ),
        pytest.param(
            Missing(None, Parts("a/1.txt", "a/1.txt", "甲", "乙")),
            'its parts "甲" and "乙" stand apart from each other in a/1.txt',
            id="two-places",
        ),
    ],
)
def test_a_missing_anchor_without_nearest_text_has_a_reason(missing: Missing, reason: str) -> None:
    first = judge((passage("甲乙", "f"),), {"甲乙": ()}, missing={"甲乙": missing})[0]
    assert first.message == f'anchor "甲乙" is not in the corpus: {reason}'


@pytest.mark.parametrize(
    ("count", "words"),
    [
        pytest.param(1, "1 file of the corpus could not be read", id="one"),
        pytest.param(3, "3 files of the corpus could not be read", id="several"),
    ],
)
def test_files_that_are_no_text_may_hold_a_missing_anchor(count: int, words: str) -> None:
    assert words in judge((passage("甲", "f"),), {"甲": ()}, unreadable=count)[0].hint


@pytest.mark.parametrize(
    ("official", "paths", "wrong"),
    [
        pytest.param(True, ("tps_x/1.txt",), True, id="claimed-official-held-by-third-party"),
        pytest.param(False, ("book/1.txt",), True, id="claimed-unofficial-held-by-official"),
        pytest.param(True, ("book/1.txt", "tps_x/1.txt"), False, id="both-kinds-claimed-official"),
        pytest.param(False, ("book/1.txt", "tps_x/1.txt"), False, id="both-kinds-unofficial"),
        pytest.param(True, ("book/tps_x.txt",), False, id="third-party-only-in-the-file-name"),
    ],
)
def test_official_agrees_with_one_source_at_least(
    official: bool, paths: tuple[str, ...], wrong: bool
) -> None:
    found = judge((passage("甲", "f", official=official),), {"甲": paths})
    assert (Code.OFFICIAL in codes(found)) is wrong


def test_a_wrong_official_names_the_sources_that_hold_the_anchor() -> None:
    first = judge((passage("甲", "f"),), {"甲": ("tps_x/1.txt", "tps_y/2.txt")})[0]
    assert first.place == ("relevant_passages", 0, "official")
    assert first.message == (
        'anchor "甲" is marked official, but only unofficial sources hold it: '
        "tps_x/1.txt, tps_y/2.txt"
    )


@pytest.mark.parametrize(
    ("first", "second", "few"),
    [
        pytest.param(("a/1.txt",), ("a/1.txt",), True, id="two-anchors-of-one-source"),
        pytest.param(("a/1.txt",), ("b/2.txt",), False, id="two-sources"),
        pytest.param(("a/1.txt", "b/2.txt"), (), False, id="one-anchor-in-two-sources"),
        pytest.param(("a/1.txt",), (), True, id="one-of-two-is-missing"),
    ],
)
def test_a_facet_wants_distinct_sources(
    first: tuple[str, ...], second: tuple[str, ...], few: bool
) -> None:
    passages = (passage("甲", "f"), passage("乙", "f"))
    found = judge(passages, {"甲": first, "乙": second}, min_sources=2)
    assert (Code.FEW_SOURCES in codes(found)) is few


def test_a_facet_without_any_anchor_found_is_unwinnable_and_not_called_weak_as_well() -> None:
    assert codes(judge((passage("甲", "f"),), {"甲": ()}, min_sources=2)) == ["FT201", "FT214"]


def test_a_facet_of_unofficial_sources_alone_is_noted() -> None:
    found = judge((passage("甲", "f", official=False),), {"甲": ("tps_x/1.txt",)})
    assert [(one.code, one.place) for one in found] == [
        (Code.UNOFFICIAL_ONLY, ("expected_coverage", "f"))
    ]


def test_an_unreachable_anchor_is_noted_with_its_sources() -> None:
    paths = ("a/1.txt", "a/2.txt", "a/3.txt", "a/4.txt", "a/5.txt")
    found = judge((passage("甲", "f"),), {"甲": paths}, unreachable=("甲",))
    assert codes(found) == [Code.UNREACHABLE]
    assert found[0].message.endswith("a/1.txt, a/2.txt, a/3.txt and 2 more")


@pytest.mark.parametrize(
    ("passages", "redundant"),
    [
        pytest.param(
            (passage("甲乙", "f"), passage("甲乙丙", "f")), [1], id="contains-one-of-the-same-facet"
        ),
        pytest.param((passage("甲乙", "f"), passage("甲乙丙", "g")), [], id="for-another-facet"),
        pytest.param(
            (passage("甲乙", "f"), passage("甲乙丙", "f", "g")), [], id="covers-more-than-the-short"
        ),
        pytest.param((passage("甲乙", "f"), passage("甲\n乙", "f")), [1], id="equal-but-for-space"),
        pytest.param(
            (passage("甲乙", "f"), passage("甲乙", "f", "g")), [0], id="equal-and-covers-less"
        ),
        pytest.param((passage("甲乙", "f"), passage("甲 丙", "f")), [], id="different"),
    ],
)
def test_an_anchor_that_adds_nothing_is_noted(
    passages: tuple[Passage, ...], redundant: list[int]
) -> None:
    holders = {one.passage: ("a/1.txt",) for one in passages}
    found = judge(passages, holders)
    assert [one.place[1] for one in found if one.code == Code.REDUNDANT] == redundant


def paths(count: int) -> tuple[str, ...]:
    return tuple(f"a/{number}.txt" for number in range(count))


@pytest.mark.parametrize(
    ("holders", "documents", "broad"),
    [
        pytest.param(6, 100, True, id="more-than-the-share"),
        pytest.param(5, 100, False, id="just-the-share"),
        pytest.param(3, 10, True, id="three-of-ten"),
        pytest.param(2, 4, False, id="two-sources-are-never-many"),
    ],
)
def test_an_anchor_that_many_sources_hold_is_broad(
    holders: int, documents: int, broad: bool
) -> None:
    found = judge((passage("甲乙丙丁", "f"),), {"甲乙丙丁": paths(holders)}, documents=documents)
    assert (Code.BROAD in codes(found)) is broad


def test_a_broad_anchor_is_told_with_its_share() -> None:
    found = judge((passage("甲乙丙丁", "f"),), {"甲乙丙丁": paths(6)}, documents=40)
    assert 'anchor "甲乙丙丁" stands in 6 of 40 sources, 15%' in found[0].message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("字" * 60, [], id="sixty-ideographs"),
        pytest.param("字" * 61, [Code.OVERLONG], id="one-more"),
        pytest.param("字\n　　" * 60, [], id="white-space-weighs-nothing"),
        pytest.param("word " * 45, [], id="a-latin-letter-weighs-a-third"),
        pytest.param("word " * 46, [Code.OVERLONG], id="forty-six-words"),
        pytest.param("四个字呀", [], id="four-ideographs"),
        pytest.param("三个字", [Code.TOO_SHORT], id="three-ideographs"),
        pytest.param("Rex Lapis met", [Code.TOO_SHORT], id="eleven-letters-are-less-than-four"),
        pytest.param("Rex", [Code.TOO_SHORT], id="a-name"),
    ],
)
def test_an_anchor_has_a_good_length(text: str, expected: list[Code]) -> None:
    found = judge((passage(text, "f"),), {text: ("a/1.txt",)}, min_length=4)
    assert codes(found) == expected


def test_an_overlong_anchor_is_told_by_its_ends_and_its_length() -> None:
    text = f"是日诸簿\n系以红绳{'字' * 80}启者罚豆一斗"
    [found] = judge((passage(text, "f"),), {text: ("a/1.txt",)})
    shown = f"是日诸簿系以红绳{'字' * 16}…{'字' * 18}启者罚豆一斗"
    assert found.message == (
        f'anchor "{shown}" is 94 characters long: any change in the source breaks it'
    )


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        pytest.param("岩王帝君", 4, id="ideographs"),
        pytest.param("是，", 2, id="full-width-marks"),
        pytest.param("Lv. 10", 5 / 3, id="others-a-third"),
        pytest.param("", 0, id="nothing"),
    ],
)
def test_length_counts_what_a_reader_reads(text: str, weight: float) -> None:
    assert length_of(text) == pytest.approx(weight)


def test_an_anchor_that_has_nothing_to_do_with_its_facet_is_noted_at_its_covers() -> None:
    found = judge((passage("甲乙", "f"),), {"甲乙": ("a/1.txt",)}, unrelated=("甲乙",))
    assert [(one.code, one.place) for one in found] == [
        (Code.UNRELATED, ("relevant_passages", 0, "covers"))
    ]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        pytest.param("", [Code.NO_DESCRIPTION], id="empty"),
        pytest.param(" \n", [Code.NO_DESCRIPTION], id="blank"),
        pytest.param("说明", [], id="there"),
    ],
)
def test_a_facet_without_description_is_noted(description: str, expected: list[Code]) -> None:
    found = judge((passage("甲乙", "f"),), {"甲乙": ("a/1.txt",)}, description=description)
    assert codes(found) == expected


@pytest.mark.parametrize(
    ("anchors", "words"),
    [
        pytest.param(("甲",), "its anchor is not in the corpus", id="one"),
        pytest.param(("甲", "乙"), "none of its 2 anchors is in the corpus", id="two"),
    ],
)
def test_a_facet_that_can_not_be_won_is_told(anchors: tuple[str, ...], words: str) -> None:
    passages = tuple(passage(one, "f") for one in anchors)
    found = judge(passages, dict.fromkeys(anchors, ()))
    assert found[-1].message == f'facet "f" can\'t be won: {words}'


@pytest.mark.parametrize(
    ("captured_at", "stale"),
    [
        pytest.param("2026-11-30", True, id="changed-later"),
        pytest.param("2026-12-01", False, id="changed-that-day"),
        pytest.param("2026-12-02", False, id="changed-before"),
        pytest.param("", False, id="no-date"),
    ],
)
def test_a_file_is_stale_when_a_source_of_its_anchors_changed_after_it(
    captured_at: str, stale: bool
) -> None:
    fixture = Fixture("谁？", "CHS", "why", {"f": ""}, (passage("甲", "f"),))
    category = CategoryFile("c", "d", (fixture,), captured_at)
    evidence = Evidence(
        {("CHS", "甲"): (source("a/1.txt"),)},
        {},
        frozenset(),
        {},
        changed={("CHS", "a/1.txt"): "2026-12-01", ("CHS", "b/2.txt"): "2027-01-01"},
    )
    found = list(check_file(category, evidence))
    assert [one.code for one in found] == [Code.STALE] * stale
    if stale:
        assert found[0].message.endswith(
            "but 1 source of its anchors changed later: a/1.txt on 2026-12-01"
        )


def test_every_code_has_one_rule() -> None:
    assert [rule.code for rule in RULES] == list(Code)


def test_missing_anchors_and_wrong_kinds_are_errors_and_all_else_warns() -> None:
    errors = {code for code, severity in SEVERITIES.items() if severity is Severity.ERROR}
    assert errors == {Code.MISSING, Code.OFFICIAL}
