import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.searching.grep import Query
from fixturetool.corpus.searching.pattern import (
    holds_deleted_space,
    is_plain_word,
    outlives_white_space,
    read_pattern,
)
from fixturetool.errors import PatternError

FIXED = "to search for the text as it stands, add --fixed"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        pytest.param("摩拉(", 'bad pattern "摩拉(" at character 3: unclosed group', id="group"),
        pytest.param("(a(b(c)", 'bad pattern "(a(b(c)" at character 1: unclosed group', id="two"),
        pytest.param("摩拉)", 'bad pattern "摩拉)": unopened group', id="unopened"),
        pytest.param(
            "摩[拉", 'bad pattern "摩[拉" at character 2: unclosed character class', id="class"
        ),
        pytest.param(
            "*", 'bad pattern "*" at character 1: repetition operator missing expression', id="star"
        ),
        pytest.param(
            "摩\\", 'bad pattern "摩\\" at character 2: a backslash at the end stands for nothing',
            id="backslash",
        ),
        pytest.param(
            "(?=摩", 'bad pattern "(?=摩" at character 4: missing closing parenthesis', id="PCRE2"
        ),
    ],
)  # fmt: skip
def test_a_bad_regular_expression_is_refused_with_place_and_reason(
    pattern: str, message: str
) -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern(pattern, fixed=False, ignore_case=False)

    assert (str(caught.value), caught.value.hint) == (message, FIXED)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("pattern", "fixed", "message"),
    [
        pytest.param("", False, "the pattern is empty", id="an empty expression"),
        pytest.param("", True, "the pattern is empty", id="empty text"),
        pytest.param(" \u3000\n", True, "the pattern is only white space", id="blank text"),
        pytest.param(
            "摩\0拉", False, r'the pattern "摩\x00拉" holds a NUL', id="NUL in an expression"
        ),
        pytest.param("摩\0拉", True, r'the pattern "摩\x00拉" holds a NUL', id="NUL in text"),
        pytest.param("\udcff", True, r'the pattern "\udcff" is not valid UTF-8', id="no UTF-8"),
        pytest.param(
            "摩\n拉", False, r'the pattern "摩\n拉" holds a line break', id="a line break"
        ),
        pytest.param(
            r"摩\n拉",
            False,
            r'bad pattern "摩\n拉": the literal "\n" is not allowed',
            id="its escape",
        ),
        pytest.param("摩" * 40_000, True, "the pattern has 120000 bytes", id="too long"),
    ],
)
def test_what_can_be_no_pattern_is_refused(pattern: str, fixed: bool, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern(pattern, fixed=fixed, ignore_case=False)

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param("摩拉克\n　　斯是 Rex  Lapis", "摩拉克斯是Rex Lapis", id="over lines"),
        pytest.param("  the rapist ", "the rapist", id="Latin words stay apart"),
        pytest.param("摩拉(", "摩拉(", id="no expression"),
    ],
)
def test_plain_text_goes_through_the_whitespace_rule(pattern: str, text: str) -> None:
    query = read_pattern(pattern, fixed=True, ignore_case=True)

    assert query == Query(text, fixed=True, ignore_case=True)


@pytest.mark.parametrize(
    ("pattern", "engine"),
    [
        pytest.param("曹操.{0,6}大笑", "default", id="plain"),
        pytest.param("--files", "default", id="like an option"),
        pytest.param("(?<=曹)操", "pcre2", id="look-behind"),
        pytest.param(r"(.)\1", "pcre2", id="backreference"),
    ],
)
def test_pcre2_takes_only_what_the_default_engine_refuses(pattern: str, engine: str) -> None:
    assert read_pattern(pattern, fixed=False, ignore_case=False).engine == engine


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        pytest.param("桃园 结义", True, id="between ideographs"),
        pytest.param("桃园\u3000Rex", True, id="beside one"),
        pytest.param("Rex  “桃", True, id="two of them"),
        pytest.param("Rex Lapis", False, id="between Latin words"),
        pytest.param(r"桃园\s结义", False, id="written as a class"),
        pytest.param(" 桃园 ", False, id="at the ends"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_white_space_that_the_rule_deletes_is_seen(pattern: str, expected: bool) -> None:
    assert holds_deleted_space(pattern) is expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(Query("曹操"), True, id="a word"),
        pytest.param(Query("曹操", ignore_case=True), False, id="folding may make it overlap"),
        pytest.param(Query("哈哈"), False, id="it overlaps itself"),
        pytest.param(Query("曹操曹"), False, id="its end is its beginning"),
        pytest.param(Query("曹.操"), False, id="an expression"),
        pytest.param(Query("曹\\w"), False, id="a class"),
        pytest.param(Query("曹 操"), False, id="white space"),
        pytest.param(Query("\ufeff曹"), False, id="a byte order mark"),
    ],
)
def test_a_word_is_counted_without_being_placed(query: Query, expected: bool) -> None:
    assert is_plain_word(query) is expected


OUTLIVE = [
    "红绳.{0,6}捆", "红.*?捆", "(早|晚)潮.{0,6}一笔", "(?:孙|行者)来?", "[0-9]+年", r"\d{1,2}月",
    "a[^,]*b", r"红\.绳", "[甲乙]{2,}",
]  # fmt: skip


@pytest.mark.parametrize("pattern", OUTLIVE)
def test_an_expression_outlives_the_loss_of_white_space(pattern: str) -> None:
    assert outlives_white_space(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("红 绳", id="white space"),
        pytest.param("红.{3}捆", id="what may be white space has to be there"),
        pytest.param(".{0,3}", id="nothing has to be there"),
        pytest.param("a*", id="it may be empty"),
        pytest.param("红[^ ]*绳", id="a set that tells spaces apart"),
        pytest.param("[!-一]", id="a range over white space"),
        pytest.param(r"红\s?绳", id="an escape for white space"),
        pytest.param(r"\b红", id="a boundary"),
        pytest.param("^红", id="a beginning"),
        pytest.param("红$", id="an end"),
        pytest.param("(?=红)", id="a look around"),
        pytest.param("(?i)红", id="a flag"),
        pytest.param("红|绳", id="an alternative outside of a group"),
        pytest.param("红++", id="what this reads not"),
    ],
)
def test_another_expression_may_need_the_white_space(pattern: str) -> None:
    assert not outlives_white_space(pattern)


@given(
    st.sampled_from(OUTLIVE),
    st.text("红绳捆早晚潮一笔孙行者来ab,.12年月甲乙 \u3000\t", max_size=30),
)
def test_what_outlives_white_space_is_found_in_normal_text_too(pattern: str, line: str) -> None:
    if re.search(pattern, line):
        assert re.search(pattern, normalize(line))
