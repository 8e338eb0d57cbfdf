"""What a rule has against one place of a fixture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fixturetool.authoring.rules import Code
    from fixturetool.corpus.sources import Source

Place = tuple[str | int, ...]
_SHOWN_SOURCES = 3


@dataclass(frozen=True, slots=True)
class Violation:
    """A finding that does not know its file yet.

    Attributes:
        code: The rule.
        place: The path of the value within the fixture.
        message: What is wrong.
        hint: The next step, or ``""``.
        label: The passage's label, ``""`` for a facet.
    """

    code: Code
    place: Place
    message: str
    hint: str = ""
    label: str = ""


def named(sources: Sequence[Source]) -> str:
    """Name the first few sources and count the others."""
    names = ", ".join(source.path for source in sources[:_SHOWN_SOURCES])
    more = len(sources) - _SHOWN_SOURCES
    return f"{names} and {more} more" if more > 0 else names
