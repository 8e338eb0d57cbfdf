"""Grading systems outside, from the command line: sockets, programs and Python code."""

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from tests.cli.project import Project, fixture, passage
from tests.retrieval.api import Api, Asked, Reply, always, match, matches, running

FOUND = matches(match("book/1_灯志.txt", "灯塔烧过鱼油。"))
EVAL = ("eval-retrieval", "-q", "--output", "report.json", "--retries", "0")


def report_of(project: Project) -> dict[str, object]:
    document: dict[str, object] = json.loads((project.root / "report.json").read_text("utf-8"))
    return document


def summary_of(project: Project) -> dict[str, object]:
    summary = report_of(project)["summary"]
    assert isinstance(summary, dict)
    return summary


def paths_of(project: Project) -> list[list[str]]:
    """The paths of the first attempt of each fixture."""
    fixtures = report_of(project)["fixtures"]
    assert isinstance(fixtures, list)
    return [[source["path"] for source in one["runs"][0]["sources"]] for one in fixtures]


def ask_api(project: Project, api: Api, *more: str) -> int:
    return project.run(*EVAL, "--base-url", api.url, *more).returncode


def write_questions(project: Project, queries: Sequence[str]) -> None:
    project.write_category(
        "lamp", [fixture(query, passage("烧过鱼油", "oil"), oil="烧过鱼油") for query in queries]
    )


def test_an_api_is_graded(project: Project) -> None:
    with always(FOUND) as api:
        assert ask_api(project, api, "--corpus-id", "shore", "--top-k", "50") == 0
    assert api.asked[0].json == {
        "query": "灯塔的灯烧过什么？",
        "corpus_id": "shore",
        "top_k": 50,
        "cache_mode": "bypass",
    }
    assert (summary_of(project)["covered"], summary_of(project)["errors"]) == (1, 0)


def test_each_repeat_is_a_call_that_bypasses_the_cache(project: Project) -> None:
    with always(FOUND) as api:
        ask_api(project, api, "--repeat", "3")
    assert [asked.json["cache_mode"] for asked in api.asked] == ["bypass"] * 3


def test_chunks_of_one_source_count_once(project: Project) -> None:
    hits = ["book/1_灯志.txt", "./book/1_灯志.txt", "voice/2_老蔺.txt", "tps_notes/3_笔记.txt"]
    with always(matches(*map(match, hits))) as api:
        assert ask_api(project, api, "--k", "2") == 0
    assert paths_of(project) == [["book/1_灯志.txt", "voice/2_老蔺.txt"]]
    assert summary_of(project)["coverage_rate"] == 1.0


def test_an_api_that_answers_out_of_order(project: Project) -> None:
    last_answered = threading.Event()
    together = threading.Barrier(3, timeout=20)

    def answer(asked: Asked) -> Reply:
        together.wait()
        number = asked.json["query"]
        if number != "问三":
            last_answered.wait(20)
        else:
            last_answered.set()
        return matches(match(f"{number}.txt"))

    write_questions(project, ["问一", "问二", "问三"])
    with running(answer) as api:
        ask_api(project, api, "--jobs", "3")
    assert paths_of(project) == [["问一.txt"], ["问二.txt"], ["问三.txt"]]


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        pytest.param(Reply(b"<html>Sign in</html>"), "is no JSON: <html>Sign in</html>", id="html"),
        pytest.param(Reply(b"slow down", 429), "answered 429: slow down", id="busy"),
        pytest.param(
            Reply(b'{"detail": "gone"}', 404), 'answered 404: {"detail": "gone"}', id="404"
        ),
        pytest.param(Reply(b"[]"), 'no list at "matches"', id="list-body"),
        pytest.param(Reply(drop=True), "no answer from", id="dies"),
        pytest.param(Reply(b"[bold]:fire:[/]", 500), "answered 500: [bold]:fire:[/]", id="markup"),
    ],
)
def test_a_failing_api_is_an_error_and_no_miss(project: Project, reply: Reply, error: str) -> None:
    write_questions(project, ["问一", "问二"])

    def answer(asked: Asked) -> Reply:
        return FOUND if asked.json["query"] == "问一" else reply

    with running(answer) as api:
        result = project.run(*EVAL, "--base-url", api.url)
    assert result.returncode == 3
    assert error in result.stdout
    summary = summary_of(project)
    assert (summary["scored"], summary["errors"], summary["coverage_rate"]) == (1, 1, 1.0)


def test_half_of_the_calls_refused_as_too_many_are_made_again(project: Project) -> None:
    asked_before: Counter[str] = Counter()

    def answer(asked: Asked) -> Reply:
        query = str(asked.json["query"])
        asked_before[query] += 1
        return Reply(b"", 429) if asked_before[query] == 1 and "二" in query else FOUND

    write_questions(project, ["问一", "问二"])
    with running(answer) as api:
        assert ask_api(project, api, "--retries", "2") == 0
    assert summary_of(project)["errors"] == 0


