"""The embedded retriever: what comes back for a query, in which order, with which text."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from fixturetool.corpus.tokens import Tokenizer
from fixturetool.corpus.words.proper_nouns import load_proper_nouns
from fixturetool.corpus.words.segmenters import SEGMENTERS, Segmenter
from fixturetool.errors import RetrievalError
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit, fold
from fixturetool.retrieval.bm25 import open_bm25
from fixturetool.retrieval.choosing import CHUNKS_PER_SOURCE, settle_ties
from fixturetool.retrieval.indexing.engine import engine_version
from tests.retrieval.place import Place

WORLD = {
    "book/1_岩神.txt": "摩拉克斯是岩之神。\n他在璃月开了一家店。",
    "book/2_风神.txt": "温迪是风之神，爱喝苹果酒。",
    "book/3_雷神.txt": "雷电将军住在天守阁。Lv.90 AND body:苹果",
    "tps_x/4_日记.txt": "今天的天气很好。",
}


@pytest.fixture
def world(place: Place) -> Place:
    place.write(WORLD)
    return place


def paths(hits: object) -> list[str]:
    assert isinstance(hits, list)
    return [hit.path for hit in hits]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        pytest.param("谁爱喝苹果酒？", "book/2_风神.txt", id="words"),
        pytest.param("雷神", "book/3_雷神.txt", id="file-name"),
        pytest.param("天气是什么？", "tps_x/4_日记.txt", id="one-content-word"),
        pytest.param("ＬＶ．９０", "book/3_雷神.txt", id="full-width-letters"),
        pytest.param("tps_x", "tps_x/4_日记.txt", id="folder"),
    ],
)
def test_the_best_source_is(world: Place, query: str, path: str) -> None:
    assert world.ask(query)[0].path == path


def test_a_hit_is_a_chunk_with_its_place(world: Place) -> None:
    text = WORLD["book/1_岩神.txt"]
    (hit,) = world.ask("摩拉克斯的店", k=1)
    assert hit == Hit(
        "book/1_岩神.txt",
        hit.score,
        text,
        leg="bm25",
        start_line=1,
        end_line=2,
        chunk_id="book/1_岩神.txt#0",
    )


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("？！…", id="punctuation"),
        pytest.param("", id="empty"),
        pytest.param(" \u3000\n", id="white-space"),
        pytest.param("火星探测", id="nothing-known"),
    ],
)
def test_a_query_without_a_match_has_an_empty_answer(world: Place, query: str) -> None:
    assert world.ask(query) == []


@pytest.mark.parametrize(
    "query",
    [
        pytest.param('body:"苹果" AND (', id="unbalanced"),
        pytest.param("-苹果 +苹果", id="signs"),
        pytest.param("苹果^9 苹果~2 苹*", id="operators"),
        pytest.param("words:苹果 OR [a TO b]", id="fields-and-ranges"),
        pytest.param('"苹果\\', id="quote-and-backslash"),
    ],
)
def test_query_syntax_is_data(world: Place, query: str) -> None:
    assert {"book/2_风神.txt", "book/3_雷神.txt"} <= set(paths(world.ask(query)))


def test_operators_are_words_like_others(world: Place) -> None:
    world.write({"book/5.txt": "NOT", "book/6.txt": "OR"})
    assert paths(world.ask("OR")) == ["book/6.txt"]


def test_a_query_of_stop_words_finds_them(world: Place) -> None:
    assert world.ask("是的")


@pytest.mark.parametrize("k", [0, -1])
def test_no_source_wanted_is_no_source_given(world: Place, k: int) -> None:
    assert world.ask("苹果", k=k) == []


EQUAL = [f"a/{chr(0x4E00 + number)}.txt" for number in range(300)]


@pytest.fixture(scope="module", name="equals")
def place_of_equal_chunks(tmp_path_factory: pytest.TempPathFactory, tokenizer: Tokenizer) -> Place:
    place = Place(tmp_path_factory.mktemp("equals"), tokenizer)
    place.write({"a/zz.txt": "雷电 将军"} | dict.fromkeys(reversed(EQUAL), "雷电将军住在天守阁"))
    return place


@pytest.mark.parametrize("k", [1, 3, 15, 16, 17, 63, 64, 65, 100, 299, 300])
def test_equal_chunks_come_in_the_order_of_their_paths(equals: Place, k: int) -> None:
    assert paths(equals.ask("天守阁 雷电将军 住", k=k)) == EQUAL[:k]


def test_equal_chunks_of_a_source_come_in_their_order_there(place: Place) -> None:
    place.write({"a/1.txt": "\n\n".join(["雷电将军。" * 50] * 4)})
    assert [hit.start_line for hit in place.ask("雷电将军")] == [1, 3, 5, 7]


def test_scores_that_differ_by_rounding_are_a_tie() -> None:
    hits = [(8.0000002, 3), (8.0, 1), (7.9, 0), (7.8999999, 2)]
    assert settle_ties(hits) == [(8.0000002, 1), (8.0000002, 3), (7.9, 0), (7.9, 2)]


def test_more_chunks_are_fetched_until_there_are_k_sources(place: Place) -> None:
    place.write({"a/1.txt": "\n\n".join(["雷电将军。" * 50] * 400), "b/2.txt": "将军走了很远的路"})
    assert [source.path for source in fold(place.ask("雷电将军", k=2), 2)] == ["a/1.txt", "b/2.txt"]


def test_a_source_comes_with_its_best_chunks_only(place: Place) -> None:
    place.write({"a/1.txt": "\n\n".join(["雷电将军。" * 50] * 20)})
    assert len(place.ask("雷电将军", k=2)) == CHUNKS_PER_SOURCE


def test_no_more_than_k_sources_come_back(place: Place) -> None:
    place.write({f"a/{n}.txt": "雷电将军" for n in range(9)})
    assert len({hit.path for hit in place.ask("雷电将军", k=4)}) == 4


@pytest.mark.parametrize(
    ("context", "before", "after"),
    [
        pytest.param(0, 0, 0, id="none"),
        pytest.param(1, 1, 1, id="one-on-each-side"),
        pytest.param(2, 2, 2, id="two-on-each-side"),
        pytest.param(9, 3, 3, id="more-than-there-is"),
    ],
)
def test_context_is_the_text_around_a_chunk(
    place: Place, context: int, before: int, after: int
) -> None:
    parts = [f"{mark * 250}。\n\n　　" for mark in "甲乙丙火丁戊己"]
    text = "".join(parts)
    place.write({"a/1.txt": text})
    (hit,) = place.ask("火", k=1, chunk_context=context)
    assert hit.text == parts[3].strip()
    assert hit.graded_text == "".join(parts[3 - before : 4 + after]).strip()
    assert (hit.start_line, hit.end_line) == (7, 7)


def test_text_is_the_original_with_its_line_breaks(place: Place) -> None:
    place.write({"a/1.txt": "\ufeff摩拉克\r\n　　斯是岩神 "})
    (hit,) = place.ask("摩拉克斯", k=1)
    assert (hit.text, hit.start_line, hit.end_line) == ("摩拉克\r\n　　斯是岩神", 1, 2)


def test_a_source_that_changed_since_the_build_is_an_error(world: Place) -> None:
    retriever = world.open()
    world.write({"book/2_风神.txt": "温迪不喝了。"})
    with pytest.raises(RetrievalError, match=r'"book/2_风神\.txt" was changed') as caught:
        retriever.retrieve("苹果酒", 1, language="CHS", chunk_context=0)
    assert caught.value.hint.startswith("run the command again")
    retriever.close()


def test_a_source_that_is_gone_since_the_build_is_an_error(world: Place) -> None:
    retriever = world.open()
    world.remove("book/2_风神.txt")
    with pytest.raises(RetrievalError, match="can't be read: No such file"):
        retriever.retrieve("苹果酒", 1, language="CHS", chunk_context=0)
    retriever.close()


def test_other_queries_are_unharmed_by_a_changed_source(world: Place) -> None:
    retriever = world.open()
    world.remove("book/2_风神.txt")
    assert retriever.retrieve("天守阁", 1, language="CHS", chunk_context=0)
    retriever.close()


def test_a_language_without_an_index_is_an_error(world: Place) -> None:
    retriever = world.open()
    with pytest.raises(RetrievalError, match='no index for language "EN"') as caught:
        retriever.retrieve("x", 1, language="EN", chunk_context=0)
    assert caught.value.hint == "there are: CHS"
    retriever.close()


def test_threads_get_what_one_thread_gets(place: Place) -> None:
    place.write({f"a/{n}.txt": f"雷电将军在第{n}个山洞等天气变好。" * (n + 1) for n in range(40)})
    retriever = place.open()

    def ask(n: int) -> object:
        query = f"第{n % 40}个山洞里的天气"
        return retriever.retrieve(query, 5, language="CHS", chunk_context=1)

    alone = [ask(n) for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(200))) == alone
    retriever.close()


def test_an_empty_corpus_text_answers_nothing(place: Place) -> None:
    place.write({"a/1.txt": ""})
    assert place.ask("雷电将军") == []


def test_a_name_with_a_space_is_one_term(place: Place) -> None:
    from fixturetool.corpus.tokens import load_tokenizer

    file = place.text / "nouns.txt"
    place.write({"a/1.txt": "rex of the lapis", "a/2.txt": "Rex Lapis and others, many others"})
    file.write_text("Rex Lapis\n", "utf-8")
    place.tokenizer = load_tokenizer("rjieba", file, ())
    assert place.ask("Rex Lapis")[0].path == "a/2.txt"


def test_the_description_names_what_a_run_depends_on(world: Place) -> None:
    retriever = world.open()
    assert retriever.describe() == {
        "name": "bm25",
        "engine": f"tantivy {engine_version()}",
        "chunk_characters": 300,
        "chunks_per_source": 5,
        "name_boost": 0.5,
        "tokenizer.CHS": world.tokenizer.identity,
        "stop_words.CHS": world.tokenizer.stop_words_digest,
        "chunks.CHS": 4,
    }
    retriever.close()


def test_each_language_has_an_index_of_its_own(world: Place) -> None:
    from dataclasses import replace

    corpora = {"CHS": world.corpus(), "EN": replace(world.corpus(), language="EN")}
    tokenizers = dict.fromkeys(corpora, world.tokenizer)
    retriever = open_bm25(corpora, tokenizers, world.state, Silent())
    assert {language: report.read for language, report in retriever.reports.items()} == {
        "CHS": 4,
        "EN": 4,
    }
    retriever.close()


def test_any_number_of_sources_may_be_asked_for(world: Place) -> None:
    assert world.ask("岩之神", k=1_000_000_000) == world.ask("岩之神", k=len(WORLD))


def test_fetching_more_stops_at_the_number_of_chunks(place: Place) -> None:
    place.write({"a.txt": "岩神。\n\n" * 40_000, "b.txt": "风神与岩神。"})
    hits = place.ask("岩神", k=2)
    assert {hit.path for hit in hits} == {"a.txt", "b.txt"}


def test_the_segmenter_is_loaded_before_the_first_query(world: Place) -> None:
    loaded: list[str] = []

    def load() -> Segmenter:
        loaded.append("segmenter")
        return SEGMENTERS["rjieba"](None)

    world.build()
    world.tokenizer = Tokenizer("rjieba", load, load_proper_nouns(None), ())
    world.open().close()
    assert loaded == ["segmenter"]
