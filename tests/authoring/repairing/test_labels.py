"""Whether a label names the source that an anchor comes from."""

import pytest

from fixturetool.authoring.repairing.labels import Labels, title_of

PATHS = (
    "book/201111_潮账房沿革.txt",
    "book/201167_闭闸案汇录.txt",
    "book/201174_闭闸案汇录（白畦抄本）.txt",
    "character_story/410346_老蔺.txt",
    "quest/310272_守灯人的第三百夜.txt",
    "quest/360246_One_Bowl_Two_Halves.txt",
)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        pytest.param(PATHS[0], "潮账房沿革", id="number-and-name"),
        pytest.param(PATHS[5], "one bowl two halves", id="underscores"),
        pytest.param("book/007.txt", "007", id="a-number-alone"),
        pytest.param("灯志.md", "灯志", id="a-name-alone"),
    ],
)
def test_a_source_is_called_by_its_file_name_without_number(path: str, title: str) -> None:
    assert title_of(path) == title


@pytest.mark.parametrize(
    ("label", "path", "named"),
    [
        pytest.param("书《潮账房沿革》：红绳", PATHS[0], True, id="its-title"),
        pytest.param("书《潮账房沿革》：红绳", PATHS[1], False, id="another-title"),
        pytest.param("岩王帝君", PATHS[0], None, id="no-title"),
        pytest.param("书《闭闸案汇录》", PATHS[2], False, id="a-longer-title"),
        pytest.param("书《闭闸案汇录（白畦抄本）》", PATHS[1], False, id="a-shorter-title"),
        pytest.param("老蔺，任务《守灯人的第三百夜》", PATHS[4], True, id="quoted"),
        pytest.param("老蔺，任务《守灯人的第三百夜》", PATHS[3], False, id="beside-what-is-quoted"),
        pytest.param("老蔺的台词", PATHS[3], True, id="not-quoted"),
        pytest.param('quest "One Bowl Two Halves"', PATHS[5], True, id="english"),
        pytest.param(f"judge:{PATHS[1]}", PATHS[1], True, id="of-a-judge"),
        pytest.param(f"judge:{PATHS[1]}", PATHS[2], False, id="of-a-judge-on-another"),
    ],
)
def test_a_label_names_a_source_by_its_title(label: str, path: str, named: bool | None) -> None:
    assert Labels(PATHS).names(label, path) is named


@pytest.mark.parametrize(
    ("label", "lost"),
    [
        pytest.param("书《立契考》：红绳", "立契考", id="the-title-that-it-quotes"),
        pytest.param("立契考", "立契考", id="a-title-alone"),
        pytest.param("老蔺，任务《少了一页》：红绳", "少了一页", id="the-quoted-one"),
        pytest.param("书《潮账房沿革》：抄自《立契考》", "", id="the-first-is-there"),
        pytest.param("judge:book/9_立契考.txt", "book/9_立契考.txt", id="of-a-judge"),
        pytest.param(f"judge:{PATHS[1]}", "", id="of-a-judge-on-what-is-there"),
        pytest.param("潮账房沿革", "", id="a-title-that-is-there"),
        pytest.param("岑不言的台词：清晨打水，那时鱼还没醒", "", id="prose-names-none"),
    ],
)
def test_a_source_that_a_label_names_and_that_is_not_there_is_lost(label: str, lost: str) -> None:
    assert Labels(PATHS).lost(label) == lost