def test_a_slow_api_is_an_error(project: Project) -> None:
    release = threading.Event()

    def answer(asked: Asked) -> Reply:
        release.wait(30)
        return FOUND

    with running(answer) as api:
        result = project.run(*EVAL, "--base-url", api.url, "--timeout", "0.2")
        release.set()
    assert result.returncode == 3
    assert "in 0.2 s" in result.stdout


def test_no_match_is_a_miss_that_counts(project: Project) -> None:
    with always(matches()) as api:
        assert ask_api(project, api) == 0
    assert summary_of(project)["coverage_rate"] == 0.0


def test_when_no_path_is_a_source_the_run_fails_and_says_so(project: Project) -> None:
    with always(matches(match("x/[b].txt", "灯塔烧过鱼油"), match("../1_灯志.txt"))) as api:
        result = project.run(*EVAL, "--base-url", api.url)
    assert result.returncode == 3
    assert "none of the paths that came back is a source of the corpus" in result.stderr
    assert "'x/[b].txt'" in result.stderr
    assert paths_of(project) == [["x/[b].txt", "../1_灯志.txt"]]


def test_score_ends_as_the_run_did_where_no_path_is_a_source(project: Project) -> None:
    with always(matches(match("x/不存在.txt", "灯塔烧过鱼油"))) as api:
        ask_api(project, api)
    [run] = (project.root / ".fixturetool/runs").iterdir()
    done = project.run("score", run.name, "--brief")
    assert done.returncode == 3
    assert "none of the paths that came back is a source of the corpus" in done.stderr


def test_retrieve_tells_that_no_path_is_a_source(project: Project) -> None:
    with always(matches(match("x/[b].txt", "灯塔"), match("../1_灯志.txt"))) as api:
        result = project.run("retrieve", "灯", "--base-url", api.url)
    assert result.returncode == 3
    assert "none of the paths that came back is a source" in result.stderr
    assert "x/[b].txt" in result.stdout


def test_retrieve_is_content_with_one_source(project: Project) -> None:
    with always(matches(match("nowhere.txt"), match("voice/2_老蔺.txt"))) as api:
        result = project.run("retrieve", "灯", "--base-url", api.url)
    assert (result.returncode, "none of the paths" in result.stderr) == (0, False)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("import time\ndef retrieve(query): time.sleep(60)", id="blocks"),
        pytest.param(
            "import asyncio\nasync def retrieve(query): await asyncio.sleep(60)", id="async"
        ),
    ],
)
def test_retrieve_waits_no_longer_than_it_is_told(project: Project, source: str) -> None:
    project.write("mine.py", source)
    result = project.run("retrieve", "灯", "--retriever", "mine:retrieve", "--timeout", "0.2")
    assert (result.returncode, result.stdout) == (3, "")
    assert re.fullmatch(r"fixturetool: no answer (in|within) 0\.2 s\n", result.stderr)


def test_one_path_that_is_a_source_is_enough(project: Project) -> None:
    with always(matches(match("nowhere.txt"), match("voice/2_老蔺.txt"))) as api:
        assert ask_api(project, api) == 0


@pytest.mark.parametrize(
    ("headers", "environ", "code", "sent"),
    [
        pytest.param('"Bearer $T0KEN"', {"T0KEN": "s3cret\n"}, 0, "Bearer s3cret", id="a-variable"),
        pytest.param('"${A}-$$"', {"A": "x"}, 0, "x-$", id="braces-and-dollar"),
        pytest.param('"$MISSING"', {}, 2, "environment variable MISSING", id="missing"),
        pytest.param('"$A"', {"A": "s3cret\r\nX: y"}, 2, "can't be sent", id="line-break"),
        pytest.param('"$A"', {"A": "s3cret密"}, 2, "can't be sent", id="not-ascii"),
        pytest.param('"$"', {}, 2, "begins no name", id="lone-dollar"),
    ],
)
def test_headers_come_from_the_environment(
    project: Project, headers: str, environ: dict[str, str], code: int, sent: str
) -> None:
    project.write("fixturetool.toml", f"[retriever.http.headers]\nAuthorization = {headers}\n")
    with always(FOUND) as api:
        result = Project(project.root, environ).run(*EVAL, "--base-url", api.url)
    assert result.returncode == code
    seen = [asked.headers["Authorization"] for asked in api.asked] if code == 0 else [result.stderr]
    assert sent in seen[0]
    written = [file.read_text("utf-8") for file in (project.root / ".fixturetool").rglob("*.json*")]
    assert "s3cret" not in "".join([result.stdout, result.stderr, *written])


PROGRAM = """
    import json, sys
    print("loading", file=sys.stderr)
    for line in sys.stdin:
        hit = {"path": "book/1_灯志.txt", "text": json.loads(line)["query"], "score": 1}
        print(json.dumps({"hits": [hit]}), flush=True)
"""

