"""The settings' endpoint, with its key from the environment."""

from dataclasses import replace

import pytest

from fixturetool.errors import SettingsError
from fixturetool.llm.endpoint import Endpoint, endpoint_of, is_loopback, shown_url
from fixturetool.settings.judge import JudgeSettings


def test_the_defaults_with_a_key() -> None:
    endpoint = endpoint_of(JudgeSettings(), {"DEEPINFRA_API_KEY": " a-key\n"})
    assert endpoint == Endpoint(
        model="deepseek-ai/DeepSeek-V4-Flash",
        base_url="https://api.deepinfra.com/v1/openai",
        api_key="a-key",
        timeout_seconds=120.0,
        max_retries=3,
        api_key_env="DEEPINFRA_API_KEY",
    )


@pytest.mark.parametrize(
    "environ",
    [pytest.param({}, id="unset"), pytest.param({"DEEPINFRA_API_KEY": " "}, id="blank")],
)
def test_a_missing_key_names_its_variable(environ: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match="DEEPINFRA_API_KEY is not set"):
        endpoint_of(JudgeSettings(), environ)


def test_the_key_is_taken_from_the_variable_that_is_named() -> None:
    settings = replace(JudgeSettings(), api_key_env="OTHER")
    environ = {"DEEPINFRA_API_KEY": "not-this", "OTHER": "this"}
    assert endpoint_of(settings, environ).api_key == "this"


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(replace(JudgeSettings(), base_url="http://127.0.0.1:8000/v1"), id="loopback"),
        pytest.param(replace(JudgeSettings(), api_key_env=""), id="no variable"),
    ],
)
def test_no_key_is_needed_on_this_machine_or_where_none_is_named(settings: JudgeSettings) -> None:
    assert endpoint_of(settings, {}).api_key


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="empty"),
        pytest.param("api.deepinfra.com/v1", id="no scheme"),
        pytest.param("file:///etc/passwd", id="a file"),
        pytest.param("http://", id="no host"),
        pytest.param("http://[::1/v1", id="a bracket that is not closed"),
    ],
)
def test_what_is_no_http_address_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="is no http address"):
        Endpoint("m", url, "a-key")


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        pytest.param("http://127.0.0.1:1/v1", True, id="IPv4"),
        pytest.param("http://127.9.9.9/v1", True, id="another of 127"),
        pytest.param("http://[::1]:1/v1", True, id="IPv6"),
        pytest.param("http://localhost/v1", True, id="by name"),
        pytest.param("http://localhost.example/v1", False, id="a name that begins so"),
        pytest.param("https://api.deepinfra.com", False, id="a provider"),
        pytest.param("http://127.0.0.1@evil.example/", False, id="as a user name"),
    ],
)
def test_whether_an_address_is_on_this_machine(url: str, loopback: bool) -> None:
    assert is_loopback(url) is loopback


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        pytest.param("https://h/v1", "https://h/v1", id="as it is"),
        pytest.param("https://me:pw@h:8/v1", "https://h:8/v1", id="user and password"),
        pytest.param("https://h/v1?key=1#x", "https://h/v1", id="query"),
    ],
)
def test_what_of_an_address_is_shown(url: str, shown: str) -> None:
    assert shown_url(url) == shown
