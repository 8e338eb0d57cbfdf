"""What the server finds, beside the embedded retriever."""

from collections.abc import Iterator

import pytest

from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit, fold
from fixturetool.retrieval.serving.shelf import Shelf
from tests.retrieval.place import Place

QUERY = "灯塔的灯烧过什么油？"


@pytest.fixture(name="shelf")
def shelf_of_forty_sources(place: Place) -> Iterator[Shelf]:
    """Open a shelf of sources that all match, each with many chunks."""
    sentence = "守灯人说灯塔烧过鱼油，也烧过盐。"
    place.write(
        {
            f"book/{number:02}_灯志.txt": f"第{number}卷。" + sentence * (10 + 7 * number)
            for number in range(40)
        }
    )
    shelf = Shelf({"CHS": place.corpus()}, {"CHS": place.tokenizer}, place.state, Silent())
    yield shelf
    shelf.close()


@pytest.mark.parametrize(
    ("k", "top_k"),
    [pytest.param(1, 1, id="1"), pytest.param(10, 46, id="10"), pytest.param(20, 96, id="20")],
)
def test_chunks_fold_to_the_sources_of_the_embedded_retriever(
    place: Place, shelf: Shelf, k: int, top_k: int
) -> None:
    chunks = shelf.search("CHS", QUERY, top_k)
    hits = [Hit(chunk.file_path, chunk.score, chunk.content) for chunk in chunks]
    embedded = place.ask(QUERY, k)
    assert [source.path for source in fold(hits, k)] == [
        source.path for source in fold(embedded, k)
    ]


def test_chunks_come_in_the_order_and_with_the_scores_of_the_embedded_retriever(
    place: Place, shelf: Shelf
) -> None:
    embedded = [(hit.path, hit.score, hit.text) for hit in place.ask(QUERY, 10)]
    chunks = shelf.search("CHS", QUERY, len(embedded))
    assert [(chunk.file_path, chunk.score, chunk.content) for chunk in chunks] == embedded


@pytest.mark.parametrize("limit", [pytest.param(n, id=str(n)) for n in (1, 7, 100)])
def test_counts_chunks(shelf: Shelf, limit: int) -> None:
    assert len(shelf.search("CHS", QUERY, limit)) == limit


def test_says_where_a_chunk_is(place: Place, shelf: Shelf) -> None:
    text = place.corpus().read("book/07_灯志.txt")
    chunks = [c for c in shelf.search("CHS", QUERY, 100) if c.file_path == "book/07_灯志.txt"]
    assert chunks
    for chunk in chunks:
        at = chunk.metadata
        assert text[at.char_start : at.char_end] == chunk.content
        assert chunk.chunk_id == f"book/07_灯志.txt#{at.chunk_ordinal}"
        assert (chunk.start_line, chunk.end_line) == (1, 1)


@pytest.mark.parametrize(
    ("corpus_id", "language"),
    [
        pytest.param("CHS", "CHS", id="a fixture language"),
        pytest.param("chs", "CHS", id="the name of its folder"),
        pytest.param("Chs", None, id="another case"),
        pytest.param("../chs", None, id="a path"),
    ],
)
def test_knows_a_corpus_by_language_and_folder(
    shelf: Shelf, corpus_id: str, language: str | None
) -> None:
    assert shelf.language(corpus_id) == language


@pytest.mark.parametrize(
    "query",
    [pytest.param("？！", id="marks alone"), pytest.param("zzzzqqq", id="what no text has")],
)
def test_finds_nothing_for_a_query_without_words_of_the_corpus(shelf: Shelf, query: str) -> None:
    assert shelf.search("CHS", query, 10) == []
