"""The retrievers ``package.module:attribute``."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from textwrap import dedent

import pytest

from fixturetool.errors import RetrievalError, TransientError, UsageError
from fixturetool.retrieval.base import Hit, rewrite_of
from fixturetool.retrieval.python_object import PythonRetriever
from fixturetool.settings.retriever import PythonSettings

_numbers = count()

Open = Callable[..., PythonRetriever]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Write a module, and open what an expression of it names."""
    monkeypatch.syspath_prepend(tmp_path)
    retrievers: list[PythonRetriever] = []
    modules = set(sys.modules)

    def open_it(source: str, attribute: str = "retrieve", timeout: float = 20) -> PythonRetriever:
        module = f"their_module_{next(_numbers)}"
        (tmp_path / f"{module}.py").write_text(dedent(source), "utf-8")
        name = f"{module}:{attribute}"
        retrievers.append(PythonRetriever(name, PythonSettings(top_k=20), timeout))
        return retrievers[-1]

    yield open_it
    for retriever in retrievers:
        retriever.close()
    for name in set(sys.modules) - modules:
        if name.startswith("their_"):
            del sys.modules[name]


def ask(retriever: PythonRetriever, query: str = "找零日", k: int = 4) -> list[Hit]:
    return list(retriever.retrieve(query, k, language="CHS", chunk_context=1))


def paths(retriever: PythonRetriever) -> list[str]:
    return [hit.path for hit in ask(retriever)]


@pytest.mark.parametrize(
    ("signature", "given"),
    [
        pytest.param("query", {}, id="query-alone"),
        pytest.param("query, k", {"k": 4}, id="k"),
        pytest.param("query, k=10, *, language", {"k": 4, "language": "CHS"}, id="k-and-language"),
        pytest.param("q, top_k", {"top_k": 20}, id="top-k"),
        pytest.param("query, chunk_context=0, other=1", {"chunk_context": 1, "other": 1}, id="own"),
        pytest.param("query, *rest, k", {"rest": (), "k": 4}, id="star"),
        pytest.param(
            "query, **rest",
            {"rest": {"k": 4, "top_k": 20, "language": "CHS", "chunk_context": 1}},
            id="double-star",
        ),
    ],
)
def test_only_what_the_signature_takes_is_given(
    opened: Open, signature: str, given: dict[str, object]
) -> None:
    source = f"""
        def retrieve({signature}):
            here = dict(locals())
            first = here.pop(next(iter(here)))
            return [{{"path": first, "text": repr(sorted(here.items()))}}]
    """
    (hit,) = ask(opened(source))
    assert (hit.path, hit.text) == ("找零日", repr(sorted(given.items())))


@pytest.mark.parametrize(
    ("source", "attribute"),
    [
        pytest.param("def f(query): return ['a.txt']", "f", id="function"),
        pytest.param("async def f(query, k): return ['a.txt']", "f", id="async-function"),
        pytest.param("f = lambda query, k: iter(['a.txt'])", "f", id="lambda-and-iterator"),
        pytest.param("def f(query):\n    yield 'a.txt'", "f", id="generator"),
        pytest.param(
            "class R:\n    def retrieve(self, query, k): return ['a.txt']\nr = R()",
            "r",
            id="object",
        ),
        pytest.param(
            "class R:\n    async def retrieve(self, query, k): return ['a.txt']\nr = R()",
            "r",
            id="async-object",
        ),
        pytest.param(
            "class R:\n    async def aretrieve(self, query): return ['a.txt']\nr = R()",
            "r",
            id="only-async-name",
        ),
        pytest.param(
            "class R:\n    def retrieve(self, query, k): return ['a.txt']", "R", id="class"
        ),
        pytest.param(
            "class R:\n    def __call__(self, query): return ['a.txt']\nr = R()", "r", id="callable"
        ),
        pytest.param(
            "class R:\n    def retrieve(self, query): return ['a.txt']\ndef make(): return R()",
            "make",
            id="factory",
        ),
        pytest.param(
            "class R:\n    def retrieve(self, q): return ['a.txt']\nasync def make(): return R()",
            "make",
            id="async-factory",
        ),
        pytest.param(
            "class R:\n    def search(self, query): return ['a.txt']\nr = R()",
            "r.search",
            id="method-by-name",
        ),
    ],
)
def test_what_can_be_asked(opened: Open, source: str, attribute: str) -> None:
    assert paths(opened(source, attribute)) == ["a.txt"]


