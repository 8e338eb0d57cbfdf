"""What counts as the vectors of the texts that were sent."""

import json
import struct
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.errors import ProviderReplyError
from fixturetool.llm.vectors import Vectors, parse_vectors


def base64(*values: float) -> str:
    return b64encode(struct.pack(f"<{len(values)}f", *values)).decode()


def body(*data: object, usage: object = None) -> str:
    return json.dumps({"data": list(data), "usage": usage})


def item(index: object, embedding: object) -> dict[str, object]:
    return {"index": index, "embedding": embedding}


def read(text: str, texts: int = 2) -> list[list[float]]:
    return [list(vector) for vector in parse_vectors(text, texts, section="here").vectors]


def refusal(text: str, texts: int = 2) -> str:
    with pytest.raises(ProviderReplyError) as caught:
        parse_vectors(text, texts, section="here")
    return str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param([item(0, [1, 0.5]), item(1, [0, -2])], id="in-order"),
        pytest.param([item(1, [0, -2]), item(0, [1, 0.5])], id="by-the-index-and-not-by-position"),
        pytest.param([item(1, base64(0, -2)), item(0, base64(1, 0.5))], id="base64"),
        pytest.param([item(0, base64(1, 0.5)), item(1, [0.0, -2.0])], id="one-of-each-encoding"),
    ],
)
def test_vectors_belong_to_the_text_of_their_index(data: list[object]) -> None:
    assert read(body(*data)) == [[1.0, 0.5], [0.0, -2.0]]


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        pytest.param({"prompt_tokens": 7, "total_tokens": 7}, 7, id="told"),
        pytest.param(None, None, id="none"),
        pytest.param({}, None, id="empty"),
        pytest.param({"prompt_tokens": -1}, None, id="negative"),
        pytest.param({"prompt_tokens": True}, None, id="no-number"),
    ],
)
def test_tokens_are_those_that_the_provider_tells(usage: object, tokens: int | None) -> None:
    answer = parse_vectors(body(item(0, [1.0]), usage=usage), 1, section="here")
    assert answer.prompt_tokens == tokens


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        pytest.param([item(0, [1.0])], "1 vectors for 2 texts", id="one-is-missing"),
        pytest.param([item(0, [1.0]), item(0, [1.0])], "two vectors of the index 0", id="twice"),
        pytest.param([item(0, [1.0]), item(2, [1.0])], 'index "2"', id="beyond-the-texts"),
        pytest.param([item(0, [1.0]), item(-1, [1.0])], 'index "-1"', id="negative"),
        pytest.param([item(0, [1.0]), {"embedding": [1.0]}], 'index "null"', id="no-index"),
        pytest.param([item(0, [1.0]), item(True, [1.0])], 'index "true"', id="true-is-no-1"),
        pytest.param([item(0, [1.0]), None], 'index "null"', id="no-object"),
        pytest.param([item(0, [1.0]), item(1, [1.0, 2.0])], "1 and 2 dimensions", id="lengths"),
        pytest.param([item(0, [1.0]), item(1, [])], "vector 1 of the provider is empty", id="none"),
        pytest.param([item(0, [1.0]), item(1, ["1"])], "neither base64 nor", id="text-in-a-list"),
        pytest.param([item(0, [1.0]), item(1, [True])], "neither base64 nor", id="truth-values"),
        pytest.param([item(0, [1.0]), item(1, None)], "neither base64 nor", id="null"),
        pytest.param([item(0, [1.0]), item(1, "???")], "no base64", id="no-base64"),
        pytest.param([item(0, [1.0]), item(1, "AAA=")], "can't be read", id="half-a-number"),
        pytest.param(
            [item(0, [1.0]), item(1, base64(float("nan")))], "no finite number", id="not-a-number"
        ),
        pytest.param([item(0, [1.0]), item(1, [1e300])], "no finite number", id="too-large"),
    ],
)
def test_what_are_not_the_vectors_of_the_texts_is_refused(
    data: list[object], complaint: str
) -> None:
    assert complaint in refusal(body(*data))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<html>busy</html>", id="html"),
        pytest.param('{"error": {"message": "quota"}}', id="error-with-200"),
        pytest.param('{"data": null}', id="null"),
        pytest.param("[]", id="list"),
        pytest.param("", id="empty"),
        pytest.param("[" * 100_000, id="nested-beyond-all-bounds"),
    ],
)
def test_an_answer_without_vectors_is_shown(text: str) -> None:
    assert refusal(text).startswith("the provider's answer holds no vectors: ")


def test_the_settings_to_look_at_are_named() -> None:
    with pytest.raises(ProviderReplyError) as caught:
        parse_vectors("{}", 1, section="retriever.embeddings")
    assert "retriever.embeddings.base_url" in caught.value.hint


@given(
    st.lists(
        st.lists(
            st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=3, max_size=3
        ),
        min_size=1,
        max_size=6,
    ),
    st.randoms(),
)
def test_every_order_and_both_encodings_mean_the_same(
    vectors: list[list[float]], chance: "object"
) -> None:
    numbers = [item(at, vector) for at, vector in enumerate(vectors)]
    coded = [item(at, base64(*vector)) for at, vector in enumerate(vectors)]
    chance.shuffle(numbers)  # type: ignore[attr-defined]
    chance.shuffle(coded)  # type: ignore[attr-defined]
    assert read(body(*numbers), len(vectors)) == vectors
    assert read(body(*coded), len(vectors)) == vectors


def test_vectors_are_a_record() -> None:
    answer = parse_vectors(body(item(0, [1.0]), usage={"prompt_tokens": 3}), 1, section="here")
    assert answer == Vectors(answer.vectors, 3)