MODULE = """
    print("loaded")
    def retrieve(query, k):
        print("asked")
        return ["book\\\\1_灯志.txt"][:k]
"""


def command_of(project: Project, source: str = PROGRAM) -> list[str]:
    program = project.write("program.py", dedent(source))
    return ["--command", f"'{sys.executable}' '{program}'"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_program_is_graded(project: Project, jobs: int) -> None:
    write_questions(project, ["问一", "问二", "问三"])
    result = project.run_process(*EVAL, *command_of(project), "--jobs", str(jobs))
    assert (result.returncode, "loading" in result.stderr) == (0, True)
    assert (summary_of(project)["covered"], summary_of(project)["errors"]) == (3, 0)


def test_a_program_that_dies_half_way_is_an_error_for_that_query_alone(project: Project) -> None:
    source = PROGRAM.replace(
        "hit = ", "'问二' in json.loads(line)['query'] and sys.exit(7); hit = "
    )
    write_questions(project, ["问一", "问二", "问三"])
    result = project.run(*EVAL, *command_of(project, source))
    assert result.returncode == 3
    assert "ended with exit code 7 before it answered" in result.stdout
    assert (summary_of(project)["scored"], summary_of(project)["errors"]) == (2, 1)


def test_python_code_of_the_working_directory_is_graded(project: Project) -> None:
    project.write("mypkg/search.py", dedent(MODULE))
    result = project.run("eval-retrieval", "-q", "--retriever", "mypkg.search:retrieve")
    assert result.returncode == 0
    assert "asked" not in result.stdout
    assert "loaded\nasked\n" in result.stderr


def test_what_python_code_prints_stays_out_of_the_answer(project: Project) -> None:
    project.write("mypkg/search.py", dedent(MODULE))
    result = project.run(
        "retrieve", "灯", "-q", "--format", "json", "--retriever", "mypkg.search:retrieve"
    )
    (source,) = json.loads(result.stdout)["sources"]
    assert (source["path"], source["hits"][0]["score"]) == ("book/1_灯志.txt", None)


def test_python_code_that_fails_is_told_without_a_traceback(project: Project) -> None:
    project.write("mine.py", "def retrieve(query):\n    raise KeyError('index')")
    result = project.run("retrieve", "灯", "--retriever", "mine:retrieve")
    assert result.returncode == 3
    assert result.stderr == "fixturetool: mine:retrieve failed: KeyError: 'index'\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(("--retriever", "http"), "has no address", id="no-address"),
        pytest.param(("--retriever", "command"), "has no program", id="no-program"),
        pytest.param(("--retriever", "nowhere_7:f"), 'no module "nowhere_7"', id="no-module"),
        pytest.param(("--command", "a 'b"), "can't be cut into words", id="open-quote"),
        pytest.param(("--command", "no-such-7"), "can't be started", id="missing-program"),
        pytest.param(("--base-url", "http://a", "--command", "b"), "are two systems", id="both"),
        pytest.param(("--top-k", "5"), '--top-k means nothing to the retriever "bm25"', id="top-k"),
        pytest.param(
            ("--retriever", "bm25", "--base-url", "http://a"),
            "--base-url means nothing",
            id="other",
        ),
        pytest.param(
            ("--base-url", "http://127.0.0.1:9", "--top-k", "101"), "more than the 100", id="limit"
        ),
    ],
)
def test_a_wrong_use_ends_with_2(
    project: Project, arguments: tuple[str, ...], message: str
) -> None:
    result = project.run("eval-retrieval", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize("flag", ["--corpus-id", "--cache-mode"])
def test_what_a_request_of_one_s_own_would_not_send_is_refused(project: Project, flag: str) -> None:
    project.write("fixturetool.toml", '[retriever.http.request]\nq = "{query}"\n')
    result = project.run("eval-retrieval", "--base-url", "http://a", flag, "default")
    assert (result.returncode, result.stdout) == (2, "")
    assert f"{flag} means nothing beside retriever.http.request" in result.stderr


def test_a_run_goes_on_with_the_same_system_only(project: Project) -> None:
    with always(Reply(b"", 500)) as api:
        project.run(*EVAL, "--base-url", api.url)
    (run,) = [path.name for path in (project.root / ".fixturetool/runs").iterdir()]
    with always(FOUND) as other:
        result = project.run("eval-retrieval", "--base-url", other.url, "--resume", run)
    assert result.returncode == 2
    assert "the retriever changed since" in result.stderr


def test_the_run_records_both_counts(project: Project) -> None:
    with always(FOUND) as api:
        ask_api(project, api, "--k", "3", "--top-k", "40")
    (run,) = (project.root / ".fixturetool/runs").iterdir()
    document = json.loads(Path(run / "run.json").read_text("utf-8"))
    assert (document["settings"]["k"], document["retriever"]["top_k"]) == (3, 40)
