import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.searching.sentences import Sentences, sentence_around


def around(text: str, part: str, longest: int = 200) -> str:
    start = text.index(part)
    found = sentence_around(text, start, start + len(part), longest)
    return text[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "part", "sentence"),
    [
        pytest.param("甲来了。乙在桃园。丙走了。", "桃园", "乙在桃园。", id="full stops"),
        pytest.param("甲！乙在桃园？！丙。", "桃园", "乙在桃园？！", id="marks in a row"),
        pytest.param("甲说：“乙在桃园。”丙走了。", "桃园", "甲说：“乙在桃园。”", id="quote"),
        pytest.param("（在桃园。）』丙走了。", "桃园", "（在桃园。）』", id="closing brackets"),
        pytest.param("他……去了桃园……然后", "桃园", "去了桃园……", id="ellipsis"),
        pytest.param("甲。\n　　乙在桃园\n丙。", "桃园", "乙在桃园", id="paragraph"),
        pytest.param("甲在桃\n　　园里。乙。", "桃\n　　园", "甲在桃\n　　园里。", id="over lines"),
        pytest.param("甲。乙在", "。", "甲。", id="the end mark itself"),
        pytest.param("甲“乙。”丙。", "”", "甲“乙。”", id="the closing quote itself"),
        pytest.param("He left. It is 3.14 in Lv.10 now. Ok.", "Lv", "It is 3.14 in Lv.10 now.",
                     id="full stops inside numbers"),
        pytest.param("So. Dr. Who met J. Smith here. Ok.", "met", "Dr. Who met J. Smith here.",
                     id="titles and initials"),
        pytest.param('He said "Stay." Then "Go now." she said.', "Go", 'Then "Go now."',
                     id="straight quotes close"),
        pytest.param('甲说。"在桃园。"丙。', "桃园", '"在桃园。"', id="straight quotes open"),
        pytest.param("桃园", "桃园", "桃园", id="no end at all"),
    ],
)  # fmt: skip
def test_the_sentence_around_a_hit(text: str, part: str, sentence: str) -> None:
    assert around(text, part) == sentence


def test_a_wrapped_line_goes_on_in_the_next() -> None:
    first = "天下大势" * 6
    assert around(f"甲。\n{first}\n分久必合。乙。", "必合") == f"{first}\n分久必合。"


@pytest.mark.parametrize(
    "after",
    [
        pytest.param("\n\n分久必合。", id="a blank line"),
        pytest.param("\n　　分久必合。", id="an indented line"),
        pytest.param("。\n分久必合。", id="a finished sentence"),
    ],
)
def test_a_paragraph_ends_at(after: str) -> None:
    assert around("天下大势" * 6 + after, "必合") == "分久必合。"


def test_a_long_sentence_is_cut_evenly_around_the_hit() -> None:
    text = "甲" * 300 + "桃园" + "乙" * 300

    assert sentence_around(text, 300, 302, 22) == (290, 312, True)


def test_what_one_side_leaves_the_other_takes() -> None:
    text = "甲" * 3 + "桃园" + "乙" * 300

    assert sentence_around(text, 3, 5, 22) == (0, 22, True)


def test_a_hit_longer_than_the_bound_stands_alone() -> None:
    assert sentence_around("甲" * 100, 20, 80, 10) == (20, 80, True)


@given(text=st.text(alphabet="桃园 \n。”\"'.…Aa　", min_size=1), data=st.data())
def test_the_hit_is_inside_and_the_length_bounded(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))

    found = sentence_around(text, start, end, 20)

    assert 0 <= found.start <= start
    assert end <= found.end <= len(text)
    assert found.end - found.start <= max(20, end - start)


@given(text=st.text(alphabet="桃园 \n。”\"'.…Aa　", min_size=1), data=st.data())
def test_sentences_asked_for_in_a_row_are_those_asked_for_alone(
    text: str, data: st.DataObject
) -> None:
    edges = st.integers(0, len(text))
    drawn = data.draw(st.lists(st.tuples(edges, edges)))
    spans = sorted((start, end) for start, end in drawn if start < end)
    sentences = Sentences(text)
    assert [sentences.around(*span) for span in spans] == [
        sentence_around(text, *span) for span in spans
    ]


def test_a_span_over_a_sentence_end_shares_nothing_whatever_is_before_it() -> None:
    text = "AAAAAA..A"
    sentences = Sentences(text)
    assert [sentences.around(5, 9), sentences.around(6, 7)] == [
        sentence_around(text, 5, 9),
        sentence_around(text, 6, 7),
    ]


def test_a_span_over_the_quote_that_opens_the_next_sentence_shares_nothing() -> None:
    text = 'AAA."'
    sentences = Sentences(text)
    assert [sentences.around(0, 5), sentences.around(1, 2)] == [(0, 5, False), (0, 4, False)]
