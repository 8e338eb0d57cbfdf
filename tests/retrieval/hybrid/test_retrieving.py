"""The embedded retriever by words and vectors."""

import json
from collections.abc import Sequence

import pytest

from fixturetool.errors import RetrievalError
from fixturetool.progress import Silent
from fixturetool.retrieval.base import Hit, fold
from fixturetool.retrieval.hybrid.model import QueryVectorError, open_model
from fixturetool.retrieval.serving.shelf import Shelf
from fixturetool.retrieval.serving.wire import ChunkMatch
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.retrieval.hybrid.vectors import Vectors, vectors_for
from tests.retrieval.place import Place

QUERY = "灯塔的灯烧过什么油？"
SENTENCES = (
    "守灯人说灯塔烧过鱼油，也烧过盐。",
    "渡船的老丈不点灯。",
    "The keeper burns oil in the lamp.",
    "苇荡深处住着一位账房先生。",
    "油铺的掌柜说，灯油涨价了。",
)
SOURCES = {
    f"book/{number:02}.txt": "".join(
        f"第{number * line}句。{SENTENCES[(number + line) % 5]}" for line in range(3 + 4 * number)
    )
    for number in range(14)
}


@pytest.fixture(name="filled")
def filled_vectors(vectors: Vectors) -> Vectors:
    vectors.place.write(SOURCES)
    vectors.set(batch=64)
    vectors.build()
    return vectors


def told(hits: Sequence[Hit]) -> list[tuple[str, float, str, str, int | None]]:
    return [(hit.path, hit.score, hit.leg, hit.text, hit.start_line) for hit in hits]


def scores(hits: Sequence[Hit]) -> list[float]:
    return [hit.score for hit in hits]


def test_a_source_that_shares_no_word_is_found_by_its_vector(vectors: Vectors) -> None:
    vectors.place.write({"a.txt": "鱼油烧灯。", "b.txt": "鱼的油。", "c.txt": "账房。"})
    hits = vectors.ask("鱼油烧灯。", 3)
    assert (hits[0].path, hits[0].leg) == ("a.txt", "bm25+vector")
    assert {hit.path: hit.leg for hit in hits}["c.txt"] == "vector"


def test_scores_are_sums_of_reciprocal_ranks_and_never_rise(filled: Vectors) -> None:
    hits = filled.ask(QUERY)
    assert hits[0].score <= round(2 / 61, 6)
    assert scores(hits) == sorted(scores(hits), reverse=True)
    assert len(fold(hits, 10)) == 10


def test_a_query_whose_words_are_nowhere_is_searched_by_its_vector_alone(filled: Vectors) -> None:
    assert {hit.leg for hit in filled.ask("zebra")} == {"vector"}


@pytest.mark.parametrize("query", [pytest.param("", id="empty"), pytest.param(" \n　", id="blank")])
def test_a_blank_query_finds_nothing_and_asks_for_nothing(filled: Vectors, query: str) -> None:
    asked = len(filled.sent)
    assert filled.ask(query) == []
    assert len(filled.sent) == asked


def test_equal_sources_are_in_the_order_of_their_paths(vectors: Vectors) -> None:
    vectors.place.write({f"{name}.txt": "灯塔烧过鱼油。" for name in "bdac"})
    assert [hit.path for hit in vectors.ask(QUERY)] == ["a.txt", "b.txt", "c.txt", "d.txt"]


def test_an_index_brought_up_to_date_ranks_exactly_as_a_fresh_one(
    filled: Vectors, place: Place
) -> None:
    place.write({"book/03.txt": "灯塔又烧过桐油。" * 9, "book/99.txt": "油尽灯枯。" * 70})
    place.remove("book/07.txt")
    place.write({"a/00.txt": SOURCES["book/07.txt"]})
    incremental = told(filled.ask(QUERY, 20))
    filled.set(batch=7, jobs=4)
    fresh = told(filled.ask(QUERY, 20, state=place.state.with_name("fresh")))
    assert incremental == fresh


def test_every_query_asks_for_its_own_vector_with_its_prefix(filled: Vectors) -> None:
    filled.set(query_prefix="query: ")
    asked = len(filled.sent)
    with filled.opened() as retriever:
        for _ in range(2):
            retriever.retrieve(QUERY, 3, language="CHS", chunk_context=0)
    assert filled.sent[asked:] == [[f"query: {QUERY}"]] * 2


