"""What is proposed for anchors that are gone, and what is never written without a person."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.repair import measure
from fixturetool.authoring.repair import Gone, find_repairs
from fixturetool.authoring.repairing.proposal import BAR, Proposal
from fixturetool.authoring.repairing.writing import write_repairs
from fixturetool.errors import ConflictError
from fixturetool.fixtures.load import load_directory
from fixturetool.progress import Silent
from fixturetool.settings import PathSettings, Settings

ROOT = Path(__file__).parents[2]
FILLER = "河面上没有船，只有雾。" * 30


class Place:
    """A project with sources, and fixtures of one anchor each."""

    def __init__(self, root: Path, sources: Mapping[str, str]) -> None:
        self.root = root
        for name, text in {"book/9_雾.txt": FILLER, **sources}.items():
            path = root / "text" / "chs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.file = root / "retrieval_fixtures" / "lamp.json"
        self.file.parent.mkdir()

    def anchored(
        self, *anchors: str, label: str = "书《灯志》", official: bool = True
    ) -> tuple[Gone, ...]:
        passages = [
            {"passage": text, "label": label, "official": official, "covers": ["f"]}
            for text in anchors
        ]
        fixture = {
            "query": "灯？",
            "language": "CHS",
            "rationale": "r",
            "expected_coverage": {"f": ""},
            "relevant_passages": passages,
        }
        content = {"category": "lamp", "description": "d", "fixtures": [fixture]}
        self.file.write_text(json.dumps(content, ensure_ascii=False, indent=3), "utf-8")
        return self.repairs()

    def repairs(self) -> tuple[Gone, ...]:
        paths = PathSettings(corpus=self.root / "text", state=self.root / "state")
        categories = load_directory(self.file.parent).categories
        return find_repairs(categories, Settings(paths=paths), Silent()).gone


def only(gone: tuple[Gone, ...]) -> Proposal:
    [one] = gone
    assert one.proposal is not None
    return one.proposal


def test_an_anchor_that_stands_in_the_corpus_is_not_gone(tmp_path: Path) -> None:
    assert Place(tmp_path, {"book/1_灯志.txt": "灯塔烧过\n　　鱼油。"}).anchored("烧过鱼油") == ()


def test_the_same_words_in_the_source_of_the_label_are_above_the_bar(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": f"{FILLER}\n守灯人，每夜添油三次。"})
    found = only(place.anchored("守灯人,每夜添油三次"))
    assert (found.text, found.path, found.line) == ("守灯人，每夜添油三次", "book/1_灯志.txt", 2)
    assert (found.labelled, found.rivals, found.facts, found.obstacles) == (True, (), (), ())
    assert found.sources == 1
    assert found.confidence == 0.99
    assert found.is_safe()


@pytest.mark.parametrize(
    ("sources", "label", "official", "confidence", "safe"),
    [
        pytest.param(
            {"book/1_灯志.txt": "守灯人，每夜添油"}, "老人", True, 0.95, True, id="label-of-nothing"
        ),
        pytest.param(
            {"book/1_旧事.txt": "守灯人，每夜添油", "book/2_灯志.txt": "无"},
            "书《灯志》",
            True,
            0.8,
            False,
            id="another-source-than-the-label-names",
        ),
        pytest.param(
            {"book/1_甲.txt": "守灯人，每夜添油", "book/2_乙.txt": "守灯人。每夜添油"},
            "老人",
            True,
            0.6,
            False,
            id="two-texts-that-differ",
        ),
        pytest.param(
            {"book/1_甲.txt": "守灯人，每夜添油", "book/2_乙.txt": "守灯人，每夜添油"},
            "老人",
            True,
            0.95,
            True,
            id="one-text-in-two-sources",
        ),
        pytest.param(
            {"tps_x/1_灯志.txt": "守灯人，每夜添油"},
            "书《灯志》",
            True,
            0.99,
            False,
            id="not-official-as-the-passage-says",
        ),
        pytest.param(
            {"tps_x/1_灯志.txt": "守灯人，每夜添油"},
            "书《灯志》",
            False,
            0.99,
            True,
            id="third-party-as-the-passage-says",
        ),
    ],
)
def test_how_sure_a_proposal_is_of_the_same_words(
    tmp_path: Path,
    sources: dict[str, str],
    label: str,
    official: bool,
    confidence: float,
    safe: bool,
) -> None:
    found = only(
        Place(tmp_path, sources).anchored("守灯人,每夜添油", label=label, official=official)
    )
    assert (found.confidence, found.is_safe()) == (confidence, safe)


def test_each_text_that_may_take_the_place_is_proposed_with_what_speaks_for_it(
    tmp_path: Path,
) -> None:
    sources = {
        "book/1_灯志.txt": "守灯人。每夜添油",
        "book/2_乙.txt": "旧事：守灯人，每夜添油",
        "tps_x/3_丙.txt": "守灯人，每夜添油",
    }
    [gone] = Place(tmp_path, sources).anchored("守灯人,每夜添油")
    told = [
        (one.text, one.path, one.official, one.sources, one.labelled, one.confidence)
        for one in gone.proposals
    ]
    assert told == [
        ("守灯人。每夜添油", "book/1_灯志.txt", True, 1, True, 0.75),
        ("守灯人，每夜添油", "book/2_乙.txt", True, 2, False, 0.6),
    ]
    assert [one.rivals[0][0] for one in gone.proposals] == ["守灯人，每夜添油", "守灯人。每夜添油"]


@pytest.mark.parametrize(
    ("anchor", "now"),
    [
        pytest.param("守灯人每夜添油三次", "守灯人每夜不添油三次", id="negation-inserted"),
        pytest.param("守灯人每夜不添油三次", "守灯人每夜添油三次", id="negation-removed"),
        pytest.param("那道旧契约尚未写成", "那道旧契约尚已写成", id="not-yet-and-already"),
        pytest.param("守灯人每夜添油三次", "守灯人每夜添油五次", id="three-and-five"),
        pytest.param("契约签于2019年冬", "契约签于2020年冬", id="year"),
        pytest.param("张三每夜来塔上添油", "张山每夜来塔上添油", id="homophone"),
        pytest.param("每夜来塔上添油的张三", "每夜来塔上添油的张山", id="homophone-at-the-end"),
        pytest.param("守灯人住在塔上多年", "守灯人住在塔下多年", id="above-and-below"),
        pytest.param("守灯人住在塔前多年", "守灯人住在塔后多年", id="before-and-behind"),
        pytest.param("灯油每夜要用三斤多", "灯油每夜要用三两多", id="unit"),
        pytest.param("守灯人长3.5尺的杆", "守灯人长35尺的杆", id="decimal-point"),
        pytest.param("和约签于雾砚月十七日", "和约签于落灰月十七日", id="date"),
        pytest.param("大王夜里来塔上看灯", "二王夜里来塔上看灯", id="title"),
        pytest.param("守灯人添油，每夜三次", "守灯人添油？每夜三次", id="told-and-asked"),
        pytest.param("他答不，可以上塔看灯", "他答不可以上塔看灯", id="a-comma-behind-no"),
        pytest.param("守灯人每夜添油三次", "守灯人据说每夜添油三次", id="hearsay"),
        pytest.param("守灯人，每夜添油三次", "守灯人，宁三勺：每夜添油三次", id="speaker"),
        pytest.param("中国队大败美国队", "中国队大败，美国队", id="who-lost"),
        pytest.param("我打败了敌人", "我打，败了敌人", id="a-word-cut-by-a-comma"),
    ],
)
def test_a_changed_fact_is_never_above_the_bar(tmp_path: Path, anchor: str, now: str) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": f"{FILLER}{now}。{FILLER}"})
    found = only(place.anchored(anchor))
    assert found.text == now
    assert not found.is_safe(0.76)
    assert found.facts


@pytest.mark.parametrize(
    "near",
    [
        pytest.param("守灯人每夜添油五次，天亮才睡", id="another-number"),
        pytest.param("守灯人每夜不添油，天亮才睡", id="a-denial"),
        pytest.param("褚长风每夜添油三次，天亮才睡", id="another-name"),
    ],
)
def test_a_near_duplicate_that_says_something_else_is_no_repair(tmp_path: Path, near: str) -> None:
    """The source of the anchor is deleted; what is left differs in the fact."""
    place = Place(tmp_path, {"book/2_抄本.txt": f"{FILLER}{near}。"})
    assert not only(place.anchored("守灯人每夜添油三次，天亮才睡")).is_safe(0.76)


def test_a_source_that_is_renamed_keeps_its_anchors(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": "守灯人每夜添油"})
    (tmp_path / "text/chs/book/1_灯志.txt").rename(tmp_path / "text/chs/book/2_别名.txt")
    assert place.anchored("守灯人每夜添油") == ()


def test_an_anchor_that_nothing_is_like_has_no_proposal(tmp_path: Path) -> None:
    [gone] = Place(tmp_path, {}).anchored("鼓鳗油亮是亮，半夜咚咚响")
    assert gone.proposal is None


def test_a_text_that_the_fixture_has_already_is_not_written_twice(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": "守灯人，每夜添油"})
    found = only(place.anchored("守灯人,每夜添油", "守灯人，每夜添油"))
    assert found.obstacles == ("the fixture has this text as another passage",)
    assert not found.is_safe()


def test_the_same_words_under_a_negation_are_not_above_the_bar(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": f"{FILLER}\n他说：不准守灯人，每夜添油三次。"})
    found = only(place.anchored("准守灯人,每夜添油三次"))
    assert (found.text, found.facts) == ("准守灯人，每夜添油三次", ())
    assert found.obstacles == ('right before it stands "不"',)
    assert not found.is_safe()


def test_so_short_a_text_may_stand_anywhere(tmp_path: Path) -> None:
    found = only(Place(tmp_path, {"book/1_灯志.txt": "灯，油。"}).anchored("灯,油"))
    assert not found.is_safe()


def test_writing_changes_the_one_line_of_the_passage(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": "守灯人，每夜添油。鱼油！烧尽了"})
    gone = place.anchored("守灯人,每夜添油", "鱼油。烧尽了")
    before = place.file.read_text("utf-8")
    assert [one.count for one in write_repairs(gone)] == [2]
    after = before.replace("守灯人,每夜", "守灯人，每夜").replace("鱼油。烧", "鱼油！烧")
    assert place.file.read_text("utf-8") == after
    assert place.repairs() == ()


def test_a_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    place = Place(tmp_path, {"book/1_灯志.txt": "守灯人，每夜添油"})
    gone = place.anchored("守灯人,每夜添油")
    edited = place.file.read_text("utf-8").replace('"灯？"', '"灯呢？"')
    place.file.write_text(edited, "utf-8")
    with pytest.raises(ConflictError, match="was changed meanwhile"):
        list(write_repairs(gone))
    assert place.file.read_text("utf-8") == edited


def test_after_a_drift_nearly_all_is_proposed_right_and_nothing_wrong_is_above_the_bar(
    tmp_path: Path,
) -> None:
    fixtures = tmp_path / "fixtures"
    fixtures.mkdir()
    for name in ("english", "negation", "precision"):
        shutil.copy(ROOT / "retrieval_fixtures" / f"{name}.json", fixtures)
    outcomes = measure(fixtures, ROOT / "text", tmp_path, seed=11)
    recoverable = [one for one in outcomes if one.is_recoverable]
    assert len(recoverable) > 120
    assert sum(one.is_right for one in recoverable) / len(recoverable) >= 0.95
    assert [one for one in outcomes if one.is_wrongly_applied] == []
    assert sum(one.is_applied for one in outcomes) > 15
    assert BAR == 0.9
