"""Tokens, prices and what they make. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one call or of many."""

    prompt: int
    completion: int

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.prompt + other.prompt, self.completion + other.completion)

    def __sub__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.prompt - other.prompt, self.completion - other.completion)

    @property
    def total(self) -> int:
        """Both together."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens; None: unknown, which is not 0."""

    per_million_input: float | None = None
    per_million_output: float | None = None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the prices that are unknown."""
        return tuple(name for name in self.__slots__ if getattr(self, name) is None)

    def cost(self, tokens: Tokens) -> Decimal | None:
        """Return what tokens cost in US dollars, or None where a price is unknown."""
        if self.per_million_input is None or self.per_million_output is None:
            return None
        read = Decimal(str(self.per_million_input)) * tokens.prompt
        written = Decimal(str(self.per_million_output)) * tokens.completion
        return (read + written) / _MILLION


UNKNOWN_PRICES = Prices()


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent so far.

    Attributes:
        calls: Attempts that may have cost something.
        tokens: Their tokens.
        usd: Their cost in US dollars; None: unknown.
        estimated_calls: Those of the calls whose provider told no tokens: counted as reserved.
    """

    calls: int
    tokens: Tokens
    usd: Decimal | None
    estimated_calls: int


TellSpent: TypeAlias = Callable[[str, Spent], object]
"""Told in the end what was spent, and on what in a word."""


def tell_nobody(what: str, spent: Spent) -> None:
    """Let nobody know what was spent."""
