"""The settings of the systems under test."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from fixturetool.settings.answer import AnswerSettings
from fixturetool.settings.bounds import AtLeast, Positive, Section
from fixturetool.settings.databases import ChromaSettings, OpenSearchSettings, PostgresSettings
from fixturetool.settings.embedded import EmbeddedSettings, EmbeddingSettings

CacheMode = Literal["bypass", "default", "refresh"]


@dataclass(frozen=True, slots=True)
class HttpSettings(Section):
    """The retriever ``http``: a search API that speaks JSON.

    Attributes:
        base_url: Where the API is, such as ``http://127.0.0.1:58012/api``.
        endpoint: What is asked, appended to ``base_url``.
        method: ``POST`` sends the request as JSON, ``GET`` in the query string.
        corpus_id: The corpus to search; may hold ``{language}``.
        top_k: Chunks to ask for, so that k distinct sources are among them.
        cache_mode: What the system does with its cache: a repeat should be a call of its own.
        headers: Header to value, in which ``$NAME`` is the environment variable of that name.
        request: The request, when it is not that of ``POST /api/search``; texts in it may hold
            ``{query}``, ``{k}``, ``{top_k}``, ``{language}`` and ``{chunk_context}``.
        answer: Where things are in the answer.
    """

    base_url: str = ""
    endpoint: str = "/search"
    method: Literal["POST", "GET"] = "POST"
    corpus_id: str = "{language}"
    top_k: Annotated[int, AtLeast(1)] = 20
    cache_mode: CacheMode = "bypass"
    headers: Mapping[str, str] = field(default_factory=dict)
    request: Mapping[str, object] = field(default_factory=dict)
    answer: AnswerSettings = field(default_factory=AnswerSettings)


@dataclass(frozen=True, slots=True)
class CommandSettings(Section):
    """The retriever ``command``: a program that reads and writes lines of JSON.

    Attributes:
        run: The program and its arguments; no shell reads them.
    """

    run: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PythonSettings(Section):
    """The retrievers ``package.module:attribute``.

    Attributes:
        top_k: Chunks to ask of what counts chunks: a vector store, or a parameter ``top_k``.
        path_keys: Keys of a document's metadata that may hold its source; the first one counts.
    """

    top_k: Annotated[int, AtLeast(1)] = 20
    path_keys: tuple[str, ...] = ("source", "file_path", "path", "file_name")


@dataclass(frozen=True, slots=True)
class RetrieverSettings(Section):
    """The system under test.

    Attributes:
        name: A name of the registry, or ``package.module:attribute``; ``bm25`` is the embedded
            index.
        timeout_seconds: How long one call to a system outside may take.
        embedded: What the embedded index does beside BM25.
        http: The retriever ``http``.
        command: The retriever ``command``.
        python: The retrievers ``package.module:attribute``.
        opensearch: The retriever ``opensearch``.
        chroma: The retriever ``chroma``.
        postgres: The retriever ``postgres``.
        embeddings: Makes the vectors of queries for ``opensearch``, ``chroma`` and ``postgres``.
    """

    name: str = "bm25"
    timeout_seconds: Annotated[float, Positive()] = 120.0
    embedded: EmbeddedSettings = field(default_factory=EmbeddedSettings)
    http: HttpSettings = field(default_factory=HttpSettings)
    command: CommandSettings = CommandSettings()
    python: PythonSettings = PythonSettings()
    opensearch: OpenSearchSettings = field(default_factory=OpenSearchSettings)
    chroma: ChromaSettings = field(default_factory=ChromaSettings)
    postgres: PostgresSettings = field(default_factory=PostgresSettings)
    embeddings: EmbeddingSettings = field(default_factory=EmbeddingSettings)
