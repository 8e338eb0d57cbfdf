"""What is put before the judge: a question, the claims that were missed, texts that came back."""

from dataclasses import dataclass

from fixturetool.evaluation.run import Question


@dataclass(frozen=True, slots=True)
class Claim:
    """A facet and what it claims.

    Attributes:
        facet: The facet's name, by which a reply must call it.
        description: What a text must state to attest it; never blank.
    """

    facet: str
    description: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text that was graded.

    Attributes:
        path: Its source, a POSIX path under the language root.
        official: Whether that is an official source.
        rank: The best 1-based rank that the source had.
        text: The source's original text, or the text that came back where that was graded.
    """

    path: str
    official: bool
    rank: int
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question to the finder.

    Attributes:
        question: The fixture as it was asked.
        claims: The missed facets that have a description, in the fixture's order.
        documents: By rank, then by path; no two are the same.
        reserve: Characters of all descriptions of the fixture, missed or not: windows that keep
            room for them stay the same when fewer facets are missed.
    """

    question: Question
    claims: tuple[Claim, ...]
    documents: tuple[Document, ...]
    reserve: int
