"""Vectors without a model: the same each time, near for texts that share words."""

import json
from collections.abc import Mapping
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.testing.vectors import DIMENSIONS, embed_request, vector_of
from fixturetool.testing.wire import Received


def answer(payload: Mapping[str, object]) -> tuple[int, dict[str, object]]:
    reply = embed_request(Received("/v1/embeddings", {}, payload, ""))
    return reply.status, json.loads(reply.body or "{}")


def cosine(one: str, other: str) -> float:
    return sum(a * b for a, b in zip(vector_of(one), vector_of(other), strict=True))


@given(st.text(), st.integers(1, 50))
def test_a_vector_has_length_one_or_is_zero(text: str, dimensions: int) -> None:
    vector = vector_of(text, dimensions)
    length = sqrt(sum(value * value for value in vector))
    assert len(vector) == dimensions
    assert length == pytest.approx(1) or not any(vector)


def test_texts_that_share_words_are_nearer() -> None:
    assert cosine("灯塔烧过鱼油", "灯塔的灯烧什么油") > cosine("灯塔烧过鱼油", "大收潮那一夜")
    assert cosine("The lamp burns oil", "the LAMP") > cosine("The lamp burns oil", "a heron")


def test_a_request_is_answered_as_a_provider_does() -> None:
    status, body = answer({"model": "m", "input": ["灯塔", "oil"]})
    assert status == 200
    assert body["data"] == [
        {"object": "embedding", "index": 0, "embedding": vector_of("灯塔")},
        {"object": "embedding", "index": 1, "embedding": vector_of("oil")},
    ]
    assert body["usage"] == {"prompt_tokens": 4, "total_tokens": 4}


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param({}, id="no-input"),
        pytest.param({"input": []}, id="empty-list"),
        pytest.param({"input": ["a", ""]}, id="empty-text"),
        pytest.param({"input": ["a", 1]}, id="no-text"),
        pytest.param({"input": "a", "dimensions": 0}, id="no-dimensions"),
        pytest.param({"input": "a", "dimensions": "8"}, id="dimensions-as-text"),
    ],
)
def test_what_is_no_request_is_refused(payload: Mapping[str, object]) -> None:
    assert answer(payload)[0] == 400


def test_dimensions_are_honoured() -> None:
    _, body = answer({"input": "灯塔", "dimensions": 8})
    assert body["data"] == [{"object": "embedding", "index": 0, "embedding": vector_of("灯塔", 8)}]
    assert DIMENSIONS != 8
