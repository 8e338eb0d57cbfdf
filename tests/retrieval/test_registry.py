"""Retrievers by name."""

import pytest

from fixturetool.errors import UsageError
from fixturetool.progress import Silent
from fixturetool.retrieval.registry import Setup, build_retriever
from tests.retrieval.place import Place

KNOWN = "known are bm25, chroma, command, http, opensearch, postgres and package.module:attribute"


def setup_of(place: Place) -> Setup:
    place.write({"a/1.txt": "雷电将军"})
    tokenizers = {"CHS": place.tokenizer}
    return Setup({"CHS": place.corpus()}, tokenizers, place.state, Silent())


def test_bm25_is_ready_to_answer(place: Place) -> None:
    retriever = build_retriever("bm25", setup_of(place))
    (hit,) = retriever.retrieve("将军", 3, language="CHS", chunk_context=0)
    assert hit.path == "a/1.txt"
    retriever.close()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        pytest.param(
            "bm52",
            f'did you mean "bm25"? {KNOWN}',
            id="near",
        ),
        pytest.param(
            "BM25",
            f'did you mean "bm25"? {KNOWN}',
            id="other-case",
        ),
        pytest.param("grep", KNOWN, id="far"),
        pytest.param("", KNOWN, id="empty"),
    ],
)
def test_an_unknown_name_is_refused(place: Place, name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=f'there is no retriever "{name}"') as caught:
        build_retriever(name, setup_of(place))
    assert caught.value.hint == hint
