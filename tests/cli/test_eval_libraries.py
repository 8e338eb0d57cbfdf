"""``eval-retrieval`` of the retrievers that LangChain's and LlamaIndex's own samples make."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.cli.lamps import FIXTURES, grade, lamp_project, path_of
from tests.cli.project import Project

pytestmark = pytest.mark.integration

LANGCHAIN = """
    import pathlib

    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.vectorstores import InMemoryVectorStore


    class Digits(Embeddings):
        def embed_documents(self, texts):
            return [self.embed_query(text) for text in texts]

        def embed_query(self, text):
            number = int("".join(filter(str.isdecimal, text)))
            return [float(number == place) for place in range(12)]


    paths = pathlib.Path("text/chs").rglob("*.txt")
    documents = [
        Document(page_content=path.read_text("utf-8"), metadata={"source": str(path)})
        for path in paths
    ]
    vector_store = InMemoryVectorStore(Digits())
    vector_store.add_documents(documents=documents)
    retriever = vector_store.as_retriever(search_kwargs={"k": 2})
"""

LLAMA_INDEX = """
    from llama_index.core import MockEmbedding, Settings, SimpleDirectoryReader, VectorStoreIndex

    Settings.embed_model = MockEmbedding(embed_dim=8)
    documents = SimpleDirectoryReader("text/chs", recursive=True).load_data()
    index = VectorStoreIndex.from_documents(documents)
    retriever = index.as_retriever(similarity_top_k=12)
"""


@pytest.fixture(name="lamps")
def project(tmp_path: Path) -> Project:
    return lamp_project(tmp_path)


def test_a_retriever_of_langchain_is_graded(lamps: Project) -> None:
    pytest.importorskip("langchain_core", reason="langchain_core is in the extra 'integration'")
    lamps.write("sample.py", dedent(LANGCHAIN))
    graded = grade(lamps, "--retriever", "sample:retriever", "--k", "1")
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)
    assert [run["sources"][0]["path"] for run in graded.runs] == [  # type: ignore[index]
        path_of(number) for number in range(FIXTURES)
    ]


def test_a_retriever_of_llama_index_is_graded(lamps: Project) -> None:
    pytest.importorskip("llama_index.core", reason="llama_index is in the extra 'integration'")
    lamps.write("sample.py", dedent(LLAMA_INDEX))
    graded = grade(lamps, "--retriever", "sample:retriever", "--k", str(FIXTURES))
    assert (graded.outcome, graded.summary["coverage_rate"]) == ((0, FIXTURES, 0), 1.0)
    assert graded.summary["unresolved"] == 0
