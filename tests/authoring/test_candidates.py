from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.authoring.candidates import Candidate, candidates, candidates_for
from fixturetool.authoring.ground import Ground, open_ground
from fixturetool.corpus.match import occurs
from fixturetool.errors import SelectionError
from fixturetool.progress import Silent
from fixturetool.settings import PathSettings, Settings

SOURCES = {
    "book/1_誓.txt": "次日，三人在桃园焚香。\n念刘备、关羽、张飞，既结为兄弟，则同心协力。\n",
    "book/2_书.txt": "公拆书视之：昔与足下桃园结义，誓以同死。\n",
    "book/3_语.txt": "玄德曰：“此关羽、张飞，备结义兄弟也。”\n",
    "book/4_别.txt": "操与吕布结为兄弟，互相救助。\n",
    "tps_fan/5_记.txt": "粉丝说他们桃园结义，誓以同死的。\n",
    "book/6_抄.txt": "抄本：昔与足下桃园结义，誓以同死。\n",
}
QUERY = "桃园结义的三人是谁？"


@pytest.fixture(name="ground", scope="module")
def small_ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    root: Path = tmp_path_factory.mktemp("corpus")
    for path, text in SOURCES.items():
        file = root / "text" / "chs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    paths = PathSettings(corpus=root / "text", state=root / "state")
    return open_ground("CHS", Settings(paths=paths), Silent())


def named(found: tuple[Candidate, ...]) -> list[tuple[str, str]]:
    return [(one.source[5:-4], one.passage) for one in found]


def test_a_candidate_is_a_slice_with_what_the_corpus_says_of_it(ground: Ground) -> None:
    first = next(c for c in candidates(ground, "吕布") if c.source == "book/4_别.txt")
    assert first == Candidate(
        passage="操与吕布结为兄弟",
        source="book/4_别.txt",
        official=True,
        sources=1,
        start=0,
        end=8,
        line=1,
        reachable=None,
        group=1,
        attested=1.0,
        context="操与吕布结为兄弟，互相救助。",
    )


@pytest.mark.parametrize("pattern", ["结义|结为", "兄弟", "同死", "三人"])
def test_every_candidate_stands_where_it_says(ground: Ground, pattern: str) -> None:
    for one in candidates(ground, pattern, query=QUERY):
        text = SOURCES[one.source]
        assert occurs(one.passage, text[one.start : one.end])
        assert occurs(one.passage, one.context)
        assert one.line == text[: one.start].count("\n") + 1
        assert one.sources == sum(occurs(one.passage, other) for other in SOURCES.values())


def test_near_duplicates_share_a_group_and_come_behind_other_wordings(ground: Ground) -> None:
    found = candidates(ground, "结义")
    groups = [one.group for one in found]
    same = {one.group for one in found if one.source in {"book/2_书.txt", "book/6_抄.txt"}}
    assert len(same) == 1
    first = groups[: len(set(groups))]
    assert first == sorted(set(groups))


def test_the_first_are_from_distinct_sources_in_different_wording(ground: Ground) -> None:
    first = candidates(ground, "结义|结为|桃园", query=QUERY)[:3]
    assert len({one.source for one in first}) == 3
    assert len({one.group for one in first}) == 3
    assert all(one.official and one.reachable for one in first)


def test_what_the_query_does_not_lead_to_comes_last(ground: Ground) -> None:
    found = candidates(ground, "兄弟", query="桃园里的关羽是谁？")
    assert [one.reachable for one in found] == sorted(
        (one.reachable for one in found), key=lambda reachable: not reachable
    )
    assert found[-1].source == "book/4_别.txt"


def test_third_party_sources_can_be_left_out(ground: Ground) -> None:
    sources = {one.source for one in candidates(ground, "结义", official_only=True)}
    assert sources == {"book/2_书.txt", "book/3_语.txt", "book/6_抄.txt"}


def test_known_wording_is_not_offered_again(ground: Ground) -> None:
    known = ["昔与足下桃园结义，誓以同死"]
    sources = {one.source for one in candidates(ground, "结义", known=known)}
    assert "book/2_书.txt" not in sources
    assert "book/3_语.txt" in sources


