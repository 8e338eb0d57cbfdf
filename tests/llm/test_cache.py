"""An answer is kept under the hash of all that it depends on."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from fixturetool.errors import StateError
from fixturetool.llm.cache import AnswerCache, prompt_hash
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import JsonSchema, Message, Reply, Step

ENDPOINT = Endpoint("m", "https://provider.example/v1", "a-key")
MESSAGES = (Message("user", "红绳"),)
SCHEMA = JsonSchema("verdict", {"type": "object"})
NAME = prompt_hash(ENDPOINT, MESSAGES, SCHEMA, 0)
REPLY = Reply('{"a": "红绳"}', 3, None, "stop")


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(prompt_hash(replace(ENDPOINT, model="n"), MESSAGES, SCHEMA, 0), id="model"),
        pytest.param(
            prompt_hash(replace(ENDPOINT, base_url="https://b.example"), MESSAGES, SCHEMA, 0),
            id="address",
        ),
        pytest.param(prompt_hash(ENDPOINT, (Message("user", "x"),), SCHEMA, 0), id="prompt"),
        pytest.param(prompt_hash(ENDPOINT, (Message("system", "红绳"),), SCHEMA, 0), id="role"),
        pytest.param(prompt_hash(ENDPOINT, MESSAGES, JsonSchema("v", {}), 0), id="schema"),
        pytest.param(prompt_hash(ENDPOINT, MESSAGES, SCHEMA, 1), id="sample"),
    ],
)
def test_what_an_answer_depends_on_makes_another_name(other: str) -> None:
    assert other != NAME


@pytest.mark.parametrize(
    "same",
    [
        pytest.param(replace(ENDPOINT, api_key="another"), id="key"),
        pytest.param(replace(ENDPOINT, timeout_seconds=1, max_retries=9), id="patience"),
        pytest.param(replace(ENDPOINT, base_url="https://provider.example/v1/"), id="a slash"),
    ],
)
def test_what_it_does_not_depend_on_does_not(same: Endpoint) -> None:
    assert prompt_hash(same, MESSAGES, SCHEMA, 0) == NAME


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    AnswerCache(tmp_path).put(NAME, REPLY, Step.PLAIN)
    assert AnswerCache(tmp_path).get(NAME) == (REPLY, Step.PLAIN)


def test_an_unknown_one_is_none(tmp_path: Path) -> None:
    assert AnswerCache(tmp_path).get(NAME) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(rb"(?s).{20}$", b"", id="torn"),
        pytest.param(rb"(?s)^.*$", b"", id="empty"),
        pytest.param(rb"(?s)^.*$", b"\xff\xfe\xfd", id="no text"),
        pytest.param(rb"(?s)^.*$", b"[]", id="a list"),
        pytest.param(rb"(?s)^.*$", b'{"reply": {}, "step": 0}', id="fields missing"),
        pytest.param(rb'"text": "', b'"text": 1, "x": "', id="a number as the answer"),
        pytest.param(rb'"step": 0', b'"step": 9', id="an unknown step"),
    ],
)
def test_a_damaged_one_is_none(tmp_path: Path, old: bytes, new: bytes) -> None:
    AnswerCache(tmp_path).put(NAME, REPLY, Step.JSON_SCHEMA)
    (file,) = (tmp_path / "cache" / "llm").rglob("*.json")
    damaged = re.sub(old, new, file.read_bytes(), count=1)
    assert damaged != file.read_bytes()
    file.write_bytes(damaged)
    assert AnswerCache(tmp_path).get(NAME) is None


def test_one_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    with pytest.raises(StateError, match="can't be written"):
        AnswerCache(tmp_path).put(NAME, REPLY, Step.PLAIN)


def test_many_threads_may_keep_the_same_one(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put(NAME, REPLY, Step.PLAIN), range(40)))
    assert cache.get(NAME) == (REPLY, Step.PLAIN)
    assert len([path for path in tmp_path.rglob("*") if NAME in path.name]) == 1
