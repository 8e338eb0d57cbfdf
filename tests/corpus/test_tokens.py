"""Text into tokens: the same for both segmenters, whole names, and no stop words in content."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.tokens import Terms, Tokenizer, load_tokenizer
from fixturetool.corpus.words.proper_nouns import Noun, ProperNouns
from fixturetool.corpus.words.segmenters import Rjieba
from fixturetool.corpus.words.stop_words import STOP_WORDS
from fixturetool.errors import SettingsError

NAMES = "卡特·绯红 5 nr\nRex Lapis\n「公子」 3 nr\n雷电将军\n若陀龙王\nT台\n"


@pytest.fixture(scope="module")
def dictionary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("dictionary") / "proper_nouns.txt"
    file.write_text(NAMES, "utf-8")
    return file


@pytest.fixture(scope="module", params=["rjieba", "jieba"])
def tokenizer(request: pytest.FixtureRequest, dictionary: Path, segmenter_cache: Path) -> Tokenizer:
    return load_tokenizer(request.param, dictionary, (), cache_dir=segmenter_cache)


@pytest.fixture(scope="module")
def fast(dictionary: Path) -> Tokenizer:
    return load_tokenizer("rjieba", dictionary, ())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("Lv.10", ["lv", "10"], id="latin-connector"),
        pytest.param("e-mail_box", ["e", "mail", "box"], id="hyphen-and-underscore"),
        pytest.param("ＡＢＣ１２", ["abc12"], id="full-width-becomes-plain"),
        pytest.param("Paimon's dog isn’t", ["paimon", "dog", "isn"], id="english-endings"),
        pytest.param("vitamin d", ["vitamin", "d"], id="a-letter-by-itself-is-no-ending"),
        pytest.param("cafe\u0301", ["cafe\u0301"], id="combining-mark-stays"),
        pytest.param("モラ", ["モラ"], id="kana-run"),
        pytest.param("〇㐀", ["〇", "㐀"], id="rare-ideographs-one-by-one"),
        pytest.param("，。！ \u3000\n", [], id="no-punctuation-or-space"),
        pytest.param("摩拉\u200b", ["摩拉"], id="zero-width-is-no-token"),
        pytest.param("摩拉\n　　你好", ["摩拉", "你好"], id="chinese-over-lines"),
    ],
)
def test_both_segmenters_cut_alike(tokenizer: Tokenizer, text: str, tokens: list[str]) -> None:
    assert sorted(tokenizer.tokens(text)) == sorted(tokens)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("传说卡特·绯红在此", "卡特·绯红", id="middle-dot"),
        pytest.param("the tale of Rex  Lapis", "rex lapis", id="space"),
        pytest.param("他是「公子」吗", "「公子」", id="brackets"),
        pytest.param("卡特\n·绯红", "卡特·绯红", id="broken-over-lines"),
        pytest.param("走T台的人", "t台", id="two-scripts"),
        pytest.param("远方的雷电将军", "雷电将军", id="plain-chinese"),
    ],
)
def test_a_name_of_the_dictionary_is_one_token(tokenizer: Tokenizer, text: str, name: str) -> None:
    assert name in tokenizer.content_tokens(text)


def test_the_parts_of_a_name_are_tokens_too(tokenizer: Tokenizer) -> None:
    assert {"卡特", "绯红"} <= tokenizer.content_tokens("卡特·绯红")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("trex lapis", id="begins-inside-a-word"),
        pytest.param("Rex Lapislazuli", id="ends-inside-a-word"),
        pytest.param("RexLapis", id="without-its-space"),
    ],
)
def test_a_latin_name_stands_alone(fast: Tokenizer, text: str) -> None:
    assert "rex lapis" not in fast.tokens(text)


def test_the_longest_name_wins(tmp_path: Path) -> None:
    file = tmp_path / "nouns.txt"
    file.write_text("甲·乙\n甲·乙·丙\n", "utf-8")
    assert "甲·乙·丙" in load_tokenizer("rjieba", file, ()).tokens("甲·乙·丙来了")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("卡特的全名是什么？", "今天的天气是什么？", id="what"),
        pytest.param("谁偷走了宝物？", "谁发明了火药？", id="who"),
        pytest.param("为什么下雨？", "为什么 吵架？", id="why-and-a-space"),
        pytest.param("有多少将军？", "有多少苹果？", id="how-many"),
        pytest.param("Who is the king?", "What is the weather?", id="english"),
    ],
)
def test_questions_share_no_content_by_their_function_words(
    tokenizer: Tokenizer, one: str, other: str
) -> None:
    assert not tokenizer.content_tokens(one) & tokenizer.content_tokens(other)


def test_a_single_ideograph_is_content(fast: Tokenizer) -> None:
    assert "魈" in fast.content_tokens("魈是谁？")


def test_stop_words_of_the_settings_are_no_content(dictionary: Path) -> None:
    tokenizer = load_tokenizer("rjieba", dictionary, ("天气", "ＫＩＮＧ"))
    assert tokenizer.content_tokens("今天的天气, King") == {"今天"}


def test_query_terms_are_content_words_and_their_ideographs(fast: Tokenizer) -> None:
    assert fast.query_terms("天气是什么？") == Terms(("天气",), "天气")


def test_a_query_of_stop_words_keeps_them(fast: Tokenizer) -> None:
    assert fast.query_terms("是什么") == Terms(("什么",), "么什是")


def test_a_query_of_punctuation_has_no_terms(fast: Tokenizer) -> None:
    assert not fast.query_terms("？！…")


def test_index_terms_hold_every_ideograph_once(fast: Tokenizer) -> None:
    assert fast.index_terms("雷电将军Lv.1") == Terms(
        ("雷电", "将军", "雷电将军", "lv", "1"), "雷电将军"
    )


NOUNS = ProperNouns(
    tuple(Noun(word, 0) for word in ("卡特·绯红", "Rex Lapis", "「公子」", "雷电将军", "T台")),
    "test",
)
SHARED = Tokenizer("rjieba", Rjieba, NOUNS, STOP_WORDS)
ALPHABET = (
    "卡特·绯红|Rex Lapis|「公子」|雷电|将军|的|什么|火|〇|。| |\n|Lv.10|rex|Ａ|’s|·|今天|天气|T台|İ"
    "|\u0301"
)
PIECES = st.sampled_from(ALPHABET.split("|"))
TEXTS = st.lists(PIECES, max_size=25).map("".join)


@settings(deadline=None)  # the first example loads the segmenter
@given(TEXTS, TEXTS)
def test_shared_tokens_are_exact(query: str, text: str) -> None:
    wanted = SHARED.content_tokens(query)
    found = SHARED.shared_tokens(wanted, normalize(text))
    assert found == wanted & set(SHARED.tokens(text))


@settings(deadline=None)  # the first example loads the segmenter
@given(TEXTS)
def test_index_terms_hold_what_tokens_holds(text: str) -> None:
    terms = SHARED.index_terms(text)
    assert {*terms.words, *terms.ideographs} >= set(SHARED.tokens(text))


@settings(deadline=None)  # the first example loads the segmenter
@given(TEXTS)
def test_content_survives_any_line_breaks_between_ideographs(text: str) -> None:
    broken = text.replace("雷电", "雷\n　　电").replace("天气", "天\r\n气")
    assert SHARED.tokens(broken) == SHARED.tokens(text)


def test_the_identity_names_segmenter_version_and_dictionary(dictionary: Path) -> None:
    with_words = load_tokenizer("rjieba", dictionary, ()).identity
    without = load_tokenizer("rjieba", None, ()).identity
    assert without.startswith("rjieba 0.2.2, dictionary none")
    assert with_words != without


def test_segmenters_have_different_identities() -> None:
    assert load_tokenizer("jieba", None, ()).identity.startswith("jieba 0.42.1,")


def test_an_unknown_segmenter_is_refused() -> None:
    with pytest.raises(SettingsError, match='no segmenter "jeiba"') as caught:
        load_tokenizer("jeiba", None, ())
    assert caught.value.hint == "set tokens.segmenter; known are jieba and rjieba"
