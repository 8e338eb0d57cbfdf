"""Which source of the corpus a path means that another system gave."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from fixturetool.corpus.sources import Corpus
from fixturetool.retrieval.base import Hit, Retriever, fold, with_hits


class Resolver:
    """Maps paths, as a system spells them, to the sources of one corpus.

    The same place may be spelled as the path under the language root, with ``./`` before it,
    absolute, behind a prefix that only the system knows (``repos/id/…``), as the end of a
    source's path that no other source ends with, with backslashes, percent-encoded, or in
    another Unicode form. The spelling nearest to the source's own path counts. Case counts.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._sources = frozenset(source.path for source in corpus.sources)
        self._roots = tuple({_segments(str(root)) for root in _spellings(corpus.root)})
        self._by_form: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._by_name: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for path in self._sources:
            segments = _segments(path)
            self._by_form[segments].append(path)
            self._by_name[segments[-1]].append(segments)

    def resolve(self, path: str) -> str | None:
        """Return the path of the source that is meant, or None if there is none or several.

        A path that climbs (``..``) means nothing, wherever it would lead.
        """
        if path in self._sources:
            return path
        variants = list(dict.fromkeys(_variants(path)))
        if any(".." in segments for segments in variants):
            return None
        found = (
            match
            for look in (self._under_root, self._behind_prefix, self._as_tail)
            for match in map(look, variants)
            if match is not None
        )
        return next(found, None)

    def _under_root(self, segments: tuple[str, ...]) -> str | None:
        for root in self._roots:
            if segments[: len(root)] == root:
                return self._exact(segments[len(root) :])
        return None

    def _behind_prefix(self, segments: tuple[str, ...]) -> str | None:
        """Find the longest end of the path that is a source's whole path."""
        ends = (self._exact(segments[start:]) for start in range(len(segments)))
        return next((end for end in ends if end is not None), None)

    def _as_tail(self, segments: tuple[str, ...]) -> str | None:
        """Find the one source that ends with the whole path."""
        named = self._by_name.get(segments[-1], []) if segments else []
        ending = [source for source in named if source[-len(segments) :] == segments]
        return self._exact(ending[0]) if len(set(ending)) == 1 else None

    def _exact(self, segments: tuple[str, ...]) -> str | None:
        same = self._by_form.get(segments, [])
        return same[0] if len(same) == 1 else None


class ResolvingRetriever:
    """Lets a retriever answer with the corpus's own paths; a Retriever.

    A path that means no source is kept as it came. Chunks beyond ``k`` distinct sources, which
    a system that counts chunks brings along, are left out.
    """

    def __init__(self, inner: Retriever, corpora: Mapping[str, Corpus]) -> None:
        self._inner = inner
        self._resolvers = {language: Resolver(corpus) for language, corpus in corpora.items()}

    def describe(self) -> Mapping[str, str | int | float | bool]:
        """Return the description of the retriever inside."""
        return self._inner.describe()

    def retrieve(self, query: str, k: int, *, language: str, chunk_context: int) -> Sequence[Hit]:
        """Return what the retriever inside returns, down to ``k`` sources, with paths resolved.

        Raises:
            RetrievalError: The query could not be answered.
        """
        hits = self._inner.retrieve(query, k, language=language, chunk_context=chunk_context)
        resolver = self._resolvers[language]
        known = {path: resolver.resolve(path) or path for path in {hit.path for hit in hits}}
        resolved = [replace(hit, path=known[hit.path]) for hit in hits]
        wanted = {source.path for source in fold(resolved, k)}
        return with_hits(hits, (hit for hit in resolved if hit.path in wanted))

    def close(self) -> None:
        """Close the retriever inside."""
        self._inner.close()


def _spellings(root: Path) -> Iterator[Path]:
    yield root.absolute()
    yield root.resolve()


def _variants(path: str) -> Iterator[tuple[str, ...]]:
    """Cut every reading of the path into segments, the most literal reading first."""
    for text in (path, unquote(path)):
        yield _segments(text)
        yield _segments(text.replace("\\", "/"))


def _segments(path: str) -> tuple[str, ...]:
    composed = unicodedata.normalize("NFC", path.removeprefix("file://"))
    return tuple(part for part in composed.split("/") if part not in ("", "."))
