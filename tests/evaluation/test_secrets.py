import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fixturetool.evaluation.run import Attempt, RunHit, with_attempts
from fixturetool.evaluation.storage.journal import load_journal, start_journal
from fixturetool.evaluation.storage.secrets import (
    REDACTED,
    names_a_secret,
    redacted_facts,
    redacted_text,
)
from fixturetool.evaluation.storage.store import load_run, save_run
from tests.evaluation.conftest import Begin

SECRET = "s3cr3t-0123456789abcdef"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=name)
        for name in (
            "token", "access_token", "api_key", "apiKey", "X-Api-Key", "Authorization", "password",
            "db_passwd", "client_secret", "clientSecret", "Cookie", "headers.Authorization",
            "signature", "private_key", "aws.secret_access_key",
        )
    ],
)  # fmt: skip
def test_knows_a_secret_by_its_name(name: str) -> None:
    assert names_a_secret(name)
    assert redacted_facts({name: "kurz"}) == {name: REDACTED}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, id=name)
        for name in (
            "tokenizer.CHS", "max_tokens", "token_count", "api_key_env", "keyword", "key_field",
            "name", "monkey", "author", "stop_words.CHS",
        )
    ],
)  # fmt: skip
def test_keeps_what_only_sounds_like_one(name: str) -> None:
    assert not names_a_secret(name)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"https://user:{SECRET}@host/api", id="password in an address"),
        pytest.param(f"postgresql://{SECRET}@db:5432/x", id="user that is a token"),
        pytest.param(f"GET /search?q=灯&api_key={SECRET}&k=5", id="query parameter"),
        pytest.param(f"https://h/x?X-Amz-Signature={SECRET}", id="signed address"),
        pytest.param(f"401 for Bearer {SECRET}", id="bearer token"),
        pytest.param(f"Authorization: Basic {SECRET}", id="header"),
        pytest.param(f'{{"api_key": "{SECRET}"}}', id="JSON"),
        pytest.param(f"password={SECRET} refused", id="assignment"),
        pytest.param("key sk-proj-abcdefghij0123456789ABCD was refused", id="key by its shape"),
        pytest.param("ghp_abcdefghij0123456789abcdefghij", id="GitHub's shape"),
        pytest.param("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh", id="JSON Web Token"),
    ],
)
def test_hides_what_looks_like_a_secret(text: str) -> None:
    hidden = redacted_text(text)
    assert REDACTED in hidden
    for secret in (SECRET, "sk-proj", "ghp_", "eyJ"):
        assert secret not in hidden


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("http://127.0.0.1:58012/api/search", id="address"),
        pytest.param("https://h/x?q=password&top_k=20", id="harmless parameters"),
        pytest.param("basic authentication failed", id="words"),
        pytest.param("the token limit of 4096 was passed", id="tokens of a model"),
        pytest.param("书/甲@乙.txt", id="a path"),
    ],
)
def test_leaves_everything_else(text: str) -> None:
    assert redacted_text(text) == text


def test_a_scheme_is_left_before_what_was_hidden() -> None:
    assert redacted_text(f"Authorization: Bearer {SECRET}; end") == (
        f"Authorization: Bearer {REDACTED}; end"
    )


PIECES = st.sampled_from(
    [
        "?", "&", ";", "key=", "api_key=", "password", "=", ": ", "token ", "Bearer ", "cookie",
        "Authorization: ", "https://", "u:p@", "@", "[redacted]", "[", "]", "redacted", '"', "'",
        " ", "\n", "}", ")", "/", ".", "eyJabcdefghi.abcdefghi", "sk-abcdefghij0123456789", "ghp_",
        "a1b2c3d4e5f6", "abc", "-", "_", "灯",
    ]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=3), max_size=14).map("".join))
@example("?api_key=abc123")
@example("?key=https://u:p@h")
@example("password=[redacted]rest")
@example('api_key=""?')
def test_hiding_twice_changes_nothing_more(text: str) -> None:
    once = redacted_text(text)
    assert redacted_text(once) == once


def test_no_secret_is_in_the_files_of_a_run_or_comes_out_of_old_ones(begin: Begin) -> None:
    folder, run = begin(
        "谁？", retriever={"name": "http", "token": SECRET, "url": f"https://u:{SECRET}@h"}
    )
    hit = RunHit(1, f"https://h/a?sig={SECRET}", 1.0, "", None, None, "", f"文 token={SECRET}", "")
    attempts = {(0, 1): Attempt(1, 1.0, f"401: Bearer {SECRET}", (hit,))}
    with start_journal(folder, run) as journal:
        journal.add(0, attempts[0, 1])
    old = folder / "old.json"
    path = save_run(folder, with_attempts(run, attempts))
    old.write_text(path.read_text("utf-8").replace(REDACTED, SECRET), "utf-8")
    for loaded in (load_run(folder), load_run(old), load_journal(folder)):
        [attempt] = loaded.fixtures[0].attempts
        assert SECRET not in str([loaded.retriever, attempt.error, attempt.hits[0].path])
        assert attempt.hits[0].text == f"文 token={SECRET}"
    saved = path.read_text("utf-8") + (folder / "journal.jsonl").read_text("utf-8")
    assert saved.count(SECRET) == 2
