"""The authoring rules applied to one fixture, given what the corpus says."""

from collections.abc import Mapping

import pytest

from fixturetool.authoring.evidence import Evidence, Missing, NearText
from fixturetool.authoring.judgements import Judgement, judge_fixture
from fixturetool.authoring.missing import Parts
from fixturetool.authoring.rules import RULES, SEVERITIES, Code
from fixturetool.corpus.sources import Source
from fixturetool.fixtures.model import Fixture, Passage
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
) -> list[Judgement]:
    facets = dict.fromkeys((facet for one in passages for facet in one.covers), "说明")
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
        VerifySettings(min_sources=min_sources, min_length=1),
    )
    return list(judge_fixture(fixture, evidence))


def codes(judgements: list[Judgement]) -> list[str]:
    return [judgement.code for judgement in judgements]


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
        Judgement(
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


def test_every_code_has_one_rule() -> None:
    assert [rule.code for rule in RULES] == list(Code)


def test_missing_anchors_and_wrong_kinds_are_errors_and_all_else_warns() -> None:
    errors = {code for code, severity in SEVERITIES.items() if severity is Severity.ERROR}
    assert errors == {Code.MISSING, Code.OFFICIAL}
