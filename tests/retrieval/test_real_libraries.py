"""Unchanged retrievers of LangChain and LlamaIndex, which the extra ``integration`` installs."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from fixturetool.retrieval.python_object import PythonRetriever
from fixturetool.settings.retriever import PythonSettings

pytestmark = [
    pytest.mark.integration,
    # What these libraries warn of is not ours.
    pytest.mark.filterwarnings("default"),
]

LANGCHAIN = """
    from langchain_core.documents import Document
    from langchain_core.embeddings import DeterministicFakeEmbedding
    from langchain_core.vectorstores import InMemoryVectorStore

    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))
    store.add_documents([
        Document(page_content="灯塔烧过鱼油", metadata={"source": "book/1.txt"}),
        Document(page_content="渡船不收船钱", metadata={"source": "book/2.txt"}),
    ])
    retriever = store.as_retriever(search_kwargs={"k": 1})
"""

LLAMA_INDEX = """
    from llama_index.core import MockEmbedding, VectorStoreIndex
    from llama_index.core.schema import TextNode

    nodes = [TextNode(text="灯塔烧过鱼油", metadata={"file_path": "book/1.txt"})]
    index = VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=8))
    retriever = index.as_retriever(similarity_top_k=1)
"""


@pytest.fixture
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(tmp_path)
    for name, source in (("sample_langchain", LANGCHAIN), ("sample_llama", LLAMA_INDEX)):
        (tmp_path / f"{name}.py").write_text(dedent(source), "utf-8")
    yield
    for name in ("sample_langchain", "sample_llama"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize(
    ("library", "name", "found"),
    [
        pytest.param(
            "langchain_core", "sample_langchain:retriever", {"book/1.txt"}, id="langchain-retriever"
        ),
        pytest.param(
            "langchain_core",
            "sample_langchain:store",
            {"book/1.txt", "book/2.txt"},
            id="langchain-store",
        ),
        pytest.param(
            "llama_index.core", "sample_llama:retriever", {"book/1.txt"}, id="llama-index-retriever"
        ),
        pytest.param(
            "llama_index.core", "sample_llama:index", {"book/1.txt"}, id="llama-index-index"
        ),
    ],
)
def test_a_real_retriever_is_asked_unchanged(library: str, name: str, found: set[str]) -> None:
    pytest.importorskip(library, reason=f"{library} is in the extra 'integration'")
    retriever = PythonRetriever(name, PythonSettings(), 60)
    try:
        hits = retriever.retrieve("灯塔烧过鱼油", 4, language="CHS", chunk_context=0)
    finally:
        retriever.close()
    assert {hit.path for hit in hits} == found
    assert (hits[0].path, hits[0].text) == ("book/1.txt", "灯塔烧过鱼油")