@pytest.mark.parametrize(
    ("result", "hit"),
    [
        pytest.param("'a.txt'", Hit("a.txt", 0.0, ""), id="text-is-a-path"),
        pytest.param(
            "{'path': 'a.txt', 'text': '甲', 'score': 2, 'start_line': 3, 'x': 1}",
            Hit("a.txt", 2.0, "甲", start_line=3),
            id="mapping",
        ),
        pytest.param("Hit('a.txt', 0.5, '甲', '前')", Hit("a.txt", 0.5, "甲", "前"), id="hit"),
        pytest.param("(Hit('a.txt', 0.5, '甲'), 0.25)", Hit("a.txt", 0.25, "甲"), id="hit-pair"),
        pytest.param("('a.txt', 0.25)", Hit("a.txt", 0.25, ""), id="pair"),
        pytest.param(
            "N(page_content='甲', metadata={'source': '/x/a.txt'})",
            Hit("/x/a.txt", 0.0, "甲"),
            id="langchain-document",
        ),
        pytest.param(
            "(N(page_content='甲', metadata={'source': 'a.txt'}, id='c1'), 0.5)",
            Hit("a.txt", 0.5, "甲", chunk_id="c1"),
            id="langchain-document-with-score",
        ),
        pytest.param(
            "N(node=N(text='甲', metadata={'file_path': 'a.txt'}, node_id=7), score=0.5)",
            Hit("a.txt", 0.5, "甲", chunk_id="7"),
            id="llama-index-node",
        ),
        pytest.param(
            "N(page_content='', metadata={'path': 'b', 'source': 'a.txt'})",
            Hit("a.txt", 0.0, ""),
            id="first-key-counts",
        ),
    ],
)
def test_what_may_be_returned(opened: Open, result: str, hit: Hit) -> None:
    source = f"""
        from types import SimpleNamespace as N
        from fixturetool.retrieval.base import Hit
        def retrieve(query):
            return [{result}]
    """
    (found,) = ask(opened(source))
    assert found.score == hit.score or (found.score != found.score and hit.score == 0.0)
    assert replace(found, score=0.0) == replace(hit, score=0.0)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        pytest.param("None", "returned None, and no list of hits", id="nothing"),
        pytest.param("'a.txt'", "returned a 'str', and no list", id="one-text"),
        pytest.param("{'path': 'a'}", "returned a 'dict', and no list", id="one-mapping"),
        pytest.param("[Hit('a', 'x', '')]", "the score of hit 1 is 'x'", id="score-of-a-hit"),
        pytest.param("[Hit(None, 1.0, '')]", "hit 1 has no path", id="path-of-a-hit"),
        pytest.param("[Hit('a', 1.0, '', start_line='3')]", "start_line of hit 1", id="line"),
        pytest.param("[3]", "hit 1 is a 'int', which can't be read", id="number"),
        pytest.param("['a', {'text': '甲'}]", "hit 2 has no path; it has 'text'", id="no-path"),
        pytest.param(
            "[N(page_content='甲', metadata={'id': 1})]",
            "hit 1 names no source: its metadata holds 'id'",
            id="no-source",
        ),
    ],
)
def test_what_can_not_be_read_is_named(opened: Open, returned: str, message: str) -> None:
    source = f"""
        from types import SimpleNamespace as N
        from fixturetool.retrieval.base import Hit
        def retrieve(query):
            return {returned}
    """
    with pytest.raises(RetrievalError, match=message):
        ask(opened(source))


def test_what_was_searched_may_be_told(opened: Open) -> None:
    retriever = opened("""
        from fixturetool.retrieval.base import Hit, Rewritten
        def retrieve(query):
            return Rewritten((Hit("a.txt", 1.0, ""),), query + " 习俗")
    """)
    hits = retriever.retrieve("找零日", 4, language="CHS", chunk_context=1)
    assert rewrite_of(hits) == "找零日 习俗"
    assert [hit.path for hit in hits] == ["a.txt"]


def test_langchain_is_asked_by_invoke_with_the_query_alone(opened: Open) -> None:
    source = """
        class Retriever:
            k = 4
            def invoke(self, input, config=None, **kwargs):
                assert not kwargs
                return [input]
        r = Retriever()
    """
    retriever = opened(source, "r")
    assert paths(retriever) == ["找零日"]
    assert retriever.describe()["k"] == 4


@pytest.mark.parametrize(
    ("mark", "given"),
    [
        pytest.param("similarity_search", {"search_kwargs": {"k": 20}}, id="langchain-store"),
        pytest.param("as_query_engine", {"similarity_top_k": 20}, id="llama-index-index"),
    ],
)
def test_a_store_is_asked_for_top_k_chunks(
    opened: Open, mark: str, given: dict[str, object]
) -> None:
    source = f"""
        class Retriever:
            def __init__(self, given): self.given = given
            def invoke(self, input): return [repr(self.given)]
        class Store:
            def {mark}(self): ...
            def as_retriever(self, **given): return Retriever(given)
        store = Store()
    """
    assert paths(opened(source, "store")) == [repr(given)]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param("raise KeyError('embedding')", "failed: KeyError: 'embedding'", id="error"),
        pytest.param("raise ValueError('two\\nlines')", "ValueError: two lines", id="two-lines"),
        pytest.param("raise TimeoutError", "failed: TimeoutError$", id="their-own-timeout"),
        pytest.param("raise SystemExit(0)", r"failed: .*SystemExit\b.*0", id="exit"),
        pytest.param("raise BaseException('panic')", "failed: BaseException: panic", id="panic"),
        pytest.param("yield 'a'; raise OSError('gone')", "failed: OSError: gone", id="while-read"),
    ],
)
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_failure_is_told_on_one_line(opened: Open, kind: str, body: str, message: str) -> None:
    if kind == "async def" and "yield" in body:
        body, message = "yield 'a'", "returned a 'async_generator', and no list"
    with pytest.raises(RetrievalError, match=message):
        ask(opened(f"{kind} retrieve(query):\n    {body}"))


