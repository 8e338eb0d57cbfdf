"""What a system under test is to fixturetool: the Retriever protocol and its records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, overload


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk that came back for a query.

    Attributes:
        path: The chunk's source, a POSIX path under the language root.
        score: The system's own score; higher is better, not comparable between systems; NaN
            where the system gives none.
        text: The chunk's text as the system returned it.
        context_before: Text right before the chunk, returned with it.
        context_after: Text right after the chunk, returned with it.
        leg: The part of a hybrid system that found it, such as ``bm25``, or ``""``.
        start_line: The 1-based first line of the chunk in its source, or None.
        end_line: The 1-based last line, inclusive, or None.
        start_page: The 1-based first page, or None where the source has no pages.
        end_page: The 1-based last page, inclusive, or None.
        chunk_id: The system's own name for the chunk, or ``""``.
        kind: What the chunk is where it is no plain text, such as ``figure``, or ``""``.
        summary: What the system knows a figure to show, or ``""``.
        neighbor_of: The chunk_id of the hit that it came along with as a neighbour, or ``""``.
    """

    path: str
    score: float
    text: str
    context_before: str = ""
    context_after: str = ""
    leg: str = ""
    start_line: int | None = None
    end_line: int | None = None
    start_page: int | None = None
    end_page: int | None = None
    chunk_id: str = ""
    kind: str = ""
    summary: str = ""
    neighbor_of: str = ""

    @property
    def graded_text(self) -> str:
        """The chunk with its context: what ``--match chunk`` grades."""
        return self.context_before + self.text + self.context_after


@dataclass(frozen=True, slots=True)
class Rewritten(Sequence[Hit]):
    """Hits of a system that searched something else than the query, and tells what.

    Attributes:
        hits: What came back, best first.
        query: What was searched in place of the query.
    """

    hits: tuple[Hit, ...]
    query: str

    def __len__(self) -> int:
        """Return how many hits there are."""
        return len(self.hits)

    @overload
    def __getitem__(self, index: int) -> Hit: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...

    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        """Return one hit, or some."""
        return self.hits[index]


@dataclass(frozen=True, slots=True)
class RankedSource:
    """A source in a ranking, with the chunks of it that came back.

    Attributes:
        rank: 1-based, by the first appearance of one of its chunks.
        path: The source's path under the language root.
        hits: Its chunks in the order in which they came back; never empty.
    """

    rank: int
    path: str
    hits: tuple[Hit, ...]


class Retriever(Protocol):
    """A system under test: the manual for whoever adds one.

    A retriever is a small module with a class of these three methods, and a line in
    ``registry.py``. One that answers with paths of its own making belongs among the ``OUTSIDE``
    ones: they are wrapped, so that paths are resolved to sources and chunks beyond ``k`` sources
    are cut off; it may return what its system returned. It is opened once for a run, after
    which ``retrieve`` is called from as many threads at once as ``--jobs`` says. It neither
    retries nor paces its calls, since the run does so: it says which failures may pass.
    """

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return what identifies the system and its configuration, kept in every run.

        A run goes on (``--resume``) only with a system that says the same. No secret is in it.
        """

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return chunks, best first, that come from up to ``k`` distinct sources.

        Args:
            query: The question, as the fixture spells it.
            k: How many distinct sources are wanted; the retriever over-fetches chunks as it must.
            language: The fixture's language code, such as ``CHS``.
            chunk_context: How many neighbouring chunks to return on each side of a chunk.

        Returns:
            Hits, best first. An empty sequence is a legitimate answer. ``Rewritten`` tells beside
            them what was searched in place of the query; the run keeps it.

        Raises:
            BusyError: The system asks for fewer calls; it is asked again after a pause.
            TransientError: The failure may pass; it is asked again.
            RetrievalError: The query could not be answered, and would not be the next time.
        """

    def close(self) -> None:
        """Release what the retriever holds; it is not used afterwards."""


def fold(hits: Iterable[Hit], k: int) -> tuple[RankedSource, ...]:
    """Fold chunks to at most ``k`` distinct sources, ordered by first appearance."""
    by_path: dict[str, list[Hit]] = {}
    for hit in hits:
        if hit.path in by_path or len(by_path) < k:
            by_path.setdefault(hit.path, []).append(hit)
    return tuple(
        RankedSource(rank, path, tuple(chunks))
        for rank, (path, chunks) in enumerate(by_path.items(), start=1)
    )


def fold_pages(hits: Iterable[Hit], k: int) -> tuple[RankedSource, ...]:
    """Fold chunks to at most ``k`` pages of sources, ordered by first appearance."""
    by_page: dict[tuple[str, int | None], list[Hit]] = {}
    for hit in hits:
        page = (hit.path, hit.start_page)
        if page in by_page or len(by_page) < k:
            by_page.setdefault(page, []).append(hit)
    return tuple(
        RankedSource(rank, path, tuple(chunks))
        for rank, ((path, _), chunks) in enumerate(by_page.items(), start=1)
    )


def rewrite_of(hits: Sequence[Hit]) -> str:
    """Return what was searched in place of the query, ``""`` where that is not told."""
    return hits.query if isinstance(hits, Rewritten) else ""


def with_hits(answer: Sequence[Hit], hits: Iterable[Hit]) -> Sequence[Hit]:
    """Return other hits in place of those of an answer, with what else the answer tells."""
    return Rewritten(tuple(hits), answer.query) if isinstance(answer, Rewritten) else tuple(hits)
