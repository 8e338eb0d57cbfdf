"""What an entry of the path lane or of the page lane expects, kept in a run with the entry.

Every record has a key of its own that must be there, so that a saved one is read back as itself.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Unit = Literal["page", "line"]
PageKind = Literal["locate", "content"]


@dataclass(frozen=True, slots=True)
class Span:
    """A part of an expected document.

    Attributes:
        path: The document, as the dataset spells it.
        unit: What is counted.
        start: The 1-based first page or line.
        end: The last one, inclusive.
        whole: Whether it is known to be the whole document, so that it tells no more than the path.
    """

    path: str
    unit: Unit
    start: int
    end: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class PathExpectation:
    """What an entry of the path lane expects.

    Attributes:
        expected_paths: The documents, as the dataset spells them.
        expected_locations: Where in them; each names one of the documents.
        answer: What a right answer says, or ``""``.
        uninformative: Why no retriever can fail the entry, or ``""``; then it is in no mean.
        absent: Those of the documents that are known not to be indexed: nobody can find them.
    """

    expected_paths: tuple[str, ...]
    expected_locations: tuple[Span, ...] = ()
    answer: str = ""
    uninformative: str = ""
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageExpectation:
    """What an item of the page lane expects.

    Attributes:
        expected_pages: 1-based pages of the document, any of which answers.
        figure_ref: The figure, as the document calls it.
        kind: Whether the figure has to be located, or what it shows has to be known.
    """

    expected_pages: tuple[int, ...]
    figure_ref: str
    kind: PageKind


Expectation: TypeAlias = PathExpectation | PageExpectation
