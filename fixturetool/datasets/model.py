"""The records of the two dataset files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Unit = Literal["page", "line"]
PageKind = Literal["locate", "content"]


@dataclass(frozen=True, slots=True)
class Location:
    """Where in a document the answer stands.

    Attributes:
        path: The document, as the file spells it.
        unit: What ``start`` and ``end`` count.
        start: The 1-based first page or line.
        end: The last one, inclusive.
    """

    path: str
    unit: Unit
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PathEntry:
    """An entry of the path lane.

    Attributes:
        entry_id: Its name, derived from its content where the file has none.
        question: What is asked.
        expected_paths: The documents that should come back.
        expected_locations: Where in them, at most one a document.
        expected_answer: What a right answer says, or ``""``.
        tags: The author's words for what it is.
        extra: What else the file says of it, untouched.
        has_id: Whether the file names it.
    """

    entry_id: str
    question: str
    expected_paths: tuple[str, ...]
    expected_locations: tuple[Location, ...] = ()
    expected_answer: str = ""
    tags: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    has_id: bool = True


@dataclass(frozen=True, slots=True)
class PageEntry:
    """An item of the page lane.

    Attributes:
        entry_id: Its name, derived from its content where the file has none.
        question: What is asked.
        expected_pages: 1-based pages, any of which answers.
        figure_ref: The figure, as the document calls it.
        kind: Whether the figure has to be located, or what it shows has to be known.
        tags: The author's words for what it is; ``prose`` makes it part of the control.
        extra: What else the file says of it, untouched.
        has_id: Whether the file names it.
    """

    entry_id: str
    question: str
    expected_pages: tuple[int, ...]
    figure_ref: str
    kind: PageKind
    tags: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    has_id: bool = True


Entry: TypeAlias = PathEntry | PageEntry


@dataclass(frozen=True, slots=True)
class PathDataset:
    """A file of the path lane.

    Attributes:
        name: The file's name without ``.json``, decoded as the public format encodes corpus ids.
        entries: In file order.
    """

    name: str
    entries: tuple[PathEntry, ...]


@dataclass(frozen=True, slots=True)
class PageDataset:
    """A file of the page lane.

    Attributes:
        name: The file's name without ``.json``.
        corpus_id: The corpus that its questions are about.
        entries: In file order.
    """

    name: str
    corpus_id: str
    entries: tuple[PageEntry, ...]


Dataset: TypeAlias = PathDataset | PageDataset
