"""What a facet says, as words and characters that weigh more the rarer they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from fixturetool.corpus.normalize import is_cjk, normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fixturetool.authoring.reachability import Cutter

_RAREST = 0.01  # the share of sources below which a word gains nothing more
_OF_QUERY = 0.4  # what all facets of a query have in common tells none apart
_WHOLE_WORD = 0.6  # of a Chinese word beside the ideographs that it is made of
STEM = 5  # letters that a word of another script is cut to


@dataclass(frozen=True, slots=True)
class Statement:
    """One way to say a claim: the description, or an anchor.

    Attributes:
        text: As it is under the whitespace rule.
        weights: Unit (a word, the stem of one, or an ideograph) to its weight.
    """

    text: str
    weights: dict[str, float]

    @property
    def weight(self) -> float:
        """What all its units weigh."""
        return sum(self.weights.values())


@dataclass(frozen=True, slots=True)
class Claim:
    """What a facet says.

    Attributes:
        description: The description; None where there is none.
        anchors: The anchors.
    """

    description: Statement | None
    anchors: tuple[Statement, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit of any of the statements, each once."""
        statements = (*((self.description,) if self.description else ()), *self.anchors)
        return tuple(dict.fromkeys(unit for one in statements for unit in one.weights))


def claim_of(
    query: str,
    description: str,
    anchors: Sequence[str],
    cutter: Cutter,
    share: Callable[[str], float],
) -> Claim:
    """Weigh what a facet says.

    Args:
        query: The fixture's query, whose words weigh less.
        description: The facet's description, or ``""``.
        anchors: Its anchors.
        cutter: The tokenizer.
        share: Returns the share of the sources that hold a unit.
    """
    asked = frozenset(_units(cutter.content_tokens(query)))

    def statement(text: str) -> Statement:
        units = _units(cutter.content_tokens(text))
        return Statement(
            normalize(text), {unit: _weight(unit, share(unit), asked) for unit in units}
        )

    said = statement(description) if description.strip() else None
    return Claim(
        said if said and said.weights else None,
        tuple(one for one in map(statement, anchors) if one.weights),
    )


def _units(tokens: Iterable[str]) -> list[str]:
    """Return tokens in parts that meet where wording differs, sorted."""
    found: set[str] = set()
    for token in tokens:
        if is_cjk(token[0]):
            found.update(token, (token,))
        else:
            found.add(token[:STEM])
    return sorted(found)


def _weight(unit: str, share: float, asked: frozenset[str]) -> float:
    rarity = log(1 + 1 / (share + _RAREST))
    whole = _WHOLE_WORD if len(unit) > 1 and is_cjk(unit[0]) else 1.0
    return rarity * whole * (_OF_QUERY if unit in asked else 1.0)
