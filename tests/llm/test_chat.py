"""Every mood of a provider, over real sockets and the real client."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from time import monotonic

import pytest

from fixturetool.errors import (
    BudgetError,
    ProviderError,
    ProviderRefusedError,
    ProviderReplyError,
    ProviderUnavailableError,
    RequestRefusedError,
    UnreadableReplyError,
)
from fixturetool.llm.cache import AnswerCache
from fixturetool.llm.chat import Chat
from fixturetool.llm.endpoint import Endpoint
from fixturetool.llm.messages import JsonObject, Step
from fixturetool.llm.usage import Budget
from fixturetool.testing.chat_server import ChatServer
from fixturetool.testing.script import Format, Script, ScriptedReply
from fixturetool.testing.wire import Received
from tests.llm.provider import BUSY, SCHEMA, YES, prompt, provider, told

FORMAT_REFUSED = ScriptedReply("This response_format type is unavailable now", status=400)
CUT_OFF = ScriptedReply(None, finish_reason="length", reasoning='{"attested": true}')


# What is asked


def test_the_request_is_the_prompt_at_temperature_0_with_a_strict_schema() -> None:
    with provider(YES) as at:
        at.ask("does it?", max_tokens=77)
        (request,) = at.server.requests
    assert request.payload == {
        "model": "a-model",
        "messages": [
            {"role": "system", "content": "You verify claims."},
            {"role": "user", "content": "does it?"},
        ],
        "temperature": 0,
        "max_tokens": 77,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "schema": SCHEMA.schema, "strict": True},
        },
    }


def test_the_answer_is_the_object_with_the_tokens_as_the_provider_counts_them() -> None:
    with provider(told(YES, 120, 7)) as at:
        answer = at.ask()
    assert answer.value == {"attested": True}
    assert (answer.reply.prompt_tokens, answer.reply.completion_tokens) == (120, 7)
    assert (answer.reply.finish_reason, answer.step, answer.cached) == (
        "stop",
        Step.JSON_SCHEMA,
        False,
    )


def test_openai_is_not_imported_before_a_chat_is_made() -> None:
    code = "import sys, fixturetool.llm.chat; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Structured output, one step down where the endpoint demands it


@pytest.mark.parametrize(
    ("accepts", "formats", "step"),
    [
        pytest.param("json_schema", ["json_schema"], Step.JSON_SCHEMA, id="schema"),
        pytest.param("json_object", ["json_schema", "json_object"], Step.JSON_OBJECT, id="object"),
        pytest.param("text", ["json_schema", "json_object", "text"], Step.PLAIN, id="plain"),
    ],
)
def test_an_unavailable_response_format_is_asked_for_one_step_down(
    accepts: Format, formats: list[str], step: Step
) -> None:
    with provider(YES, accepts=accepts) as at:
        assert at.ask().step is step
        assert at.formats == formats


def test_the_step_that_works_is_remembered_for_the_run() -> None:
    with provider(YES, YES, YES, accepts="json_object") as at:
        for _ in range(3):
            at.ask()
        assert at.formats == ["json_schema", "json_object", "json_object", "json_object"]


@pytest.mark.parametrize(
    "accepts",
    [pytest.param("json_object", id="object"), pytest.param("text", id="plain")],
)
def test_below_the_first_step_the_prompt_holds_the_word_json_and_the_schema(
    accepts: Format,
) -> None:
    with provider(YES, accepts=accepts) as at:
        at.ask("does it?")
        system, user = at.server.requests[-1].payload["messages"]
    assert system["role"] == "system"
    assert "json object" in system["content"]
    assert '"attested": {"type": "boolean"}' in system["content"]
    assert user == {"role": "user", "content": "does it?"}


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(FORMAT_REFUSED, id="DeepSeek's words"),
        pytest.param(ScriptedReply("json_schema is not supported", status=400), id="other words"),
        pytest.param(ScriptedReply("invalid request", status=400), id="no reason"),
        pytest.param(ScriptedReply("extra field response_format", status=422), id="HTTP 422"),
    ],
)
def test_a_first_refusal_of_the_request_is_put_down_to_the_format(refusal: ScriptedReply) -> None:
    with provider(refusal, YES) as at:
        assert at.ask().step is Step.JSON_OBJECT


def test_a_refusal_for_another_reason_leaves_a_format_that_worked_alone() -> None:
    too_long = ScriptedReply("the prompt is longer than 8192 tokens", status=400)
    with provider(YES, too_long, YES) as at:
        at.ask()
        with pytest.raises(RequestRefusedError, match="longer than 8192 tokens"):
            at.ask()
        assert at.ask().step is Step.JSON_SCHEMA
        assert at.formats == ["json_schema"] * 3


def test_a_request_that_no_step_mends_is_refused_with_the_first_reason_and_nothing_is_learnt() -> (
    None
):
    first = ScriptedReply("the prompt is too long", status=400)
    other = ScriptedReply("still too long", status=400)
    with provider(first, other, other, YES) as at:
        with pytest.raises(RequestRefusedError, match="the prompt is too long"):
            at.ask()
        assert at.ask().step is Step.JSON_SCHEMA


# What models write


@pytest.mark.parametrize(
    "content",
    [
        pytest.param('<think>{"attested": false}</think>{"attested": true}', id="thinking"),
        pytest.param('so {"attested": false}?</think>\n{"attested": true}', id="open left out"),
        pytest.param('```json\n{"attested": true}\n```', id="fence"),
        pytest.param('Sure! {"attested": true} Hope it helps {smile}.', id="prose"),
    ],
)
def test_the_answer_is_parsed_and_what_stands_around_it_is_not(content: str) -> None:
    with provider(ScriptedReply(content)) as at:
        assert at.ask().value == {"attested": True}


@pytest.mark.parametrize(
    "content",
    [pytest.param(None, id="null"), pytest.param("", id="empty"), pytest.param(" \n", id="blank")],
)
def test_an_empty_answer_cut_by_its_bound_is_asked_again_once_with_more_room(
    content: str | None,
) -> None:
    with provider(replace(CUT_OFF, content=content), YES) as at:
        assert at.ask(max_tokens=50).value == {"attested": True}
        assert at.max_tokens == [50, 200]


def test_an_answer_that_ends_in_the_middle_is_asked_again_too() -> None:
    torn = ScriptedReply('{"attested": tr', finish_reason="length")
    with provider(torn, YES) as at:
        assert at.ask().value == {"attested": True}


def test_an_answer_cut_twice_is_unreadable_and_its_reasoning_is_never_parsed() -> None:
    with provider(CUT_OFF, CUT_OFF, YES) as at:
        with pytest.raises(UnreadableReplyError, match="cut off by the bound on its length, twice"):
            at.ask()
        assert len(at.server.requests) == 2


def test_thinking_that_never_ends_is_no_answer() -> None:
    endless = ScriptedReply('<think>perhaps {"attested": true}', finish_reason="length")
    with provider(endless, endless) as at, pytest.raises(UnreadableReplyError):
        at.ask()


def test_an_empty_answer_that_was_not_cut_is_unreadable_at_once() -> None:
    with provider(ScriptedReply(None, reasoning='{"attested": true}'), YES) as at:
        with pytest.raises(UnreadableReplyError, match="the model's answer is empty"):
            at.ask()
        assert len(at.server.requests) == 1


def test_an_answer_without_json_is_unreadable_and_the_error_keeps_it() -> None:
    with provider(ScriptedReply("不支持")) as at, pytest.raises(UnreadableReplyError) as caught:
        at.ask()
    assert caught.value.reply == "不支持"
    assert str(caught.value) == 'no JSON object: "不支持"'


def test_a_refusal_of_the_model_is_told() -> None:
    refusal = {
        "choices": [{"message": {"content": None, "refusal": "I can't."}, "finish_reason": "stop"}]
    }
    reply = ScriptedReply(body=json.dumps(refusal), content_type="application/json")
    with provider(reply) as at, pytest.raises(UnreadableReplyError, match="the model refused"):
        at.ask()


# HTTP 200 that is no completion


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        pytest.param('{"choices": null}', '{"choices": null}', id="choices null"),
        pytest.param('{"choices": []}', '{"choices": []}', id="choices empty"),
        pytest.param('{"error": {"message": "upstream"}}', "upstream", id="an error"),
        pytest.param("<html><title>Log in</title>", "<html><title>Log in", id="HTML"),
        pytest.param('{"choices": [{}]}', '{"choices": [{}]}', id="no message"),
        pytest.param('{"choices": [null]}', '{"choices": [null]}', id="a choice null"),
        pytest.param("[]", "[]", id="a list"),
        pytest.param("", '""', id="nothing"),
        pytest.param('{"choices": [{"mess', '{"choices": [{"mess', id="half of one"),
    ],
)
@pytest.mark.parametrize(
    "content_type",
    [pytest.param("application/json", id="as JSON"), pytest.param("text/html", id="as HTML")],
)
def test_a_body_that_is_no_completion_is_shown_and_the_next_question_goes_on(
    body: str, shown: str, content_type: str
) -> None:
    with provider(ScriptedReply(body=body, content_type=content_type), YES) as at:
        with pytest.raises(ProviderReplyError) as caught:
            at.ask()
        assert shown in str(caught.value)
        assert at.ask().value == {"attested": True}


def test_a_long_body_is_shown_by_its_start_on_one_line() -> None:
    page = ScriptedReply(body="<html>\n" + "x" * 5000)
    with provider(page) as at, pytest.raises(ProviderReplyError) as caught:
        at.ask()
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


# Refusals, and what may pass


@pytest.mark.parametrize(
    ("status", "error"),
    [
        pytest.param(401, ProviderRefusedError, id="no such key"),
        pytest.param(403, ProviderRefusedError, id="forbidden"),
        pytest.param(402, ProviderRefusedError, id="no money"),
        pytest.param(404, ProviderRefusedError, id="no such model"),
        pytest.param(301, ProviderRefusedError, id="moved"),
        pytest.param(413, RequestRefusedError, id="too large"),
    ],
)
def test_a_final_status_is_an_error_at_once(status: int, error: type[ProviderError]) -> None:
    with provider(ScriptedReply("no", status=status), YES) as at:
        with pytest.raises(error) as caught:
            at.ask()
        assert f"HTTP {status}" in str(caught.value)
        assert len(at.server.requests) == 1
        assert at.pauses == []


def test_an_error_of_the_key_names_its_variable() -> None:
    refusal = ScriptedReply("bad key", status=401)
    with provider(refusal) as at, pytest.raises(ProviderRefusedError) as caught:
        at.ask()
    assert "THE_KEY" in caught.value.hint
    assert caught.value.exit_code == 3


def test_a_429_that_says_the_account_is_empty_is_final() -> None:
    body = '{"error": {"code": "insufficient_quota"}}'
    with provider(ScriptedReply(body=body, status=429), YES) as at:
        with pytest.raises(ProviderRefusedError):
            at.ask()
        assert len(at.server.requests) == 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [pytest.param("7", 7.0, id="seconds"), pytest.param("0.5", 0.5, id="a part of one")],
)
def test_a_429_is_waited_for_as_long_as_it_asks(value: str, seconds: float) -> None:
    slow_down = ScriptedReply("slow down", status=429, headers={"Retry-After": value})
    with provider(slow_down, YES) as at:
        assert at.ask().value == {"attested": True}
        assert at.pauses == [seconds]


def test_a_429_that_asks_for_an_hour_is_not_waited_for() -> None:
    later = ScriptedReply("later", status=429, headers={"Retry-After": "3600"})
    with provider(later, YES) as at:
        with pytest.raises(ProviderUnavailableError, match="left alone for 3600 s"):
            at.ask()
        assert at.pauses == []


def test_503_four_times_is_unavailable_after_pauses_that_grow() -> None:
    with provider(BUSY, BUSY, BUSY, BUSY, YES) as at:
        with pytest.raises(ProviderUnavailableError, match="asked 4 times: HTTP 503") as caught:
            at.ask()
        assert caught.value.exit_code == 3
        assert len(at.server.requests) == 4
        first, second, third = at.pauses
    assert 0.5 <= first <= 1 <= second <= 2 <= third <= 4


@pytest.mark.parametrize(
    "status",
    [
        pytest.param(500, id="500"),
        pytest.param(502, id="502"),
        pytest.param(529, id="529"),
        pytest.param(408, id="408"),
    ],
)
def test_a_status_that_may_pass_is_tried_again(status: int) -> None:
    with provider(ScriptedReply("hm", status=status), YES) as at:
        assert at.ask().value == {"attested": True}


def test_retries_do_not_step_down() -> None:
    with provider(BUSY, YES) as at:
        assert at.ask().step is Step.JSON_SCHEMA


def test_a_connection_that_breaks_off_is_tried_again() -> None:
    with provider(replace(YES, cut=True), YES) as at:
        assert at.ask().value == {"attested": True}
        assert len(at.pauses) == 1


def test_an_answer_that_takes_too_long_is_tried_again_and_told() -> None:
    slow = replace(YES, delay_seconds=5)
    told_twice = pytest.raises(ProviderUnavailableError, match="asked 2 times: no answer within")
    with provider(slow, slow, timeout_seconds=0.1, max_retries=1) as at, told_twice:
        at.ask()


def test_without_another_clock_the_pause_is_really_waited_for() -> None:
    slow_down = ScriptedReply("slow down", status=429, headers={"Retry-After": "0.2"})
    with ChatServer(Script([slow_down, YES])) as server:
        with Chat(Endpoint("a-model", server.base_url, "a-key")) as chat:
            started = monotonic()
            chat.ask(prompt(), SCHEMA, max_tokens=9)
        assert monotonic() - started >= 0.2


def test_an_answer_that_drips_for_ever_is_broken_off(dripping: str) -> None:
    endpoint = Endpoint("a-model", dripping, "a-key", timeout_seconds=0.3, max_retries=0)
    told = pytest.raises(ProviderUnavailableError, match="the answer came too slowly")
    with Chat(endpoint) as chat, told:
        chat.ask(prompt(), SCHEMA, max_tokens=9)


@pytest.fixture
def dripping() -> Iterator[str]:
    """The address of a server that keeps the connection alive with blanks and never answers."""
    closing = Event()

    class Drip(StreamRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
            with suppress(OSError):
                while not closing.wait(0.05):
                    self.wfile.write(b" ")

    with ThreadingTCPServer(("127.0.0.1", 0), Drip) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        closing.set()
        server.shutdown()
        thread.join()


def test_nobody_at_the_address_is_unavailable_and_costs_nothing() -> None:
    with ChatServer(Script()) as gone:
        address = gone.base_url
    endpoint = Endpoint("a-model", address, "a-key", max_retries=0)
    with Chat(endpoint) as chat:
        with pytest.raises(ProviderUnavailableError, match="asked once: no connection"):
            chat.ask(prompt(), SCHEMA, max_tokens=9)
        assert chat.budget.spent.calls == 0


def test_a_wrong_path_says_which_setting_to_check() -> None:
    at_fault = pytest.raises(ProviderRefusedError)
    with provider(YES, base_path="/chat/completions") as at, at_fault as caught:
        at.ask()
    assert "judge.base_url" in caught.value.hint


def test_other_questions_go_on_beside_one_that_fails() -> None:
    def answer(request: Received) -> ScriptedReply:
        return ScriptedReply(body="<html>") if "3" in request.prompt else YES

    def outcome(text: str) -> bool:
        try:
            return at.ask(text).value == {"attested": True}
        except ProviderReplyError:
            return False

    with provider(answer=answer) as at, ThreadPoolExecutor(6) as pool:
        assert list(pool.map(outcome, "012345")) == [True, True, True, False, True, True]


# The cache


def test_a_settled_answer_is_not_asked_for_again(tmp_path: Path) -> None:
    with provider(YES, cache_in=tmp_path) as at:
        first = at.ask()
        again = at.ask()
        assert len(at.server.requests) == 1
    assert (first.cached, again.cached) == (False, True)
    assert (again.value, again.reply, again.step, again.prompt_hash) == (
        first.value,
        first.reply,
        first.step,
        first.prompt_hash,
    )


def test_a_second_run_asks_nothing_and_changes_no_byte(tmp_path: Path) -> None:
    def bytes_below() -> dict[Path, tuple[bytes, int]]:
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    with ChatServer(lambda _: YES) as server:
        endpoint = Endpoint("a-model", server.base_url, "a-key")
        for _ in range(2):
            with Chat(endpoint, cache=AnswerCache(tmp_path)) as chat:
                chat.ask(prompt(), SCHEMA, max_tokens=9)
            kept = bytes_below()
            assert len(server.requests) == 1
        assert bytes_below() == kept


def test_each_sample_of_a_prompt_is_a_call_of_its_own(tmp_path: Path) -> None:
    with provider(YES, YES, cache_in=tmp_path) as at:
        for sample in (0, 1, 0, 1):
            at.chat.ask(prompt(), SCHEMA, max_tokens=9, sample=sample)
        assert len(at.server.requests) == 2


def test_an_answer_that_is_not_settled_is_asked_for_again(tmp_path: Path) -> None:
    def complete(value: JsonObject) -> bool:
        return "attested" in value

    with provider(ScriptedReply("{}"), YES, cache_in=tmp_path) as at:
        for expected in ({}, {"attested": True}, {"attested": True}):
            answer = at.chat.ask(prompt(), SCHEMA, max_tokens=9, settled=complete)
            assert answer.value == expected
        assert len(at.server.requests) == 2


# The budget


def test_no_call_is_made_that_could_pass_the_bound() -> None:
    with provider(*[told(YES, 30, 50)] * 9, budget=Budget(tokens=250)) as at:
        at.ask(max_tokens=60)
        at.ask(max_tokens=60)
        with pytest.raises(BudgetError, match="160 tokens spent"):
            at.ask(max_tokens=60)
        assert at.chat.budget.spent.tokens.total == 160
        assert len(at.server.requests) == 2


@pytest.mark.parametrize(
    ("reply", "calls", "estimated"),
    [
        pytest.param(told(YES, 5, 6), 1, 0, id="told"),
        pytest.param(replace(YES, usage=None), 1, 1, id="not told: counted as reserved"),
        pytest.param(ScriptedReply("no", status=401), 0, 0, id="refused: free"),
        pytest.param(ScriptedReply(body="<html>"), 1, 1, id="no completion: counted"),
        pytest.param(replace(YES, cut=True), 1, 1, id="broken off: may be billed"),
    ],
)
def test_what_may_have_cost_something_is_counted(
    reply: ScriptedReply, calls: int, estimated: int
) -> None:
    with provider(reply, max_retries=0) as at:
        with suppress(ProviderError):
            at.ask()
        spent = at.chat.budget.spent
    assert (spent.calls, spent.estimated_calls) == (calls, estimated)


def test_calls_at_the_same_time_do_not_pass_the_bound_together() -> None:
    def outcome(number: int) -> bool:
        try:
            at.ask(str(number), max_tokens=60)
        except BudgetError:
            return False
        return True

    reply = replace(told(YES, 30, 50), delay_seconds=0.02)
    with provider(answer=lambda _: reply, budget=Budget(tokens=1000)) as at:
        with ThreadPoolExecutor(16) as pool:
            answered = sum(pool.map(outcome, range(40)))
        assert at.chat.budget.spent.tokens.total == answered * 80
    assert 1000 - 80 - 60 <= answered * 80 <= 1000
