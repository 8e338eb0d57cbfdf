"""The user dictionary: what its lines mean, and what is wrong with them."""

from pathlib import Path

import pytest

from fixturetool.corpus.tokens import load_tokenizer
from fixturetool.corpus.words.proper_nouns import (
    Noun,
    find_proper_nouns,
    load_proper_nouns,
    parse_proper_nouns,
)
from fixturetool.errors import SettingsError


@pytest.mark.parametrize(
    ("line", "noun"),
    [
        pytest.param("摩拉克斯", Noun("摩拉克斯", 0), id="word"),
        pytest.param("摩拉克斯 7", Noun("摩拉克斯", 7), id="frequency"),
        pytest.param("摩拉克斯 nr", Noun("摩拉克斯", 0), id="tag"),
        pytest.param("摩拉克斯 7 nr", Noun("摩拉克斯", 7), id="frequency-and-tag"),
        pytest.param("摩拉克斯\t7\tnr\r", Noun("摩拉克斯", 7), id="tabs-and-carriage-return"),
        pytest.param("Rex Lapis", Noun("Rex Lapis", 0), id="space"),
        pytest.param("Rex Lapis 3 nrt", Noun("Rex Lapis", 3), id="space-with-the-rest"),
        pytest.param("rex lapis", Noun("rex lapis", 0), id="no-tag-of-jieba"),
        pytest.param("卡特·绯红 5", Noun("卡特·绯红", 5), id="middle-dot"),
    ],
)
def test_a_line_is_a_word_with_its_frequency(line: str, noun: Noun) -> None:
    assert parse_proper_nouns(line, "nouns.txt").nouns == (noun,)


def test_blank_lines_mean_nothing() -> None:
    assert parse_proper_nouns("\n \u3000\n甲乙\n\n", "nouns.txt").nouns == (Noun("甲乙", 0),)


def test_a_word_given_twice_keeps_its_highest_frequency() -> None:
    assert parse_proper_nouns("甲乙 9\n甲乙 3", "nouns.txt").nouns == (Noun("甲乙", 9),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("甲乙 -3", 'the frequency "-3" is no natural number', id="negative"),
        pytest.param("甲乙 3.5 nr", 'the frequency "3.5" is no natural number', id="fraction"),
        pytest.param("甲乙 ７", 'the frequency "７" is no natural number', id="full-width"),
        pytest.param("甲乙 99999999999", "the frequency is above 1000000000", id="too-high"),
        pytest.param("### 3", "the word holds no letter", id="no-letter"),
        pytest.param("甲\x00乙", "the word holds a control character", id="control-character"),
    ],
)
def test_a_malformed_line_is_named(line: str, reason: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_proper_nouns(f"丙丁\n{line}\n", "misc/nouns.txt")
    assert str(caught.value) == f'misc/nouns.txt:2: "{line}": {reason}'


def test_all_malformed_lines_are_counted() -> None:
    with pytest.raises(SettingsError, match=r"n:1: .*; n:2: .*; n:3: .*; and 2 more$"):
        parse_proper_nouns("- 1\n" * 5, "n")


def test_a_dictionary_in_another_encoding_is_named_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_bytes("甲乙\n".encode() + "丙丁".encode("gb18030"))
    with pytest.raises(SettingsError, match=r"nouns\.txt:2: the dictionary is not UTF-8"):
        load_proper_nouns(file)


def test_a_byte_order_mark_is_no_part_of_the_first_word(tmp_path: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_bytes("甲乙".encode("utf-8-sig"))
    assert load_proper_nouns(file).nouns == (Noun("甲乙", 0),)


def test_a_folder_in_place_of_the_dictionary_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Is a directory"):
        load_proper_nouns(tmp_path)


def test_no_dictionary_has_no_words(tmp_path: Path) -> None:
    assert load_proper_nouns(tmp_path / "nowhere.txt").digest == "none"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("机关 7", "这个机关心", id="example"),
        pytest.param("天气 1", "天气象征", id="common-noun"),
        pytest.param("研究 2 vn", "研究生命起源", id="with-a-tag"),
    ],
)
def test_a_low_frequency_does_not_weaken_a_known_word(line: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_text(line, "utf-8")
    taught = load_tokenizer("rjieba", file, ()).tokens(text)
    assert line.partition(" ")[0] in taught
    assert taught == load_tokenizer("rjieba", None, ()).tokens(text)


def test_jieba_keeps_known_words_and_learns_new_ones(tmp_path: Path, segmenter_cache: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_text("机关 7\n若陀龙王 1 nr\n", "utf-8")
    tokenizer = load_tokenizer("jieba", file, (), cache_dir=segmenter_cache)
    tokens = tokenizer.tokens("若陀龙王启动，这个机关心")
    assert {"若陀龙王", "机关"} <= set(tokens)


def test_a_low_frequency_is_enough_for_a_new_word(tmp_path: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_text("若陀龙王 1 nr", "utf-8")
    tokenizer = load_tokenizer("rjieba", file, ())
    assert "若陀龙王" in tokenizer.tokens("他遇见了若陀龙王的仆人")


@pytest.mark.parametrize(
    "path", [pytest.param("misc/a.txt", id="missing"), pytest.param("", id="none")]
)
def test_a_corpus_may_have_no_dictionary(tmp_path: Path, path: str) -> None:
    assert find_proper_nouns(tmp_path, path, may_be_missing=True) is None


def test_a_dictionary_is_found_under_the_language_root(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()

    assert find_proper_nouns(tmp_path, "a.txt", may_be_missing=False) == tmp_path / "a.txt"


@pytest.mark.parametrize(
    "may_be_missing", [pytest.param(b, id=f"default {b}") for b in (True, False)]
)
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        pytest.param("folder", "it is no file", id="a folder"),
        pytest.param("a\0b", "embedded null", id="a NUL"),
        pytest.param("x" * 300, "File name too long", id="too long a name"),
    ],
)
def test_what_can_be_no_dictionary_is_an_error(
    tmp_path: Path, path: str, reason: str, may_be_missing: bool
) -> None:
    (tmp_path / "folder").mkdir()

    with pytest.raises(SettingsError, match=r"corpus\.proper_nouns: ") as caught:
        find_proper_nouns(tmp_path, path, may_be_missing=may_be_missing)

    assert reason in str(caught.value)


def test_a_dictionary_that_was_asked_for_is_not_missed_in_silence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        find_proper_nouns(tmp_path, "names.txt", may_be_missing=False)
