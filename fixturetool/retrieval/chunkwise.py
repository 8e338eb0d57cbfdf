"""A retriever of which chunks count, and not distinct sources: the ranking as it came, cut at k."""

from collections.abc import Mapping, Sequence

from fixturetool.retrieval.base import Hit, Retriever, with_hits


class ChunkRetriever:
    """Lets a retriever answer with its best ``k`` chunks, paths as they came; a Retriever.

    The best ``k`` chunks of a system stand in its best ``k`` sources, so that one which counts
    sources is asked for as many.
    """

    def __init__(self, inner: Retriever) -> None:
        self._inner = inner

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the description of the retriever inside."""
        return self._inner.describe()

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return the first ``k`` chunks of what the retriever inside returns.

        Raises:
            RetrievalError: The query could not be answered.
        """
        answer = self._inner.retrieve(query, k, language=language, chunk_context=chunk_context)
        return with_hits(answer, list(answer)[:k])

    def close(self) -> None:
        """Close the retriever inside."""
        self._inner.close()
