"""Searching a corpus for text, under the whitespace rule.

Plain text, and a word without operators, is searched in the normalised corpus alone. Another
regular expression is searched twice: line by line in the files as they are, then in the
normalised corpus, where each file is one line. From the second pass only what the first could
not see is taken: a match that touches no match of the first and is no longer than ``LONGEST``,
for there ``曹操.*大笑`` reaches from the first 曹操 of a file to its last 大笑. ``^`` and ``$``
mean a line in the first pass and the whole file in the second. A file in another encoding than
UTF-8 is searched by the second pass only. Reading every file takes longest, so files in which
the second pass finds nothing are left out where the expression tells that the first would not
either.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import sub

from fixturetool.corpus.listing.decoding import UnreadableError, decode
from fixturetool.corpus.normalize import normalize
from fixturetool.corpus.searching.grep import Query
from fixturetool.corpus.searching.hits import Hit, SearchResult, SourceHits, Totals
from fixturetool.corpus.searching.passes import (
    Matches,
    grep_documents,
    grep_lines,
    may_match_in_lines,
)
from fixturetool.corpus.searching.path_search import NameHits, search_paths
from fixturetool.corpus.searching.pattern import is_plain_word, read_pattern
from fixturetool.corpus.searching.places import NO_SPANS, Place, Places, describe
from fixturetool.corpus.searching.rg_output import Spans
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.corpus.sources import Corpus, Trouble
from fixturetool.progress import Progress, Silent

LONGEST = 200  # characters of a regular expression's match over several lines

_NO_HITS: tuple[Hit, ...] = ()


def search(  # noqa: PLR0913 - five of them are switches of the command
    corpus: Corpus,
    snapshot: Snapshot,
    pattern: str,
    *,
    fixed: bool = False,
    ignore_case: bool = False,
    official_only: bool = False,
    max_sources: int | None = None,
    max_hits: int | None = None,
    choose: Callable[[Sequence[str]], Collection[str]] | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search the texts and the paths of a corpus.

    Args:
        corpus: The sources.
        snapshot: Their normalised texts, opened just now.
        pattern: A regular expression in ripgrep's syntax, or plain text if ``fixed``.
        fixed: Whether the pattern is plain text.
        ignore_case: Whether to ignore case (Unicode simple folding).
        official_only: Whether to leave third-party sources out.
        max_sources: How many sources to return at most; the totals count them all.
        max_hits: How many text hits of a source to return at most; its total counts them all.
        choose: Given the sorted paths of all sources with a hit, returns those to return.
        progress: Told of every batch of matches; what it raises ends the search.

    Raises:
        PatternError: The pattern is empty or no regular expression.
        ToolMissingError: There is no ``rg``.
        StateError: The snapshot on disk is damaged.
    """
    query = read_pattern(pattern, fixed=fixed, ignore_case=ignore_case)
    left_out = frozenset(s.path for s in corpus.sources if official_only and not s.official)
    names, name_troubles = search_paths(query, _paths(corpus, left_out))
    if is_plain_word(query):  # the first pass would see nothing that the second does not
        query = replace(query, fixed=True)
    told = progress or Silent()
    documents, document_troubles = grep_documents(snapshot, query, left_out, told)
    lined = may_match_in_lines(snapshot, query, left_out, documents)
    files, file_troubles = grep_lines(corpus, query, lined, told)
    reader = _Reader(corpus, snapshot, query, pattern.strip(), documents, files)
    found = _collect(reader, names, _Limits(max_sources, max_hits, choose), told)
    met = (*snapshot.troubles, *found.troubles, *name_troubles, *document_troubles, *file_troubles)
    return SearchResult(
        pattern=pattern,
        fixed=fixed,
        ignore_case=ignore_case,
        official_only=official_only,
        language=corpus.language,
        sources=tuple(found.sources),
        totals=Totals(len(found.paths), found.hits, sum(map(len, names.values()))),
        long_matches=found.long_matches,
        troubles=_distinct(met, left_out),
        paths=tuple(found.paths),
    )


