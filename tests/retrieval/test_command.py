"""The retriever ``command`` with real programs."""

import json
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

from fixturetool.errors import RetrievalError, TransientError, UsageError
from fixturetool.retrieval.base import Hit, rewrite_of
from fixturetool.retrieval.command import CommandRetriever

ECHO = """
    import json, os, sys
    for line in sys.stdin:
        asked = json.loads(line)
        hit = {"path": asked["query"], "text": json.dumps(asked, sort_keys=True)}
        print(json.dumps({"hits": [{**hit, "leg": str(os.getpid())}]}), flush=True)
"""


class Programs:
    """Makes retrievers of programs, and closes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[CommandRetriever] = []

    def open(self, source: str, *arguments: str, timeout: float = 20) -> CommandRetriever:
        file = self.folder / "program.py"
        file.write_text(dedent(source), "utf-8")
        return self.run([sys.executable, str(file), *arguments], timeout=timeout)

    def run(self, command: Sequence[str], timeout: float = 20) -> CommandRetriever:
        self.opened.append(CommandRetriever(command, timeout))
        return self.opened[-1]


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    one = Programs(tmp_path)
    yield one
    for retriever in one.opened:
        retriever.close()


def ask(retriever: CommandRetriever, query: str = "找零日") -> list[Hit]:
    return list(retriever.retrieve(query, 4, language="CHS", chunk_context=1))


def is_alive(pid: str) -> bool:
    """Tell whether a process runs, or waits to be collected."""
    return Path(f"/proc/{pid}").exists()


def test_a_query_is_a_line_in_and_a_line_out(programs: Programs) -> None:
    (hit,) = ask(programs.open(ECHO), '找"零"\n日')
    assert hit.path == '找"零"\n日'
    assert json.loads(hit.text) == {
        "query": '找"零"\n日',
        "k": 4,
        "language": "CHS",
        "chunk_context": 1,
    }


def test_a_hit_may_have_all_that_hits_have(programs: Programs) -> None:
    hit = {
        "path": "a.txt",
        "text": "甲",
        "score": 2,
        "context_before": "前",
        "context_after": "后",
        "leg": "vector",
        "start_line": 1,
        "end_line": 2,
        "start_page": 3,
        "end_page": 4,
        "chunk_id": "c1",
        "kind": "figure",
        "summary": "潮位",
        "neighbor_of": 7,
        "colour": "ignored",
    }
    source = f"input(); print({json.dumps(json.dumps({'hits': [hit], 'took': 1}))})"
    assert ask(programs.open(source)) == [
        Hit("a.txt", 2.0, "甲", "前", "后", "vector", 1, 2, 3, 4, "c1", "figure", "潮位", "7")
    ]


@pytest.mark.parametrize(
    ("told", "rewrite"),
    [
        pytest.param({"rewrite": "找零日 习俗"}, "找零日 习俗", id="told"),
        pytest.param({"rewrite": None}, "", id="null"),
        pytest.param({}, "", id="missing"),
    ],
)
def test_an_answer_may_tell_what_was_searched(
    programs: Programs, told: dict[str, object], rewrite: str
) -> None:
    line = json.dumps({"hits": [{"path": "a.txt"}], **told})
    retriever = programs.open(f"input(); print({line!r})")
    hits = retriever.retrieve("找零日", 4, language="CHS", chunk_context=1)
    assert rewrite_of(hits) == rewrite
    assert [hit.path for hit in hits] == ["a.txt"]


def test_no_hits_is_an_answer(programs: Programs) -> None:
    assert ask(programs.open("input(); print('{\"hits\": []}')")) == []


def test_the_program_is_kept_alive(programs: Programs) -> None:
    retriever = programs.open(ECHO)
    assert len({ask(retriever)[0].leg for _ in range(5)}) == 1


def test_as_many_programs_run_as_queries_are_asked_at_once(programs: Programs) -> None:
    """Each program waits until the other one has been asked as well."""
    source = """
        import json, os, pathlib, sys
        folder = pathlib.Path(sys.argv[1])
        for line in sys.stdin:
            (folder / str(os.getpid())).touch()
            while len(list(folder.iterdir())) < 2:
                pass
            print(json.dumps({"hits": [{"path": json.loads(line)["query"]}]}), flush=True)
    """
    met = programs.folder / "met"
    met.mkdir()
    retriever = programs.open(source, str(met))
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda query: ask(retriever, query)[0].path, ["a", "b", "c", "d"])
        assert list(answers) == ["a", "b", "c", "d"]
    assert len(list(met.iterdir())) == 2


def test_a_program_that_died_between_two_queries_is_replaced(programs: Programs) -> None:
    """A program may as well answer one query and end."""
    source = ECHO + "        os._exit(0)\n"
    retriever = programs.open(source)
    assert len({ask(retriever)[0].leg for _ in range(5)}) == 5


def test_a_program_that_dies_at_a_query_is_replaced_for_the_next(programs: Programs) -> None:
    source = """
        import json, sys
        for line in sys.stdin:
            if json.loads(line)["query"] == "die":
                sys.exit(3)
            print('{"hits": [{"path": "a"}]}', flush=True)
    """
    retriever = programs.open(source)
    with pytest.raises(TransientError, match="ended with exit code 3 before it answered"):
        ask(retriever, "die")
    assert ask(retriever, "live")[0].path == "a"


def test_a_signal_that_ended_it_is_named(programs: Programs) -> None:
    with pytest.raises(TransientError, match="was ended by SIGKILL before it answered"):
        ask(programs.open("import os; input(); os.kill(os.getpid(), 9)"))


def test_a_program_that_is_too_slow_is_ended(programs: Programs) -> None:
    source = """
        import json, os, pathlib, sys, threading
        pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
        for line in sys.stdin:
            if json.loads(line)["query"] == "slow":
                threading.Event().wait()
            print('{"hits": []}', flush=True)
    """
    pid = programs.folder / "pid"
    retriever = programs.open(source, str(pid), timeout=1.5)
    assert ask(retriever, "quick") == []
    slow = pid.read_text()
    with pytest.raises(TransientError, match=r"gave no answer in 1\.5 s and was ended"):
        ask(retriever, "slow")
    assert not is_alive(slow)
    assert ask(retriever, "quick") == []


def test_a_program_that_reads_nothing_is_ended(programs: Programs) -> None:
    """A query larger than a pipe can't be written to it."""
    retriever = programs.open("import threading; threading.Event().wait()", timeout=0.5)
    with pytest.raises(TransientError, match="gave no answer"):
        ask(retriever, "x" * 1_000_000)


