"""A chunk that the model refuses costs the others nothing; a bound stops a build."""

import pytest

from fixturetool.corpus.sources import Trouble
from fixturetool.errors import BudgetError, RequestRefusedError, SettingsError
from fixturetool.retrieval.hybrid.model import QueryVectorError
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.vectors import embed_request
from fixturetool.testing.wire import Received
from tests.retrieval.hybrid.vectors import Vectors, vectors_for
from tests.retrieval.place import Place

TOO_LONG = ScriptedReply(status=400, body='{"error": "too long"}')


def refusing(*bad: str, most: int = 99) -> "Refusing":
    return Refusing(bad, most)


class Refusing:
    """An endpoint that refuses requests with some texts, or with too many."""

    def __init__(self, bad: tuple[str, ...], most: int) -> None:
        self.bad = bad
        self._most = most

    def __call__(self, request: Received) -> ScriptedReply:
        texts = request.payload["input"]
        refused = len(texts) > self._most or any(bad in text for text in texts for bad in self.bad)
        return TOO_LONG if refused else embed_request(request)


@pytest.fixture(name="numbered")
def numbered_sources(place: Place) -> Place:
    place.write({f"{number:02}.txt": f"第{number}句。" for number in range(16)})
    return place


@pytest.mark.parametrize(
    ("bad", "lost"),
    [
        pytest.param(("第0句",), ["00.txt:1"], id="the-first"),
        pytest.param(("第15句",), ["15.txt:1"], id="the-last"),
        pytest.param(
            ("第3句", "第4句", "第7句", "第8句"), [f"0{n}.txt:1" for n in (3, 4, 7, 8)], id="4"
        ),
    ],
)
def test_a_refused_chunk_is_named_and_all_others_have_vectors(
    numbered: Place, bad: tuple[str, ...], lost: list[str]
) -> None:
    with vectors_for(numbered, refusing(*bad)) as vectors:
        vectors.set(batch=8)
        report = vectors.build()
        assert [trouble.path for trouble in report.troubles] == lost
        assert (report.fetched, vectors.status().missing) == (16 - len(lost), len(lost))


def test_a_refusal_is_told_with_its_reason(numbered: Place) -> None:
    with vectors_for(numbered, refusing("第5句")) as vectors:
        (trouble,) = vectors.build().troubles
    assert isinstance(trouble, Trouble)
    assert not trouble.usable
    assert trouble.reason.startswith("no vector for this chunk: ")
    assert 'HTTP 400 "{"error": "too long"}"' in trouble.reason


def test_every_source_of_a_refused_text_is_named(numbered: Place) -> None:
    numbered.write({"z.txt": "第5句。"})
    with vectors_for(numbered, refusing("第5句")) as vectors:
        assert [trouble.path for trouble in vectors.build().troubles] == ["05.txt:1", "z.txt:1"]


def test_a_refused_chunk_is_found_by_its_words_alone(numbered: Place) -> None:
    with vectors_for(numbered, refusing("第5句。")) as vectors, vectors.opened() as retriever:
        hits = retriever.retrieve("第5句", 16, language="CHS", chunk_context=0)
        assert [trouble.path for trouble in retriever.troubles] == ["05.txt:1"]
    legs = {hit.path: hit.leg for hit in hits}
    assert legs["05.txt"] == "bm25"
    assert set(legs.values()) - {"bm25"}


def test_what_was_refused_is_asked_again_the_next_time(numbered: Place) -> None:
    endpoint = refusing("第3句", "第4句", "第7句", "第8句")
    with vectors_for(numbered, endpoint) as vectors:
        vectors.build()
        again = vectors.build()
        assert (again.fetched, again.kept, len(again.troubles)) == (0, 12, 4)
        endpoint.bad = ()
        assert vectors.build().troubles == ()
        assert vectors.status().is_current


def test_a_batch_that_is_too_large_is_sent_in_smaller_ones(numbered: Place) -> None:
    with vectors_for(numbered, refusing(most=2)) as vectors:
        vectors.set(batch=8)
        report = vectors.build()
    assert (report.fetched, report.requests, report.troubles) == (16, 8, ())


@pytest.mark.parametrize(
    "sources",
    [
        pytest.param(16, id="many"),
        pytest.param(1, id="fewer-than-patience"),
    ],
)
def test_a_model_that_refuses_everything_fails_the_build(place: Place, sources: int) -> None:
    place.write({f"{number:02}.txt": f"第{number}句。" for number in range(sources)})
    with vectors_for(place, refusing("句")) as vectors:
        vectors.set(batch=8, jobs=1)
        with pytest.raises(RequestRefusedError, match="too long"):
            vectors.build()
        assert len(vectors.sent) <= 2 * 7  # each as base64 and as numbers


def test_a_bound_ends_a_build_and_what_was_paid_for_stays(
    numbered: Place, vectors: Vectors
) -> None:
    vectors.set(jobs=1, budget_tokens=60)
    with pytest.raises(BudgetError, match="the budget could be passed"):
        vectors.build()
    paid = vectors.status().chunks
    vectors.set(budget_tokens=None)
    report = vectors.build()
    assert 0 < paid < 16
    assert (report.kept, report.fetched) == (paid, 16 - paid)


def test_a_query_that_could_pass_the_bound_is_an_error(vectors: Vectors) -> None:
    vectors.place.write({"a.txt": "甲。"})
    vectors.build()
    vectors.set(budget_usd=1e-9, price_per_million_input=1.0)
    with pytest.raises(QueryVectorError, match="the budget could be passed"):
        vectors.ask("甲？")


def test_a_bound_on_money_needs_a_price(vectors: Vectors) -> None:
    vectors.set(budget_usd=1.0)
    with pytest.raises(SettingsError, match="needs all prices") as caught:
        vectors.build()
    assert caught.value.hint == "set the.settings.price_per_million_input"