def test_a_limit_keeps_the_best(ground: Ground) -> None:
    every = candidates(ground, "结义|结为")
    assert candidates(ground, "结义|结为", limit=2) == every[:2]


def test_a_description_finds_the_clause_that_says_most_of_it(ground: Ground) -> None:
    found = candidates_for(ground, "刘备、关羽、张飞三人结为兄弟")
    assert found[0].source == "book/1_誓.txt"
    assert 0 < found[0].attested < 1
    assert found[0].attested == max(one.attested for one in found)


def test_a_description_can_be_looked_for_in_some_sources_alone(ground: Ground) -> None:
    found = candidates_for(ground, "关羽和张飞结为兄弟", paths=["book/3_语.txt", "book/none.txt"])
    assert {one.source for one in found} == {"book/3_语.txt"}


def test_a_description_without_a_word_of_meaning_is_refused(ground: Ground) -> None:
    with pytest.raises(SelectionError, match="no word that carries meaning"):
        candidates_for(ground, "是的，什么？")


def test_what_nobody_says_has_no_candidate(ground: Ground) -> None:
    assert candidates_for(ground, "潜水艇") == ()


def test_candidates_are_the_same_each_time(ground: Ground) -> None:
    again = replace(ground)
    assert named(candidates(ground, "兄弟")) == named(candidates(again, "兄弟"))


def test_in_a_large_corpus_a_common_word_is_estimated_and_still_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fixturetool.authoring.offering.weights._ESTIMATED_FROM", 40)
    for number in range(40):
        rare = {7: "红绳挂在门上。", 8: "账房用红绳捆账簿。"}.get(number, "")
        file = tmp_path / "text" / "chs" / f"{number:02}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"第{number}日，账房关门。{rare}\n", "utf-8")
    paths = PathSettings(corpus=tmp_path / "text", state=tmp_path / "state")
    ground = open_ground("CHS", Settings(paths=paths), Silent())
    found = candidates_for(ground, "账房的红绳")
    assert (found[0].source, found[0].passage) == ("08.txt", "账房用红绳捆账簿")
    assert {one.source for one in found} == {"07.txt", "08.txt"}


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param("第二十七回　黛玉葬花的故事", id="a chapter in ideographs"),
        pytest.param("# 黛玉葬花的故事", id="Markdown"),
        pytest.param("Chapter 27 黛玉葬花的故事", id="a chapter in English"),
    ],
)
def test_a_heading_is_offered_behind_what_the_text_says(tmp_path: Path, heading: str) -> None:
    found = _offered(tmp_path, f"{heading}\n那一日大家都在园里。黛玉葬花时一面哭一面念。\n")
    assert found[0] == "黛玉葬花时一面哭一面念"
    assert found[1].endswith("黛玉葬花的故事")


def test_a_heading_of_many_sources_takes_no_place_of_what_they_say(tmp_path: Path) -> None:
    folder = tmp_path / "text" / "chs" / "book"
    folder.mkdir(parents=True)
    for number in range(201):  # more than are held against the corpus
        text = f"# 账簿用红绳捆起来\n第{number}册账簿也要系上红绳。\n"
        (folder / f"{number:03}_账.txt").write_text(text, "utf-8")
    settings = Settings(paths=PathSettings(corpus=tmp_path / "text", state=tmp_path / "state"))
    found = candidates(open_ground("CHS", settings, Silent()), "红绳", limit=1)
    assert [one.passage for one in found] == ["第0册账簿也要系上红绳"]


def test_a_sentence_that_begins_like_a_heading_is_none(tmp_path: Path) -> None:
    found = _offered(tmp_path, "第三回黛玉葬花她就哭了。\n后来黛玉葬花时一面哭一面念诗。\n")
    assert found[0] == "第三回黛玉葬花她就哭了"


def _offered(folder: Path, text: str) -> list[str]:
    file = folder / "text" / "chs" / "a.txt"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    paths = PathSettings(corpus=folder / "text", state=folder / "state")
    ground = open_ground("CHS", Settings(paths=paths), Silent())
    return [one.passage for one in candidates(ground, "黛玉葬花")]
