import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.searching.clauses import LEAST, MOST, clause_around, is_balanced

TEXT = (
    "次日，于桃园中，三人焚香再拜而说誓曰：“念刘备、关羽、张飞，虽然异姓，既结为兄弟，"
    "则同心协力，救困扶危。”誓毕，拜玄德为兄。"
)


def sliced(text: str, found: str) -> str | None:
    start = text.index(found)
    clause = clause_around(text, start, start + len(found))
    return clause.text if clause else None


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        pytest.param(TEXT, "关羽", "念刘备、关羽、张飞", id="a list is not torn"),
        pytest.param(TEXT, "玄德", "誓毕，拜玄德为兄", id="too short, so with the one before"),
        pytest.param(TEXT, "同心", "既结为兄弟，则同心协力", id="joined with its neighbour"),
        pytest.param("布曰：“敌在何处？”众人不答。", "敌在", "“敌在何处？”", id="a whole quote"),
        pytest.param("他说，红绳不解（不许）；了事", "不许", "红绳不解（不许）", id="brackets"),
        pytest.param(
            "Tie it. The red cord binds it, they say.",
            "cord",
            "The red cord binds it",
            id="an English clause",
        ),
        pytest.param(
            "It costs 3,000 pieces of Lv.10 gold",
            "3,000",
            "It costs 3,000 pieces of Lv.10 gold",
            id="marks inside numbers",
        ),
        pytest.param(
            "摩拉克\n　　斯是岩王帝君，无疑",
            "克\n　　斯",
            "摩拉克斯是岩王帝君",
            id="across a line break",
        ),
        pytest.param("岩神\n\n别的段落在这里", "岩神", None, id="a heading of two words"),
        pytest.param("——————————", "—————", None, id="nothing but marks"),
    ],
)
def test_a_slice_is_the_clause_around(text: str, found: str, expected: str | None) -> None:
    assert sliced(text, found) == expected


def test_a_clause_that_is_too_long_is_cut_between_words() -> None:
    clause = clause_around("red " * 30, 60, 63)
    assert clause is not None
    assert set(clause.text.split()) == {"red"}
    assert clause.roughness >= 8


def test_of_a_span_that_is_too_long_the_beginning_counts() -> None:
    text = "甲乙丙丁戊己庚辛，" * 9
    clause = clause_around(text, 0, len(text))
    assert clause is not None
    assert clause.start == 0
    assert len(clause.text) <= MOST


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        pytest.param("“甲”", True, id="quotes"),
        pytest.param("“甲", False, id="open"),
        pytest.param("甲”", False, id="closed alone"),
        pytest.param("《“甲》”", False, id="crossed"),
        pytest.param("the keeper’s oil", True, id="an apostrophe"),
        pytest.param('say "oil"', True, id="straight quotes"),
        pytest.param('say "oil', False, id="one straight quote"),
    ],
)
def test_quotes_and_brackets_are_balanced_in_pairs_alone(text: str, balanced: bool) -> None:
    assert is_balanced(text) is balanced


PIECES = st.sampled_from(
    [
        *"甲乙丙丁，。：；！？、—…“”‘’「」《》（）",
        " ",
        "\n",
        "\u3000",
        '"',
        "e\u0301",
        "👩‍👩‍👧",
        "Lv.10",
        "don’t",
    ]
)


@given(pieces=st.lists(PIECES, min_size=1, max_size=60), data=st.data())
def test_a_slice_keeps_every_promise(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    clause = clause_around(text, start, end)
    if clause is None:
        return
    assert LEAST <= len(clause.text) <= MOST
    assert normalize(text[clause.start : clause.end]) == clause.text
    assert is_balanced(clause.text)
    whole = "".join(regex.findall(r"\X", clause.text))
    assert whole == clause.text
    boundaries = {found.end() for found in regex.finditer(r"\X", text)} | {0}
    assert {clause.start, clause.end} <= boundaries