def test_a_long_query_and_a_long_answer_pass(programs: Programs) -> None:
    query = "长" * 300_000
    assert ask(programs.open(ECHO), query)[0].path == query


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        pytest.param(
            '{"error": "the index\\nis missing"}',
            "the program says: the index is missing",
            id="error",
        ),
        pytest.param("Loading…", "answer is no JSON: Loading…", id="chatter"),
        pytest.param("", "answer is no JSON: an empty line", id="empty-line"),
        pytest.param("[]", "answer is no JSON object: \\[\\]", id="list"),
        pytest.param('{"results": []}', 'answer has no list "hits"', id="other-key"),
        pytest.param('{"hits": ["a.txt"]}', "hit 1 is no JSON object: 'a.txt'", id="text-as-hit"),
        pytest.param(
            '{"hits": [{"text": "甲"}]}', "hit 1 has no path; it has 'text'", id="no-path"
        ),
        pytest.param('{"hits": []}\n{"hits": []}', "wrote more than one line", id="two-lines"),
    ],
)
def test_what_is_no_answer_is_told(programs: Programs, printed: str, message: str) -> None:
    source = f"import sys\nfor _ in sys.stdin: print({printed!r}, flush=True)"
    with pytest.raises(RetrievalError, match=message):
        ask(programs.open(source))


def test_a_late_line_is_not_taken_for_the_next_answer(programs: Programs) -> None:
    """What comes after an answer belongs to nothing: the program starts anew."""
    source = """
        import json, pathlib, sys
        go, said = map(pathlib.Path, sys.argv[1:])
        for line in sys.stdin:
            query = json.loads(line)["query"]
            print(json.dumps({"hits": [{"path": query}]}), flush=True)
            if query == "first":
                go.read_bytes()
            print(json.dumps({"hits": [{"path": "stale"}]}), flush=True)
            said.write_bytes(b"")
    """
    go, said = programs.folder / "go", programs.folder / "said"
    for pipe in (go, said):  # who opens it waits for whoever opens its other end
        os.mkfifo(pipe)
    retriever = programs.open(source, str(go), str(said))
    assert ask(retriever, "first")[0].path == "first"
    go.write_bytes(b"")
    assert said.read_bytes() == b""
    assert ask(retriever, "first")[0].path == "first"


