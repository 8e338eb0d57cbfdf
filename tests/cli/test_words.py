"""Words and characters, where a person meets them: what verify, anchor add and repair say."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.project import Project, fixture, passage

ADD = ("anchor", "add", "lamp", "-q", "-f", "oil", "-p")


def of(here: Project, query: str, anchor: str) -> None:
    here.write_category("lamp", [fixture(query, passage(anchor, "oil"), oil="")])


@pytest.mark.parametrize(
    ("character", "name"),
    [
        pytest.param("\u200b", "U+200B ZERO WIDTH SPACE", id="zero-width-space"),
        pytest.param("\u200d", "U+200D ZERO WIDTH JOINER", id="joiner"),
        pytest.param("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE", id="byte-order-mark-inside"),
        pytest.param("\u00ad", "U+00AD SOFT HYPHEN", id="soft-hyphen"),
    ],
)
def test_an_invisible_character_is_named_with_its_place(
    here: Project, character: str, name: str
) -> None:
    here.write("text/chs/book/4_岩.txt", f"题目\n摩拉{character}克斯是岩神。\n")
    of(here, "摩拉是谁？", "摩拉克斯是岩神")
    verified = here.run("verify", "-q")
    assert verified.returncode == 1
    assert f'the corpus has {name} after "摩拉"' in verified.stdout
    assert "book/4_岩.txt:2 has " in verified.stdout
    added = here.run(*ADD, "摩拉克斯是岩")
    assert added.returncode == 1
    assert f'the corpus has {name} after "摩拉"' in added.stderr


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        pytest.param("帝君,人称", "帝君，人称", id="comma"),
        pytest.param('人称"岩神"。', "人称“岩神”。", id="quotes"),
        pytest.param("他爱喝茶(红茶)", "他爱喝茶（红茶）", id="brackets"),
        pytest.param("也爱听戏!", "也爱听戏！", id="exclamation-mark"),
    ],
)
def test_the_spelling_of_the_corpus_is_offered(here: Project, wrong: str, right: str) -> None:
    here.write("text/chs/book/4_岩.txt", "帝君，人称“岩神”。他爱喝茶（红茶），也爱听戏！\n")
    of(here, "帝君爱什么？", wrong)
    verified = here.run("verify", "-q")
    assert verified.returncode == 1
    assert f'has "{right}": paste that' in verified.stdout
    assert f"paste    {right}\n" in here.run("repair", "-q").stdout
    added = here.run(*ADD, wrong)
    assert (added.returncode, f'has "{right}": take that' in added.stderr) == (1, True)


@pytest.mark.parametrize(
    ("query", "text", "reachable"),
    [
        pytest.param("卡特的全名是什么？", "今天的天气是什么？", False, id="what"),
        pytest.param("他为什么来了？", "你为什么走了？", False, id="why"),
        pytest.param("这是谁的 灯？", "那是谁的 船？", False, id="who-and-a-space"),
        pytest.param("卡特的全名是什么？", "卡特住在山上。", True, id="a-name"),
    ],
)
def test_words_without_content_lead_nowhere(
    here: Project, query: str, text: str, reachable: bool
) -> None:
    here.write("text/chs/book/4_话.txt", f"{text}\n")
    of(here, query, text)
    assert ("FT205" not in here.run("verify", "-q").stdout) is reachable


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("阿贝·斯多", id="middle-dot"),
        pytest.param("Rex Lapis", id="space"),
        pytest.param("「风」之歌者", id="brackets"),
    ],
)
def test_a_name_of_the_dictionary_leads_to_its_source(here: Project, name: str) -> None:
    here.write("text/chs/misc/proper_nouns.txt", f"{name}\n")
    here.write("text/chs/book/4_名.txt", f"从前{name}来过此地。\n")
    of(here, f"{name}？", "来过此地")
    assert "FT205" not in here.run("verify", "-q").stdout


@pytest.mark.parametrize("segmenter", ["rjieba", "jieba"])
def test_nothing_of_the_segmenter_reaches_standard_error(tmp_path: Path, segmenter: str) -> None:
    project = Project(tmp_path, {"TMPDIR": str(tmp_path / "shared")})
    (tmp_path / "shared").mkdir()
    project.write("text/chs/book/1.txt", "灯塔烧过鱼油。\n")
    project.write("fixturetool.toml", f'[tokens]\nsegmenter = "{segmenter}"\n')
    done = project.start([sys.executable, "-W", "default", "-m", "fixturetool", *RETRIEVE])
    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "shared").iterdir()) == []


RETRIEVE: Sequence[str] = ("retrieve", "-q", "鱼油")
