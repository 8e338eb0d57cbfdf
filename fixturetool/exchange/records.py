"""What other tools' files say, in one shape, before anything is looked for in the corpus."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fixturetool.fixtures.model import Fixture, Passage


@dataclass(frozen=True, slots=True)
class Document:
    """A document that is relevant to a claim.

    Attributes:
        id: As the file calls it; often a path.
        text: Its text where the file has it, else ``""``.
    """

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a complete answer covers.

    Attributes:
        facet: The name that the facet is to have.
        description: What it states, or ``""``.
        documents: What attests it, as far as the file knows.
        passages: Anchors that the file brings along.
    """

    facet: str
    description: str = ""
    documents: tuple[Document, ...] = ()
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A question with its claims.

    Attributes:
        id: As the file calls it.
        query: The question.
        claims: What a complete answer covers.
        language: The fixture language, or ``""`` where the file does not say.
        extras: The fixture's own optional keys and rationale, where the file has them.
    """

    id: str
    query: str
    claims: tuple[Claim, ...]
    language: str = ""
    extras: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lost:
    """A claim that could not be anchored.

    Attributes:
        topic: The topic's id.
        query: The question.
        facet: The facet.
        description: What it states, or ``""``.
        reason: Why no anchor was found.
    """

    topic: str
    query: str
    facet: str
    description: str
    reason: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file.

    Attributes:
        fixtures: Those that have at least one facet left, in the file's order.
        anchored: Claims that have an anchor.
        lost: Claims that have none.
    """

    fixtures: tuple[Fixture, ...]
    anchored: int
    lost: tuple[Lost, ...]


def joined(parts: Iterable[Imported]) -> Imported:
    """Return several as one."""
    known = tuple(parts)
    return Imported(
        tuple(fixture for one in known for fixture in one.fixtures),
        sum(one.anchored for one in known),
        tuple(lost for one in known for lost in one.lost),
    )