def test_describes_model_dimensions_and_fusion(filled: Vectors) -> None:
    filled.set(query_prefix="query: ")
    with filled.opened() as retriever:
        described = retriever.describe()
    assert described["name"] == "bm25+vector"
    assert described["embeddings.model"] == "a-model"
    assert described["embeddings.dimensions.CHS"] == 64
    assert described["embeddings.query_prefix"] == "query: "
    assert described["fusion"] == "reciprocal rank, k 60, 1000 chunks of each leg"


def test_without_vectors_nothing_is_said_of_them(place: Place) -> None:
    place.write(SOURCES)
    described = place.open().describe()
    assert described["name"] == "bm25"
    assert not [name for name in described if name.startswith(("embeddings", "fusion"))]


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        pytest.param(ScriptedReply("busy", status=503), "could not answer", id="busy"),
        pytest.param(ScriptedReply("no", status=401), "refused model", id="refused"),
        pytest.param(ScriptedReply(body="<html>"), "holds no vectors", id="html"),
        pytest.param(
            ScriptedReply(body='{"data": [{"index": 0, "embedding": [1.0, 0.0]}]}'),
            "2 dimensions, those of the index 64",
            id="another-length",
        ),
        pytest.param(
            ScriptedReply(body=json.dumps({"data": [{"index": 0, "embedding": [0.0] * 64}]})),
            'model "a-model" sent zeros alone',
            id="near-nothing",
        ),
    ],
)
def test_a_query_whose_vector_can_not_be_had_is_an_error_and_never_words_alone(
    place: Place, reply: ScriptedReply, complaint: str
) -> None:
    place.write(SOURCES)

    def answer(request: Received) -> ScriptedReply:
        return reply if request.payload["input"] == [QUERY] else embed_request(request)

    with vectors_for(place, answer) as vectors:
        vectors.set(batch=64)
        vectors.build()
        with pytest.raises(QueryVectorError, match=complaint):
            vectors.ask(QUERY)


def test_a_source_that_changed_under_an_open_index_is_an_error(filled: Vectors) -> None:
    with filled.opened() as retriever:
        filled.place.write(dict.fromkeys(SOURCES, "改了。"))
        with pytest.raises(RetrievalError, match="changed after it was indexed"):
            retriever.retrieve(QUERY, 3, language="CHS", chunk_context=0)


def served(
    vectors: Vectors, limit: int, *, words: bool = True, by_vector: bool = True
) -> list[ChunkMatch]:
    place = vectors.place
    model = open_model(vectors.settings, {}, "the.settings")
    shelf = Shelf({"CHS": place.corpus()}, {"CHS": place.tokenizer}, place.state, Silent(), model)
    try:
        return shelf.search("CHS", QUERY, limit, words=words, vectors=by_vector)
    finally:
        shelf.close()
        if model:
            model.close()


def test_the_server_ranks_as_the_embedded_retriever(filled: Vectors) -> None:
    hits = filled.ask(QUERY, 10)
    matches = served(filled, len(hits))
    assert [(one.file_path, one.score, one.content) for one in matches] == [
        (hit.path, hit.score, hit.text) for hit in hits
    ]


def test_the_server_names_the_leg_that_ranked_a_chunk_best(filled: Vectors) -> None:
    by_words = [one.chunk_id for one in served(filled, 100, by_vector=False)]
    by_vectors = [one.chunk_id for one in served(filled, 100, words=False)]
    for match in served(filled, 20):
        at = [
            ranked.index(match.chunk_id) if match.chunk_id in ranked else 1000
            for ranked in (by_words, by_vectors)
        ]
        if at[0] != at[1]:
            assert match.source == ("sparse" if at[0] < at[1] else "vector")


def test_the_server_searches_words_alone_as_bm25_does(filled: Vectors) -> None:
    hits = filled.place.ask(QUERY, 10)
    matches = served(filled, len(hits), by_vector=False)
    assert [(one.file_path, one.score) for one in matches] == [(h.path, h.score) for h in hits]
    assert {one.source for one in matches} == {"sparse"}


def test_the_server_searches_vectors_alone_by_cosine(filled: Vectors) -> None:
    matches = served(filled, 20, words=False)
    assert {one.source for one in matches} == {"vector"}
    assert 0 < matches[-1].score <= matches[0].score <= 1


def test_the_server_searches_nothing_without_a_leg(filled: Vectors) -> None:
    assert served(filled, 20, words=False, by_vector=False) == []