def test_standard_error_is_ours(programs: Programs, capfd: pytest.CaptureFixture[str]) -> None:
    ask(
        programs.open(
            "import sys; input(); sys.stderr.write('loading\\n'); print('{\"hits\": []}')"
        )
    )
    assert capfd.readouterr() == ("", "loading\n")


def test_no_shell_reads_the_command(programs: Programs) -> None:
    hit = "import json, sys; input(); print(json.dumps({'hits': [{'path': sys.argv[1]}]}))"
    retriever = programs.run([sys.executable, "-c", hit, "$HOME; *"])
    assert ask(retriever)[0].path == "$HOME; *"
    assert retriever.describe()["command"] == f"{sys.executable} -c {json_quoted(hit)} '$HOME; *'"


def json_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"


def test_close_lets_an_idle_program_end_by_itself(programs: Programs) -> None:
    source = ECHO + "    open(sys.argv[1], 'w').write('bye')\n"
    ended = programs.folder / "ended"
    retriever = programs.open(source, str(ended))
    pid = ask(retriever)[0].leg
    retriever.close()
    assert ended.read_text() == "bye"
    assert not is_alive(pid)


def test_close_ends_a_program_that_does_not_end_by_itself(programs: Programs) -> None:
    source = ECHO + "    import threading; threading.Event().wait()\n"
    retriever = programs.open(source)
    pid = ask(retriever)[0].leg
    retriever.close()
    assert not is_alive(pid)


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("", id="when-its-input-ends"),
        pytest.param("; sys.exit()", id="before"),
    ],
)
def test_what_a_program_started_does_not_outlive_it(programs: Programs, end: str) -> None:
    retriever = programs.open(f"""
        import json, subprocess, sys
        for line in sys.stdin:
            child = subprocess.Popen(["sleep", "1000"])
            print(json.dumps({{"hits": [{{"path": str(child.pid)}}]}}), flush=True){end}
    """)
    pid = ask(retriever)[0].path
    retriever.close()
    ends(pid)


def test_an_answer_without_an_end_is_given_up(programs: Programs) -> None:
    retriever = programs.open("""
        import sys
        while True: sys.stdout.write("x" * 1048576)
    """)
    with pytest.raises(RetrievalError, match="wrote more than 64 MiB for an answer"):
        ask(retriever)


def test_close_ends_what_a_program_at_work_started(programs: Programs) -> None:
    source = """
        import pathlib, subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        pathlib.Path(sys.argv[1]).write_text(str(child.pid))
        input()
        pathlib.Path(sys.argv[2]).touch()
        child.wait()
    """
    child, asked = programs.folder / "child", programs.folder / "asked"
    retriever = programs.open(source, str(child), str(asked))
    failures: list[RetrievalError] = []

    def query() -> None:
        with pytest.raises(RetrievalError) as caught:
            ask(retriever)
        failures.append(caught.value)

    thread = threading.Thread(target=query)
    thread.start()
    while not asked.exists():
        thread.join(0.01)
    retriever.close()
    thread.join()
    assert "was ended by SIGKILL" in str(failures[0])
    ends(child.read_text())


def ends(pid: str) -> None:
    """Wait for the end of a process that is nobody's child any more."""
    for _ in range(1000):
        if not is_alive(pid) or "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
            return
        threading.Event().wait(0.01)
    raise AssertionError(f"{pid} still runs")


def test_a_closed_retriever_starts_nothing(programs: Programs) -> None:
    retriever = programs.open(ECHO)
    retriever.close()
    with pytest.raises(RetrievalError, match="closed"):
        ask(retriever)


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_no_descriptor_is_left_open(programs: Programs) -> None:
    before = open_descriptors()
    retriever = programs.open("input(); raise SystemExit(1)")
    for _ in range(3):
        with pytest.raises(TransientError):
            ask(retriever)
    retriever.close()
    assert open_descriptors() == before


@pytest.mark.parametrize(
    ("command", "message"),
    [
        pytest.param([], "has no program", id="nothing"),
        pytest.param(["no-such-program-7"], '"no-such-program-7" can\'t be started', id="missing"),
        pytest.param(["/"], "can't be started: Permission denied", id="a-folder"),
        pytest.param(["a\0b"], "can't be started: embedded null byte", id="null"),
    ],
)
def test_a_program_that_can_not_start_is_told_at_once(command: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CommandRetriever(command, 1)