def _paths(corpus: Corpus, left_out: Collection[str]) -> list[str]:
    paths = [source.path for source in corpus.sources]
    return [path for path in paths if path not in left_out] if left_out else paths


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the original text of a source to place what ripgrep found in it."""

    corpus: Corpus
    snapshot: Snapshot
    query: Query
    typed: str
    documents: Matches
    files: Matches

    def is_official(self, path: str) -> bool:
        """Tell whether a source is official."""
        source = self.corpus.find(path)
        return source is not None and source.official

    def count(self, path: str) -> int | None:
        """Return how many places a source has, None where it takes the text to know.

        Where both passes found as many matches, each as long as its counterpart, none of them
        reaches over lines.
        """
        documents, lines = self.documents.get(path, NO_SPANS), self.files.get(path, NO_SPANS)
        if self.query.fixed or _lengths(documents) == _lengths(lines):
            return len(documents.starts)
        return None

    def places(self, path: str) -> tuple[str, Places]:
        """Return the original text and the places in it."""
        data = _read_bytes(self.corpus, path)
        text = decode(data, self.corpus.encodings).text
        documents = self.documents.get(path, NO_SPANS)
        if normalize(text) != self.snapshot.text(path):
            raise UnreadableError("changed while it was searched")
        if self.query.fixed:
            return text, Places(text, NO_SPANS, documents)
        lines = self.files.get(path, NO_SPANS)
        return text, Places(text, lines, documents, data=data, longest=LONGEST)

    def hits(self, text: str, places: Places, limit: int | None) -> tuple[Hit, ...]:
        """Return the first places as hits."""
        shown: Iterable[Place] = islice(places, limit)
        if self.query.fixed:
            shown = (self._as_typed(text, place) for place in shown)
        return tuple(describe(text, shown))

    def _as_typed(self, text: str, place: Place) -> Place:
        found, typed = text[place.start : place.end], self.typed
        if self.query.ignore_case:
            found, typed = found.casefold(), typed.casefold()
        return place._replace(rewrapped=found != typed)


def _lengths(spans: Spans) -> list[int]:
    return list(map(sub, spans.ends, spans.starts))


@dataclass(frozen=True, slots=True)
class _Limits:
    """What is returned of all that is found."""

    max_sources: int | None
    max_hits: int | None
    choose: Callable[[Sequence[str]], Collection[str]] | None


@dataclass(slots=True)
class _Collection:
    """What has been found so far."""

    sources: list[SourceHits]
    troubles: list[Trouble]
    paths: list[str]
    hits: int = 0
    long_matches: int = 0


def _collect(
    reader: _Reader,
    names: NameHits,
    limits: _Limits,
    progress: Progress,
) -> _Collection:
    found = _Collection([], [], [])
    paths = sorted(names.keys() | reader.documents.keys() | reader.files.keys())
    chosen = frozenset(paths if limits.choose is None else limits.choose(paths))
    most = len(paths) if limits.max_sources is None else limits.max_sources
    for path in paths:
        progress.advance()
        listed = path in chosen and len(found.sources) < most
        count = None if listed else reader.count(path)
        if count is None:
            total, hits = _read(reader, path, limits.max_hits if listed else 0, found)
        else:
            total, hits = count, _NO_HITS
        if not total and path not in names:
            continue
        found.paths.append(path)
        found.hits += total
        if listed:
            official = reader.is_official(path)
            found.sources.append(SourceHits(path, official, total, hits, names.get(path, ())))
    return found


def _read(
    reader: _Reader, path: str, limit: int | None, found: _Collection
) -> tuple[int, tuple[Hit, ...]]:
    if path not in reader.documents and path not in reader.files:
        return 0, _NO_HITS
    try:
        text, places = reader.places(path)
    except UnreadableError as error:
        found.troubles.append(Trouble(path, str(error)))
        return 0, _NO_HITS
    found.long_matches += places.left_out
    return places.total, reader.hits(text, places, limit)


def _read_bytes(corpus: Corpus, path: str) -> bytes:
    try:
        with open(f"{corpus.root}/{path}", "rb", buffering=0) as file:  # noqa: PTH123 - by the thousand
            return file.read()
    except OSError as error:
        raise UnreadableError(f"can't be read: {error.strerror}") from error


def _distinct(met: Iterable[Trouble], left_out: Collection[str]) -> tuple[Trouble, ...]:
    """Keep one trouble a file, and none of a source that was not to be searched."""
    troubles: dict[str, Trouble] = {}
    for trouble in sorted(met):
        if trouble.path not in left_out:
            troubles.setdefault(trouble.path, trouble)
    return tuple(troubles.values())
