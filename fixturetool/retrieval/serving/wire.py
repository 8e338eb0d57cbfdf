"""What goes over the wire: the request of ``POST /api/search`` and the response to it."""

from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, Field

from fixturetool.corpus.documents import FigureKind

CacheMode = Literal["default", "bypass", "refresh"]


class SearchRequest(BaseModel):
    """What a client asks for; keys that it doesn't know are ignored.

    Attributes:
        query: The question.
        corpus_id: Which corpus; ``repo_id`` is another name for it, and wins over it.
        top_k: Chunks at most, 1 to 100.
        include_vector: Whether to search vectors, where there are any.
        include_sparse: Whether to search words.
        include_graph: Whether to search a graph; there is none.
        cache_mode: How to use a cache; there is none.
    """

    query: str
    corpus_id: Annotated[str, Field(validation_alias=AliasChoices("repo_id", "corpus_id"))]
    top_k: Annotated[int, Field(ge=1, le=100)] = 20
    include_vector: bool = True
    include_sparse: bool = True
    include_graph: bool = True
    cache_mode: CacheMode = "default"


class Region(BaseModel):
    """A rectangle on a page, as shares of its width and height from the top left corner."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


class Provenance(BaseModel):
    """The pages of a chunk.

    Attributes:
        extraction: How the text was taken from the file: as it is.
        page_start: 1-based.
        page_end: 1-based, inclusive.
        regions: Where on them it stands, at least one.
    """

    extraction: Literal["direct"] = "direct"
    page_start: int
    page_end: int
    regions: list[Region]


class FigureFacts(BaseModel):
    """What is known of a figure.

    Attributes:
        kind: What sort of figure it is.
        summary: What it shows; empty where nobody said, and its caption is all that is known.
        labels: Words in it.
        components: Its parts.
        connections: What its parts have to do with one another.
        values: Values that can be read off it.
        references: What it refers to.
    """

    kind: FigureKind
    summary: str
    labels: list[str]
    components: list[str]
    connections: list[str]
    values: list[str]
    references: list[str]


class MatchMetadata(BaseModel):
    """Where a chunk is.

    Attributes:
        corpus_id: The fixture language of its corpus, or the name of one of PDFs.
        char_start: 0-based offset of its first character in the source's text.
        char_end: 0-based offset after its last character.
        chunk_ordinal: Its 0-based position among the chunks of its source.
        extraction: How the text was taken from the file: as it is.
        sparse_engine: What ranked it.
    """

    corpus_id: str
    char_start: int
    char_end: int
    chunk_ordinal: int
    extraction: Literal["direct"] = "direct"
    sparse_engine: Literal["tantivy"] = "tantivy"


class FigureMetadata(MatchMetadata):
    """Where a chunk is that describes a figure, and what it says.

    Attributes:
        chunk_kind: What it is; chunks of plain text have no such key.
        figure: What is known of the figure.
    """

    chunk_kind: Literal["figure"] = "figure"
    figure: FigureFacts


class ChunkMatch(BaseModel):
    """A chunk that was found.

    Attributes:
        chunk_id: Its name, the same as long as its source stays as it is.
        content: Its text.
        file_path: Its source, a POSIX path under the language root.
        start_line: 1-based.
        end_line: 1-based, inclusive.
        language: The fixture language; None for one of PDFs.
        score: BM25, a cosine, or of both fused by reciprocal rank; higher is better.
        source: The leg that found it; of both, the one that ranked it higher.
        metadata: Where it is.
        provenance: Its pages; None for what has no pages.
    """

    chunk_id: str
    content: str
    file_path: str
    start_line: int
    end_line: int
    language: str | None
    score: float
    source: Literal["sparse", "vector"] = "sparse"
    metadata: FigureMetadata | MatchMetadata
    provenance: Provenance | None = None


class Debug(BaseModel):
    """What was done.

    Attributes:
        vector_enabled: Whether vectors were searched.
        sparse_enabled: Whether words were searched.
        graph_enabled: There is no graph.
        fusion_vector_results: Chunks of the answer that vectors brought, ranked higher than words.
        fusion_sparse_results: Chunks of the answer that words brought.
        cache_hit: There is no cache.
    """

    vector_enabled: bool = False
    sparse_enabled: bool
    graph_enabled: Literal[False] = False
    fusion_vector_results: int = 0
    fusion_sparse_results: int
    cache_hit: Literal[False] = False


class SearchResponse(BaseModel):
    """The answer.

    Attributes:
        event_id: A name of this answer, never used again.
        query: The question, as it was asked.
        matches: Best first.
        fusion_method: How legs are fused; with one leg there is nothing to fuse.
        reranker_mode: Nothing is ranked again.
        latency_ms: Milliseconds that the search took.
        debug: What was done.
    """

    event_id: str
    query: str
    matches: list[ChunkMatch]
    fusion_method: Literal["rrf"] = "rrf"
    reranker_mode: Literal["none"] = "none"
    latency_ms: float
    debug: Debug
