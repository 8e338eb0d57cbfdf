"""The settings of the systems under test."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from fixturetool.settings.bounds import AtLeast, Positive, Section

CacheMode = Literal["bypass", "default", "refresh"]


@dataclass(frozen=True, slots=True)
class AnswerSettings(Section):
    """Where things are in the answer of a search API: JMESPath expressions.

    ``hits`` is applied to the answer, the others to each element of that list; an expression that
    is ``""`` finds nothing. The defaults read the answer of ``POST /api/search``.

    Attributes:
        hits: The list, best first.
        path: The source; the one that every hit must have.
        text: The chunk.
        score: A number; higher is better.
        leg: The part of a hybrid system that found it.
        context_before: Text right before the chunk.
        context_after: Text right after the chunk.
        start_line: The 1-based first line.
        end_line: The last line, inclusive.
        start_page: The 1-based first page.
        end_page: The last page, inclusive.
    """

    hits: str = "matches"
    path: str = "file_path"
    text: str = "content"
    score: str = "score"
    leg: str = "source"
    context_before: str = ""
    context_after: str = ""
    start_line: str = "start_line"
    end_line: str = "end_line"
    start_page: str = "provenance.page_start"
    end_page: str = "provenance.page_end"


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
    answer: AnswerSettings = AnswerSettings()


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
        http: The retriever ``http``.
        command: The retriever ``command``.
        python: The retrievers ``package.module:attribute``.
    """

    name: str = "bm25"
    timeout_seconds: Annotated[float, Positive()] = 120.0
    http: HttpSettings = HttpSettings()
    command: CommandSettings = CommandSettings()
    python: PythonSettings = PythonSettings()
