"""The script file: what it says is what is answered, and what is wrong with it is told."""

from pathlib import Path

import pytest

from fixturetool.errors import UsageError
from fixturetool.testing.script import ScriptedReply
from fixturetool.testing.script_file import load_script, parse_script


def test_the_queue_comes_first_then_the_first_rule_that_fits_then_the_default() -> None:
    script = parse_script(
        '{"queue": [{"content": "q"}], "default": {"content": "d"},'
        ' "rules": [{"contains": ["a", "b"], "content": "ab"}, {"contains": "a", "content": "a"}]}'
    )
    prompts = ("a b", "a b", "only a", "neither")
    assert [script.reply_to(one, "text").content for one in prompts] == ["q", "ab", "a", "d"]


def test_the_replies_of_a_rule_are_used_in_turn_and_the_last_again() -> None:
    script = parse_script('{"rules": [{"replies": [{"status": 503}, {"content": "ok"}]}]}')
    assert [script.reply_to("x", "text").status for _ in range(3)] == [503, 200, 200]


def test_without_a_default_a_prompt_that_fits_nothing_is_refused() -> None:
    reply = parse_script("{}").reply_to("x", "text")
    assert (reply.status, reply.content) == (400, "no rule of the script fits this prompt")


@pytest.mark.parametrize(
    ("accepts", "wanted", "status"),
    [
        pytest.param("json_schema", "json_schema", 200, id="schema taken"),
        pytest.param("json_object", "json_schema", 400, id="schema refused"),
        pytest.param("json_object", "json_object", 200, id="object taken"),
        pytest.param("text", "json_object", 400, id="object refused"),
        pytest.param("text", "text", 200, id="plain taken"),
    ],
)
def test_a_response_format_beyond_what_is_accepted_is_refused(
    accepts: str, wanted: str, status: int
) -> None:
    script = parse_script(f'{{"accepts": "{accepts}", "default": {{"content": "x"}}}}')
    assert script.reply_to("x", wanted).status == status


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        pytest.param("{}", ScriptedReply(), id="empty"),
        pytest.param(
            '{"content": {"a": "红绳"}}', ScriptedReply('{"a": "红绳"}'), id="JSON as the content"
        ),
        pytest.param('{"content": "text"}', ScriptedReply("text"), id="text as the content"),
        pytest.param(
            '{"status": 429, "headers": {"Retry-After": 2}}',
            ScriptedReply(status=429, headers={"Retry-After": "2"}),
            id="headers",
        ),
        pytest.param(
            '{"body": "<html>"}',
            ScriptedReply(body="<html>", content_type="text/html"),
            id="HTML as the body",
        ),
        pytest.param(
            '{"body": {"choices": null}}',
            ScriptedReply(body='{"choices": null}'),
            id="JSON as the body",
        ),
        pytest.param('{"usage": null}', ScriptedReply(usage=None), id="no usage"),
        pytest.param(
            '{"usage": [1, 2], "reasoning": "hm", "finish_reason": "length", "cut": true,'
            ' "delay_seconds": 1.5}',
            ScriptedReply(
                usage=(1, 2), reasoning="hm", finish_reason="length", cut=True, delay_seconds=1.5
            ),
            id="the rest",
        ),
    ],
)
def test_a_reply_has_what_its_keys_say(reply: str, expected: ScriptedReply) -> None:
    assert parse_script(f'{{"default": {reply}}}').reply_to("x", "text") == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("[]", "the script is no JSON object", id="a list"),
        pytest.param("{", "line 1", id="no JSON"),
        pytest.param('{"rule": []}', 'unknown key "rule"; known are queue, rules', id="a key"),
        pytest.param('{"queue": {}}', 'the script: "queue" can\'t be {}', id="no list"),
        pytest.param(
            '{"queue": [{}, {"contents": 1}]}',
            'queue, number 2: unknown key "contents"',
            id="place",
        ),
        pytest.param('{"default": {"status": "200"}}', '"status" can\'t be "200"', id="type"),
        pytest.param('{"default": {"status": true}}', '"status" can\'t be true', id="true as 1"),
        pytest.param('{"default": {"usage": [1]}}', '"usage" is null or', id="usage"),
        pytest.param('{"rules": [{"contains": 1}]}', '"contains" is a text', id="contains"),
        pytest.param('{"rules": [{"replies": []}]}', '"replies" is empty', id="no replies"),
        pytest.param('{"accepts": "yaml"}', '"accepts" is one of', id="accepts"),
    ],
)
def test_a_broken_script_names_the_file_and_the_place(
    tmp_path: Path, text: str, problem: str
) -> None:
    file = tmp_path / "script.json"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        load_script(file)
    assert str(caught.value).startswith(f"'{file}': ")
    assert problem in str(caught.value)


def test_a_missing_script_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read: No such file"):
        load_script(tmp_path / "no.json")
