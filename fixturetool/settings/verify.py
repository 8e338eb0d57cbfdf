"""Which authoring rules hold, and their bounds."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fixturetool.settings.bounds import AtLeast, Between, Section

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic_core import CoreSchema


class _NotBlank:
    """Marks a text that must say something."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: "Callable[[object], CoreSchema]"
    ) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "str", "strip_whitespace": True, "min_length": 1}


@dataclass(frozen=True, slots=True)
class Waiver(Section):
    """Findings that are let pass, and why.

    What is left out matches everything; what is given must all match.

    Attributes:
        codes: The rules, by code or by a beginning of it such as ``FT2``.
        reason: Why; it is shown with ``--show-waived`` and must say something.
        files: Globs on the fixture file's name, such as ``rescue.json``, or on the end of its
            path, such as ``fixtures/*.json``.
        query: The fixture's query.
        facet: The facet that the finding is about, or that its anchor covers.
        passage: The anchor that the finding is about.
    """

    codes: tuple[str, ...]
    reason: Annotated[str, _NotBlank()]
    files: tuple[str, ...] = ()
    query: str = ""
    facet: str = ""
    passage: str = ""


@dataclass(frozen=True, slots=True)
class VerifySettings(Section):
    """The authoring rules.

    Attributes:
        select: The rules to apply, by code or by a beginning of it; empty for the usual ones.
        ignore: Rules to leave out of these; of two that fit, the longer one decides.
        min_sources: Distinct sources that a facet should have.
        max_share: The share of a language's sources that may hold an anchor.
        min_length: The least length of an anchor, where three letters weigh one ideograph.
        max_length: The most.
        waivers: Findings that are let pass, each with a reason.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_sources: Annotated[int, AtLeast(1)] = 2
    max_share: Annotated[float, Between(0, 1)] = 0.05
    min_length: Annotated[int, AtLeast(1)] = 4
    max_length: Annotated[int, AtLeast(1)] = 60
    waivers: tuple[Waiver, ...] = field(default=(), metadata={"tables": Waiver})
