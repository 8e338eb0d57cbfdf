"""A text of a model's own, asked for over a real socket."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fixturetool.errors import (
    ProviderRefusedError,
    ProviderReplyError,
    ProviderUnavailableError,
    UnreadableReplyError,
)
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import Message
from fixturetool.llm.writing import Writer
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Script, ScriptedReply

PROMPT = (Message("system", "Rewrite."), Message("user", "谁？"))


@contextmanager
def writer(
    *replies: ScriptedReply, temperature: float = 0.7
) -> Iterator[tuple[Writer, ChatServer]]:
    with ChatServer(Script(replies)) as server:
        endpoint = Endpoint("a-model", server.base_url, "a-key", 20.0, 1, section="the.settings")
        with Writer(endpoint, temperature=temperature, wait=lambda _: None) as one:
            yield one, server


def test_returns_what_the_model_writes_without_its_thinking() -> None:
    with writer(ScriptedReply("<think>hm</think>\n钟离 是谁\n")) as (one, _):
        assert one.write(PROMPT, max_tokens=50).text == "钟离 是谁"


def test_asks_anew_each_time() -> None:
    with writer(ScriptedReply("一"), ScriptedReply("二")) as (one, server):
        assert [one.write(PROMPT, max_tokens=50).text for _ in range(2)] == ["一", "二"]
    assert len(server.requests) == 2


def test_sends_messages_temperature_and_bound_and_asks_for_no_format() -> None:
    with writer(ScriptedReply("一"), temperature=0.3) as (one, server):
        one.write(PROMPT, max_tokens=50)
    assert server.requests[0].payload == {
        "model": "a-model",
        "messages": [
            {"role": "system", "content": "Rewrite."},
            {"role": "user", "content": "谁？"},
        ],
        "temperature": 0.3,
        "max_tokens": 50,
    }


@pytest.mark.parametrize(
    ("reply", "complaint"),
    [
        pytest.param(ScriptedReply(""), "answer is empty", id="empty"),
        pytest.param(ScriptedReply(None), "answer is empty", id="null"),
        pytest.param(ScriptedReply("<think>I wonder"), "answer is empty", id="thinking-alone"),
        pytest.param(
            ScriptedReply("", reasoning="thinking"), "answer is empty", id="reasoning-alone"
        ),
        pytest.param(
            ScriptedReply("钟离", finish_reason="length"), "bound of 50 tokens", id="cut-off"
        ),
        pytest.param(
            ScriptedReply("钟离", finish_reason="content_filter"), "by a filter", id="filtered"
        ),
    ],
)
def test_an_answer_that_is_none_is_refused(reply: ScriptedReply, complaint: str) -> None:
    with writer(reply) as (one, _), pytest.raises(UnreadableReplyError, match=complaint):
        one.write(PROMPT, max_tokens=50)


def test_a_busy_provider_is_asked_again() -> None:
    with writer(ScriptedReply(status=503), ScriptedReply("好")) as (one, server):
        assert one.write(PROMPT, max_tokens=50).text == "好"
    assert len(server.requests) == 2


def test_a_provider_that_stays_busy_is_unavailable() -> None:
    with (
        writer(ScriptedReply(status=503), ScriptedReply(status=503)) as (one, _),
        pytest.raises(ProviderUnavailableError, match="asked 2 times"),
    ):
        one.write(PROMPT, max_tokens=50)


def test_a_refusal_names_the_settings() -> None:
    with (
        writer(ScriptedReply("no", status=404)) as (one, _),
        pytest.raises(ProviderRefusedError) as caught,
    ):
        one.write(PROMPT, max_tokens=50)
    assert caught.value.hint == "check the.settings.base_url and the.settings.model"


def test_an_answer_that_is_no_completion_names_the_settings() -> None:
    with (
        writer(ScriptedReply(body="<html>")) as (one, _),
        pytest.raises(ProviderReplyError) as caught,
    ):
        one.write(PROMPT, max_tokens=50)
    assert "the.settings.base_url" in caught.value.hint


def test_what_was_spent_is_counted() -> None:
    with writer(ScriptedReply("好", usage=(9, 4))) as (one, _):
        one.write(PROMPT, max_tokens=50)
        assert (one.budget.spent.tokens.prompt, one.budget.spent.tokens.completion) == (9, 4)
