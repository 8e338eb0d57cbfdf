"""Where things are in what a system outside answers: JMESPath expressions."""

from dataclasses import dataclass

from fixturetool.settings.bounds import Section


@dataclass(frozen=True, slots=True)
class HitSettings(Section):
    """Where things are in one hit; an expression that is ``""`` finds nothing.

    The defaults read a match of ``POST /api/search``.

    Attributes:
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
        chunk_id: The system's own name for the chunk.
        kind: What the chunk is where it is no plain text, such as ``figure``.
        summary: What a figure shows.
        neighbor_of: The ``chunk_id`` of the hit that it came along with as a neighbour.
    """

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
    chunk_id: str = "chunk_id"
    kind: str = "metadata.chunk_kind"
    summary: str = "metadata.figure.summary"
    neighbor_of: str = "metadata.neighbor_of"


@dataclass(frozen=True, slots=True)
class AnswerSettings(HitSettings):
    """Where things are in the answer of a search API.

    Attributes:
        hits: The list, best first; the expressions of a hit are applied to each element of it.
        rewrite: What was searched in place of the query.
    """

    hits: str = "matches"
    rewrite: str = ""


@dataclass(frozen=True, slots=True)
class OpenSearchAnswer(AnswerSettings):
    """Where things are in the answer of ``POST /{index}/_search``."""

    hits: str = "hits.hits"
    path: str = "_source.path"
    text: str = "_source.text"
    score: str = "_score"
    leg: str = ""
    start_line: str = ""
    end_line: str = ""
    start_page: str = ""
    end_page: str = ""
    chunk_id: str = "_id"
    kind: str = ""
    summary: str = ""
    neighbor_of: str = ""


@dataclass(frozen=True, slots=True)
class ChromaAnswer(HitSettings):
    """Where things are in a record with ``id``, ``document``, ``metadata`` and ``distance``.

    ``score`` stands beside them: the negative of the distance, so that higher is better.
    """

    path: str = "metadata.source"
    text: str = "document"
    score: str = "score"
    leg: str = ""
    start_line: str = ""
    end_line: str = ""
    start_page: str = ""
    end_page: str = ""
    chunk_id: str = "id"
    kind: str = ""
    summary: str = ""
    neighbor_of: str = ""
