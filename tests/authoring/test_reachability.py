"""Rule 9: does the query lead to a source that holds the anchor?"""

import json
from pathlib import Path

import pytest

from fixturetool.authoring.answers import Answers, load_answers, save_answers
from fixturetool.authoring.reachability import Document, Reachability, name_text
from fixturetool.corpus.tokens import load_tokenizer


def document(text: str, path: str = "book/1.txt") -> Document:
    return Document(path, f"digest of {text}", lambda: text)


def unread(path: str, digest: str) -> Document:
    def refuse() -> str:
        raise AssertionError(path)

    return Document(path, digest, refuse)


def reachability(
    answers: Answers | None = None, stop_words: tuple[str, ...] = (), **aliases: tuple[str, ...]
) -> Reachability:
    cutter = load_tokenizer("rjieba", None, stop_words)
    return Reachability(cutter, aliases, answers or Answers({}), stop_words=stop_words)


@pytest.mark.parametrize(
    ("query", "text", "path", "expected"),
    [
        pytest.param("桃园结义的是谁？", "三人在桃园结为兄弟", "a/1.txt", True, id="text"),
        pytest.param("桃园结义的是谁？", "三人结为兄弟", "a/1_桃园.txt", True, id="file-name"),
        pytest.param("桃园结义的是谁？", "三人结为兄弟", "桃园/1.txt", False, id="folder-name"),
        pytest.param(
            "卡特的全名是什么？", "今天的天气是什么？", "a/1.txt", False, id="stop-words-alone"
        ),
        pytest.param("他, 们！", "你，好！", "a/1.txt", False, id="punctuation-and-spaces"),
        pytest.param("Who is Rex?", "REX Lapis", "a/1.txt", True, id="latin-in-other-case"),
        pytest.param("the rapist", "therapist", "a/1.txt", False, id="part-of-a-latin-word"),
        pytest.param("林黛玉是谁？", "宝玉送黛玉至馆门首", "a/1.txt", True, id="given-name"),
        pytest.param("诸葛亮何时出山？", "诸葛先生高卧", "a/1.txt", True, id="family-name"),
        pytest.param("什么样的人？", "这是什么？", "a/1.txt", False, id="part-that-is-a-stop-word"),
    ],
)
def test_query_and_source_share_a_content_token(
    query: str, text: str, path: str, expected: bool
) -> None:
    assert reachability().reachable(query, [document(text, path)]) is expected


def test_one_reachable_source_is_enough() -> None:
    documents = [document("没有关系", "a/1.txt"), document("摩拉", "a/2.txt")]
    assert reachability().reachable("摩拉从哪里来？", documents)


def test_an_alias_of_a_word_of_the_query_leads_to_a_source() -> None:
    query, source = "孔明是谁？", document("诸葛亮躬耕南阳")
    assert not reachability().reachable(query, [source])
    assert reachability(孔明=("诸葛亮",)).reachable(query, [source])


def test_an_alias_of_a_word_that_the_query_lacks_does_not_count() -> None:
    assert not reachability(孔明=("诸葛亮",)).reachable("周瑜？", [document("诸葛亮")])


def test_a_query_of_stop_words_alone_is_not_held_against_a_source() -> None:
    assert reachability().reachable("是什么？", [document("摩拉")])


def test_an_anchor_without_a_source_is_not_unreachable() -> None:
    assert reachability().reachable("摩拉？", [])


def test_the_name_is_told_without_folder_extension_and_underscore() -> None:
    assert name_text("agd_book/201154_木偶的笔记本.txt") == "201154木偶的笔记本"


def test_a_second_run_asks_neither_segmenter_nor_text(tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "reachability.json"
    first = Answers({})
    assert reachability(first).reachable("摩拉？", [document("摩拉")])
    save_answers(first, cache)
    again = reachability(load_answers(cache))
    assert again.reachable("摩拉？", [unread("book/1.txt", "digest of 摩拉")])


@pytest.mark.parametrize(
    ("stop_words", "aliases", "digest"),
    [
        pytest.param((), {}, "another", id="changed-text"),
        pytest.param(("甲",), {}, "digest of 摩拉", id="other-stop-words"),
        pytest.param((), {"甲": ("乙",)}, "digest of 摩拉", id="other-aliases"),
    ],
)
def test_what_an_answer_depends_on_makes_it_stale(
    stop_words: tuple[str, ...], aliases: dict[str, tuple[str, ...]], digest: str
) -> None:
    first = Answers({})
    reachability(first).reachable("摩拉？", [document("摩拉")])
    later = Answers(first.used)
    source = Document("book/1.txt", digest, lambda: "没有")
    assert not reachability(later, stop_words, **aliases).reachable("摩拉？", [source])


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff\x00", id="not-text"),
        pytest.param(b"[1]", id="not-an-object"),
        pytest.param(b'{"schema": 99, "no": "", "yes": ""}', id="other-schema"),
        pytest.param(b'{"schema": 1, "no": "", "yes": 3}', id="other-types"),
        pytest.param(b'{"schema": 1, "no": "aa b', id="cut-short"),
    ],
)
def test_a_junk_cache_counts_as_empty(tmp_path: Path, junk: bytes) -> None:
    cache = tmp_path / "reachability.json"
    cache.write_bytes(junk)
    assert load_answers(cache).known == {}


def test_answers_of_earlier_runs_are_kept(tmp_path: Path) -> None:
    cache = tmp_path / "reachability.json"
    save_answers(Answers({}, {"a": True}), cache)
    save_answers(Answers(load_answers(cache).known, {"b": False}), cache)
    assert load_answers(cache).known == {"a": True, "b": False}


def test_nothing_new_writes_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "reachability.json"
    save_answers(Answers({"a": True}, {"a": True}), cache)
    assert not cache.exists()


def test_the_cache_is_one_whole_file(tmp_path: Path) -> None:
    cache = tmp_path / "reachability.json"
    save_answers(Answers({}, {"b": True, "a": True, "c": False}), cache)
    assert [path.name for path in tmp_path.iterdir()] == ["reachability.json"]
    assert json.loads(cache.read_text()) == {"schema": 1, "no": "c", "yes": "a b"}
