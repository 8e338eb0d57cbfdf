"""What every table of the settings is, and bounds that its numbers keep."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Marks a number that pydantic takes as it is, from a bound on."""

    bound: int

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "int", "ge": self.bound, "strict": True}


@dataclass(frozen=True, slots=True)
class Within:
    """Marks a number that pydantic takes as it is, from one bound to another."""

    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "int", "ge": self.low, "le": self.high, "strict": True}


@dataclass(frozen=True, slots=True)
class Positive:
    """Marks a number above zero, whole or not."""

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "float", "gt": 0, "allow_inf_nan": False}


@dataclass(frozen=True, slots=True)
class Between:
    """Marks a number, whole or not, that pydantic takes from one bound to another."""

    low: float
    high: float = float("inf")

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> "CoreSchema":
        """Return pydantic's rule; pydantic finds this method by its name."""
        return {"type": "float", "ge": self.low, "le": self.high, "allow_inf_nan": False}


class Section:
    """One table of the settings file."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid"}
