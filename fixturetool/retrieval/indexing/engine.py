"""The only module that knows tantivy: writes an index of chunks, and ranks them by BM25.

An index is written once, by one thread, in one go, and never changed. Deleted documents would
leave their statistics behind, and merging them away estimates the rest, so that scores drift.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING

from fixturetool.errors import RetrievalError, StateError
from fixturetool.retrieval.indexing.blocks import spell

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import tantivy

    from fixturetool.corpus.tokens import Terms
    from fixturetool.retrieval.indexing.blocks import Spelled

NAME_BOOST = 0.5
"""Weight of a term in a source's path against the same term in the chunk.

Tried with 56 questions on two novels, a file a chapter: 0.25 and 0.5 did about as well, 1 did
worse, and so did 0 where it was tried.
"""

# A field for the chunk and one for the path, for words and for ideographs.
_WORDS = ("words", "name_words")
_IDEOGRAPHS = ("ideographs", "name_ideographs")
FIELDS = (_WORDS[0], _IDEOGRAPHS[0], _WORDS[1], _IDEOGRAPHS[1])
"""The fields of a chunk; an index with others is of no use."""

INDEX_HINT = "delete it with: fixturetool index clear"
"""What to do about an index that turns out to be damaged when it is asked."""

_ORDINAL = "ordinal"
_AT_SPACES = "at_spaces"
_ONE_BY_ONE = "one_by_one"
# The writer begins a new segment whenever this is full, and merges segments at moments of its
# own choosing once there are eight. With one segment a rebuild is the same to the last bit.
_HEAP_BYTES = 2_000_000_000


def engine_version() -> str:
    """Return the installed version of tantivy."""
    return metadata.version("tantivy")


class EngineWriter:
    """Writes a new index."""

    def __init__(self, folder: Path) -> None:
        """Begin an index in an empty folder.

        Raises:
            StateError: It can't be written.
        """
        import tantivy

        self._document = tantivy.Document
        with _told(folder):
            index = tantivy.Index(_schema(), path=str(folder))
            _register(index)
            self._writer = index.writer(_HEAP_BYTES, num_threads=1)
        self._folder = folder

    def add(self, ordinal: int, name: Spelled, chunk: Spelled) -> None:
        """Add a chunk.

        Args:
            ordinal: Its 0-based position among all chunks; orders chunks of equal score.
            name: The terms of its source's path.
            chunk: Its own terms.
        """
        document = self._document()
        document.add_unsigned(_ORDINAL, ordinal)
        for field, text in zip(FIELDS, (*chunk, *name), strict=True):
            document.add_text(field, text)
        with _told(self._folder):
            self._writer.add_document(document)

    def finish(self) -> None:
        """Write everything to disk."""
        with _told(self._folder):
            self._writer.commit()
            self._writer.wait_merging_threads()


class Engine:
    """Ranks the chunks of a finished index; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        """Open an index.

        Raises:
            ValueError: It can't be read, or is damaged.
            OSError: A file of it can't be read.
        """
        import tantivy

        self._tantivy = tantivy
        with _panics_told():
            index = tantivy.Index.open(str(folder))
            _register(index)
            index.config_reader("manual")
            index.reload()
            self._schema = index.schema
            self._searcher = index.searcher()

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self._searcher.num_docs

    def rank(self, terms: Terms, limit: int) -> list[tuple[float, int]]:
        """Return the best chunks for some terms as pairs of score and ordinal, best first.

        Args:
            terms: What is looked for; never taken for query syntax.
            limit: How many chunks at most, 1 or more. Room is made for so many at once.

        Raises:
            RetrievalError: The index turns out to be damaged.
        """
        try:
            with _panics_told():
                return self._rank(terms, limit)
        except (ValueError, OSError) as error:
            raise RetrievalError(f"the index is damaged: {error}", hint=INDEX_HINT) from error

    def _rank(self, terms: Terms, limit: int) -> list[tuple[float, int]]:
        words = [clause for word in terms.words for clause in self._clauses(*_WORDS, spell([word]))]
        ones = [clause for one in terms.ideographs for clause in self._clauses(*_IDEOGRAPHS, one)]
        query = self._tantivy.Query.boolean_query(words + ones)
        hits = self._searcher.search(query, limit, count=False).hits
        ordinals = self._searcher.fast_field_values(_ORDINAL, [address for _, address in hits])
        return [(score, int(n or 0)) for (score, _), n in zip(hits, ordinals, strict=True)]

    def _clauses(
        self, body: str, name: str, term: str
    ) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        query, should = self._tantivy.Query, self._tantivy.Occur.Should
        in_body = query.term_query(self._schema, body, term, index_option="freq")
        in_name = query.term_query(self._schema, name, term, index_option="freq")
        return [(should, in_body), (should, query.boost_query(in_name, NAME_BOOST))]


def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    for field in FIELDS:
        analyzer = _ONE_BY_ONE if field in _IDEOGRAPHS else _AT_SPACES
        builder.add_text_field(field, tokenizer_name=analyzer, index_option="freq")
    builder.add_unsigned_field(_ORDINAL, fast=True)
    return builder.build()


def _register(index: tantivy.Index) -> None:
    from tantivy import TextAnalyzerBuilder, Tokenizer

    # Both change nothing, for the text is cut already. The first knows ASCII white space only.
    index.register_tokenizer(_AT_SPACES, TextAnalyzerBuilder(Tokenizer.whitespace()).build())
    index.register_tokenizer(_ONE_BY_ONE, TextAnalyzerBuilder(Tokenizer.ngram(1, 1)).build())


@contextmanager
def _panics_told() -> Iterator[None]:
    """Tell a panic of tantivy, which no ``except Exception`` catches, as a ValueError."""
    try:
        yield
    except BaseException as error:
        # The class can't be imported: it is made anew by every library that has it.
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(f"the engine panicked: {error}") from error


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Tell tantivy's errors, which are ValueErrors for a full disk too, as a StateError."""
    try:
        with _panics_told():
            yield
    except (ValueError, OSError) as error:
        raise StateError(
            f'the index in "{folder}" can\'t be written: {error}',
            hint="free some space, or set paths.state to a folder that can be written",
        ) from error
