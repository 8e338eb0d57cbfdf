"""What a search brings back. All offsets are 0-based, half-open and count characters."""

from dataclasses import dataclass

from fixturetool.corpus.sources import Trouble


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence around a hit.

    Attributes:
        start: First character in the source's original text.
        end: One past its last.
        text: The original text between them.
        cut: Whether a longer sentence was shortened.
    """

    start: int
    end: int
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a source's text.

    Attributes:
        line: Its 1-based line, counted by line feeds.
        column: The 1-based character of that line.
        start: First character in the original text.
        end: One past its last.
        text: The original text between them, line breaks and all.
        rewrapped: Whether it was found only by the whitespace rule: its white space differs from
            the pattern as typed or, for a regular expression, from what its line by line form has.
        sentence: The sentence around it.
    """

    line: int
    column: int
    start: int
    end: int
    text: str
    rewrapped: bool
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class NameHit:
    """One place in a source's path: the characters ``start`` to ``end`` of it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SourceHits:
    """The hits of one source.

    Attributes:
        path: Its POSIX path under the language root.
        official: Whether it is an official source.
        total: How many hits its text has, shown or not.
        hits: Those that are shown, in text order.
        names: The hits in its path.
    """

    path: str
    official: bool
    total: int
    hits: tuple[Hit, ...]
    names: tuple[NameHit, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """How much was found, whatever was shown of it.

    Attributes:
        sources: Sources with a hit in their text or path.
        hits: Hits in texts.
        name_hits: Hits in paths.
    """

    sources: int
    hits: int
    name_hits: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to one search.

    Attributes:
        pattern: The pattern as typed.
        fixed: Whether it is plain text.
        ignore_case: Whether case was ignored.
        official_only: Whether third-party sources were left out.
        language: The fixture language of the corpus.
        sources: Sources with hits, sorted by path; perhaps not all (see ``totals``).
        totals: The counts of everything found.
        long_matches: Matches of a regular expression over several lines that were left out
            because they are longer than :data:`fixturetool.corpus.search.LONGEST`.
        troubles: Files that could not be searched, or not wholly; sorted.
        paths: The paths of all sources with a hit, returned or not; sorted.
    """

    pattern: str
    fixed: bool
    ignore_case: bool
    official_only: bool
    language: str
    sources: tuple[SourceHits, ...]
    totals: Totals
    long_matches: int
    troubles: tuple[Trouble, ...]
    paths: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is any hit."""
        return self.totals.sources > 0

    @property
    def partial(self) -> bool:
        """Whether a part of the corpus could not be searched."""
        return any(not trouble.usable for trouble in self.troubles)
