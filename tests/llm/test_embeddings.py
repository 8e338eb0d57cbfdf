"""Vectors from an endpoint, asked over a real socket."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from fixturetool.errors import (
    BudgetError,
    ProviderRefusedError,
    ProviderReplyError,
    ProviderUnavailableError,
    RequestRefusedError,
)
from fixturetool.llm.embeddings import Embedder
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.usage import Budget
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply
from fixturetool.testing.vectors import embed_request, vector_of
from fixturetool.testing.wire import Received
from tests.endless import without_end

CANARY = "sk-canary-5f3a9c7e1b"
BUSY = ScriptedReply("busy", status=503)


@dataclass
class Asked:
    """An embedder at a scripted endpoint; ``pauses`` are not waited for."""

    server: ChatServer
    embedder: Embedder
    pauses: list[float] = field(default_factory=list)

    @property
    def sent(self) -> list[object]:
        return [request.payload["input"] for request in self.server.requests]

    @property
    def encodings(self) -> list[object]:
        return [request.payload["encoding_format"] for request in self.server.requests]


class Queue:
    """Replies that are used up one after the other; then requests are answered in earnest."""

    def __init__(self, replies: Sequence[ScriptedReply]) -> None:
        self._replies = list(replies)

    def __call__(self, request: Received) -> ScriptedReply:
        return self._replies.pop(0) if self._replies else embed_request(request)


@contextmanager
def asked(
    *replies: ScriptedReply,
    answer: Callable[[Received], ScriptedReply] | None = None,
    batch: int = 64,
    dimensions: int | None = None,
    budget: Budget | None = None,
) -> Iterator[Asked]:
    with ChatServer(Script(), embeddings=answer or Queue(replies)) as server:
        endpoint = Endpoint(
            "a-model", server.base_url, CANARY, 20.0, 3, "THE_KEY", section="the.settings"
        )
        pauses: list[float] = []
        with Embedder(
            endpoint, dimensions=dimensions, batch=batch, budget=budget, wait=pauses.append
        ) as embedder:
            yield Asked(server, embedder, pauses)


def reply(*vectors: Sequence[float], tokens: int | None = None) -> ScriptedReply:
    data = [{"index": at, "embedding": list(vector)} for at, vector in enumerate(vectors)]
    usage = {} if tokens is None else {"usage": {"prompt_tokens": tokens}}
    return ScriptedReply(body=json.dumps({"data": data, **usage}))


def test_each_text_gets_its_vector() -> None:
    with asked() as here:
        vectors = here.embedder.embed(["灯塔", "鱼油", "灯塔"])
    assert [list(vector) for vector in vectors] == [
        pytest.approx(vector_of(text), abs=1e-7) for text in ("灯塔", "鱼油", "灯塔")
    ]


def test_texts_go_in_batches() -> None:
    with asked(batch=2) as here:
        vectors = here.embedder.embed(["甲", "乙", "丙", "丁", "戊"])
    assert here.sent == [["甲", "乙"], ["丙", "丁"], ["戊"]]
    assert len(vectors) == 5


def test_nothing_is_asked_for_no_text() -> None:
    with asked() as here:
        assert here.embedder.embed([]) == []
    assert here.sent == []


def test_the_request_names_model_key_and_dimensions() -> None:
    with asked(dimensions=8) as here:
        assert len(here.embedder.embed(["甲"])[0]) == 8
    (request,) = here.server.requests
    assert request.payload == {
        "model": "a-model",
        "input": ["甲"],
        "encoding_format": "base64",
        "dimensions": 8,
    }
    assert request.headers["authorization"] == f"Bearer {CANARY}"


def test_a_lone_surrogate_is_sent_as_a_replacement() -> None:
    with asked() as here:
        here.embedder.embed(["甲\ud800乙"])
    assert here.sent == [["甲\ufffd乙"]]


def test_a_provider_that_refuses_base64_is_asked_for_numbers_from_then_on() -> None:
    refusal = ScriptedReply("encoding_format: only float is supported", status=400)
    with asked(refusal, batch=1) as here:
        assert len(here.embedder.embed(["甲", "乙"])) == 2
    assert here.encodings == ["base64", "float", "float"]


def test_a_text_that_is_refused_in_both_encodings_is_refused() -> None:
    with asked(answer=lambda _: ScriptedReply("too long", status=400)) as here:
        with pytest.raises(RequestRefusedError, match="too long"):
            here.embedder.embed(["甲"])
        assert here.encodings == ["base64", "float"]


def test_where_base64_was_answered_a_refused_text_is_asked_for_once() -> None:
    with asked(reply([1.0]), ScriptedReply("too long", status=400), batch=1) as here:
        with pytest.raises(RequestRefusedError, match="too long"):
            here.embedder.embed(["甲", "乙"])
        assert here.encodings == ["base64", "base64"]


def test_a_busy_provider_is_asked_again_after_a_pause() -> None:
    with asked(BUSY, ScriptedReply(status=429, headers={"Retry-After": "7"})) as here:
        assert len(here.embedder.embed(["甲"])) == 1
    assert len(here.sent) == 3
    assert 0.5 <= here.pauses[0] <= 1
    assert here.pauses[1] == 7


def test_a_provider_that_stays_busy_is_unavailable() -> None:
    with (
        asked(answer=lambda _: BUSY) as here,
        pytest.raises(ProviderUnavailableError, match="asked 4 times: HTTP 503"),
    ):
        here.embedder.embed(["甲"])
    assert len(here.sent) == 4


@pytest.mark.parametrize("status", [pytest.param(code, id=str(code)) for code in (401, 403, 404)])
def test_a_refusal_names_the_settings_and_never_the_key(status: int) -> None:
    answer = ScriptedReply(f"no access for {CANARY}", status=status)
    with asked(answer=lambda _: answer) as here, pytest.raises(ProviderRefusedError) as caught:
        here.embedder.embed(["甲"])
    assert CANARY not in str(caught.value)
    assert len(here.sent) == 1
    assert ("THE_KEY" if status < 404 else "the.settings.base_url") in caught.value.hint


def test_vectors_of_another_length_than_asked_for_are_refused() -> None:
    with (
        asked(reply([1.0, 0.0, 0.0]), dimensions=2) as here,
        pytest.raises(ProviderReplyError, match="3 dimensions, not 2"),
    ):
        here.embedder.embed(["甲"])


def test_vectors_of_another_length_than_before_are_refused() -> None:
    with asked(reply([1.0, 0.0]), reply([1.0]), batch=1) as here:
        with pytest.raises(ProviderReplyError, match="1 dimensions, not 2") as caught:
            here.embedder.embed(["甲", "乙"])
        assert here.embedder.dimensions == 2
    assert "the.settings.dimensions" in caught.value.hint


def test_tokens_are_counted_as_told_and_from_above_where_they_are_not() -> None:
    with asked(reply([1.0], tokens=5), reply([1.0]), batch=1) as here:
        here.embedder.embed(["甲", "乙"])
        spent = here.embedder.budget.spent
    assert (spent.calls, spent.estimated_calls) == (2, 1)
    assert spent.tokens.prompt > 5
    assert spent.tokens.completion == 0


def test_a_budget_is_not_passed() -> None:
    with asked(budget=Budget(tokens=10)) as here, pytest.raises(BudgetError):
        here.embedder.embed(["灯塔的灯烧过什么油"])
    assert here.sent == []


@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize(
    ("chunk", "seconds", "told"),
    [
        pytest.param(1, 0.3, "the answer came too slowly", id="slow"),
        pytest.param(1 << 22, 20, "the answer never ends", id="fast"),
    ],
)
def test_neither_an_answer_nor_a_refusal_is_read_without_an_end(
    status: int, chunk: int, seconds: float, told: str
) -> None:
    with without_end(status, chunk) as url:
        endpoint = Endpoint("a-model", url, CANARY, seconds, 0, "THE_KEY")
        with Embedder(endpoint) as embedder, pytest.raises(ProviderUnavailableError, match=told):
            embedder.embed(["a"])
