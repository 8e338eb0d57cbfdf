"""The key is sent to the provider and is nowhere else."""

import logging
import traceback
from pathlib import Path

import pytest

from fixturetool.errors import FixturetoolError, ProviderError, SettingsError
from fixturetool.llm.chat import Chat
from fixturetool.llm.endpoint import Endpoint
from fixturetool.testing.script import ScriptedReply
from tests.llm.provider import CANARY, SCHEMA, YES, prompt, provider


def test_the_provider_gets_the_key() -> None:
    with provider(YES) as at:
        at.ask()
        assert at.server.requests[0].headers["authorization"] == f"Bearer {CANARY}"


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(ScriptedReply(f"Incorrect API key: {CANARY}", status=401), id="401"),
        pytest.param(ScriptedReply(f"bad request of {CANARY}", status=400), id="400"),
        pytest.param(ScriptedReply(f"overloaded: {CANARY}", status=503), id="503"),
        pytest.param(ScriptedReply(body=f"<html>{CANARY}"), id="no completion"),
        pytest.param(ScriptedReply(f"I was called with {CANARY}"), id="an unreadable answer"),
        pytest.param(
            ScriptedReply("x" * 190 + CANARY, status=401), id="at the end of what is shown"
        ),
    ],
)
def test_an_echoed_key_is_in_no_error_and_no_traceback(reply: ScriptedReply) -> None:
    at_fault = pytest.raises(ProviderError)
    with provider(reply, reply, reply, max_retries=0) as at, at_fault as caught:
        at.ask()
    told = "".join(traceback.format_exception(caught.value, chain=True))
    for text in (told, str(caught.value), repr(caught.value), caught.value.hint):
        assert CANARY[:12] not in text
    assert CANARY not in str(getattr(caught.value, "reply", ""))


def test_the_key_is_in_no_log_at_any_level(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    slow_down = ScriptedReply("slow down", status=429, headers={"Retry-After": "0"})
    with provider(slow_down, YES) as at:
        at.ask()
    assert caplog.records
    assert CANARY not in caplog.text
    assert not [record for record in caplog.records if CANARY in str(record.__dict__)]


def test_the_key_is_in_no_cache_even_when_the_model_says_it(tmp_path: Path) -> None:
    echo = ScriptedReply(f'{{"attested": true, "why": "{CANARY}"}}')
    with provider(echo, cache_in=tmp_path) as at:
        assert at.ask().value == {"attested": True, "why": "***"}
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"attested" in kept
    assert CANARY.encode() not in kept


def test_the_key_is_not_in_the_endpoint_as_it_prints() -> None:
    assert CANARY not in repr(Endpoint("m", "http://127.0.0.1/v1", CANARY))


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(f"{CANARY}\nX-Other: 1", id="line break"),
        pytest.param(f"Bearer {CANARY}", id="space"),
        pytest.param(f"{CANARY}“", id="beyond ASCII"),
        pytest.param("", id="empty"),
    ],
)
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Endpoint("m", "http://127.0.0.1/v1", key, api_key_env="THE_KEY")
    assert "THE_KEY" in str(caught.value)
    assert CANARY not in str(caught.value) + caught.value.hint


def test_a_password_in_the_address_is_not_shown() -> None:
    endpoint = Endpoint(
        "m", "http://me:hunter2@127.0.0.1:9/v1?token=hunter3", CANARY, max_retries=0
    )
    with Chat(endpoint) as chat, pytest.raises(FixturetoolError) as caught:
        chat.ask(prompt(), SCHEMA, max_tokens=9)
    assert '"http://127.0.0.1:9/v1" could not answer' in str(caught.value)
    assert "hunter" not in str(caught.value)


def test_variables_meant_for_openai_are_not_sent_to_another_provider(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "theirs-alone")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with provider(YES) as at:
        at.ask()
        assert "theirs-alone" not in str(at.server.requests)