def test_async_calls_share_one_loop_and_run_at_once(opened: Open) -> None:
    source = """
        import asyncio
        met = asyncio.Barrier(2)
        async def retrieve(query):
            await met.wait()
            return [str(id(asyncio.get_running_loop()))]
    """
    retriever = opened(source)
    with ThreadPoolExecutor(2) as pool:
        loops = list(pool.map(lambda _: paths(retriever)[0], range(2)))
    assert loops[0] == loops[1]


def test_an_async_retriever_that_is_too_slow_is_cancelled(opened: Open) -> None:
    source = """
        import asyncio
        cancelled = []
        async def retrieve(query):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(query)
                raise
    """
    retriever = opened(source, timeout=0.1)
    with pytest.raises(TransientError, match=r"no answer in 0\.1 s"):
        ask(retriever)
    retriever.close()
    (module,) = [sys.modules[name] for name in sys.modules if name.startswith("their_module_")]
    assert module.cancelled == ["找零日"]


def test_close_is_passed_on_and_ends_the_loop(opened: Open) -> None:
    source = """
        closed = []
        class R:
            async def retrieve(self, query): return []
            async def close(self): closed.append(True)
        r = R()
    """
    retriever = opened(source, "r")
    ask(retriever)
    retriever.close()
    (module,) = [sys.modules[name] for name in sys.modules if name.startswith("their_module_")]
    assert module.closed == [True]
    assert "retriever-loop" not in {thread.name for thread in threading.enumerate()}


def test_the_description_names_object_class_and_chunks(opened: Open) -> None:
    retriever = opened("class R:\n    def retrieve(self, query): return []\nr = R()", "r")
    description = retriever.describe()
    module = str(description["name"]).partition(":")[0]
    assert description == {"name": f"{module}:r", "class": f"{module}.R", "top_k": 20}


def test_an_object_that_can_not_be_described_is_told(opened: Open) -> None:
    retriever = opened(
        "class R:\n"
        "    def retrieve(self, query): return []\n"
        "    @property\n"
        "    def k(self): raise EOFError('cut')\n"
        "r = R()",
        "r",
    )
    with pytest.raises(UsageError, match="can't be described: EOFError: cut"):
        retriever.describe()


@pytest.mark.parametrize(
    ("source", "attribute", "message", "hint"),
    [
        pytest.param("retriever = 1", "retreiver", 'no "retreiver"', '"retriever"?', id="misspelt"),
        pytest.param(
            "x = 1", "x", "is a 'int' and can't be asked", "retrieve(query, k)", id="number"
        ),
        pytest.param(
            "def f(query, index): ...",
            "f",
            "needs index",
            "top_k, language",
            id="unknown-parameter",
        ),
        pytest.param(
            "class R:\n    def retrieve(self): ...",
            "R",
            "a parameter for the query",
            "",
            id="no-query",
        ),
        pytest.param(
            "class R:\n    def __init__(self, index): ...",
            "R",
            "can't be made: TypeError",
            "",
            id="class",
        ),
        pytest.param("1 / 0", "x", "failed: ZeroDivisionError: division by zero", "", id="error"),
        pytest.param("raise EOFError('cut')", "x", "failed: EOFError: cut", "", id="end-of-file"),
        pytest.param(
            "def __getattr__(name): raise EOFError('lazy')",
            "x",
            "can't be found: EOFError: lazy",
            "",
            id="made-when-it-is-looked-at",
        ),
        pytest.param(
            "class R:\n    @property\n    def retrieve(self): raise EOFError\nr = R()",
            "r",
            "can't be asked: EOFError",
            "",
            id="property",
        ),
        pytest.param("def f(:", "x", "failed: SyntaxError", "", id="syntax"),
        pytest.param("raise SystemExit(0)", "x", "failed: SystemExit: 0", "", id="exit"),
        pytest.param(
            "import no_such_library_7",
            "x",
            'no module "no_such_library_7"',
            "install it",
            id="needs",
        ),
        pytest.param(
            "", "", "names no Python object", "package.module:attribute", id="no-attribute"
        ),
    ],
)
def test_what_can_not_be_used_is_told_before_the_first_call(
    opened: Open, source: str, attribute: str, message: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        opened(source, attribute)
    assert message in str(caught.value)
    assert hint in caught.value.hint
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("no_such_package_7.search:r", 'no module "no_such_package_7"', id="package"),
        pytest.param("json.nothing:r", 'there is no module "json.nothing"', id="module"),
        pytest.param(".search:r", "names no Python object", id="relative"),
        pytest.param(":r", "names no Python object", id="no-module"),
    ],
)
def test_a_module_that_is_not_there_is_told(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        PythonRetriever(name, PythonSettings(), 1)
