"""The bound on tokens and money that no call may pass."""

from collections.abc import Sequence
from decimal import Decimal
from threading import Condition
from types import TracebackType
from typing import Self

from fixturetool.errors import BudgetError, SettingsError
from fixturetool.llm.messages import Message
from fixturetool.llm.spending import UNKNOWN_PRICES, Prices, Spent, Tokens

_TOKENS_OF_A_MESSAGE = 8
_MOST_TOKENS = 10**9  # of one call: what a provider tells beyond it is no count


class Budget:
    """The bound on what a run may spend; asked before each call, from several threads.

    A call reserves its estimate from above, and gives back what it did not use. While others hold
    reservations, one that doesn't fit waits: they may give back enough.
    """

    def __init__(
        self,
        *,
        tokens: int | None = None,
        usd: float | None = None,
        prices: Prices = UNKNOWN_PRICES,
        section: str = "judge",
    ) -> None:
        """Set the bounds; None: no bound.

        Args:
            tokens: The most tokens.
            usd: The most US dollars.
            prices: What tokens cost.
            section: The settings that hold the prices, told in errors.

        Raises:
            SettingsError: There is a bound on money and no price to hold it against.
        """
        if usd is not None and prices.cost(Tokens(0, 0)) is None:
            unknown = " and ".join(f"{section}.price_{name}" for name in prices.unknown)
            raise SettingsError(
                "a budget in US dollars needs all prices, and one is unknown",
                hint=f"set {unknown}",
            )
        self._tokens = tokens
        self._usd = None if usd is None else Decimal(str(usd))
        self._prices = prices
        self._spent = Tokens(0, 0)
        self._reserved = Tokens(0, 0)
        self._open = 0
        self._calls = 0
        self._estimated = 0
        self._factor = 1.0
        self._changed = Condition()

    @property
    def bound(self) -> str:
        """The bound in words, ``""`` where there is none."""
        tokens = "" if self._tokens is None else f"{self._tokens} tokens"
        usd = "" if self._usd is None else f"{self._usd.normalize():f} USD"
        return " and ".join(filter(None, (tokens, usd)))

    @property
    def spent(self) -> Spent:
        """What was spent so far."""
        with self._changed:
            usd = self._prices.cost(self._spent)
            return Spent(self._calls, self._spent, usd, self._estimated)

    def reserve(self, messages: Sequence[Message], max_tokens: int) -> "Reservation":
        """Set aside what a call may cost at most; used in ``with``.

        Raises:
            BudgetError: The bound could be passed by it.
        """
        estimate = max(1, estimate_prompt(messages))
        with self._changed:
            while True:
                amount = Tokens(round(estimate * self._factor), max_tokens)
                if self._fits(amount):
                    break
                if not self._open:
                    raise self._exhausted()
                self._changed.wait()
            self._reserved += amount
            self._open += 1
        return Reservation(self, amount, estimate)

    def _fits(self, amount: Tokens) -> bool:
        after = self._spent + self._reserved + amount
        if self._tokens is not None and after.total > self._tokens:
            return False
        cost = self._prices.cost(after)
        return self._usd is None or cost is None or cost <= self._usd

    def _exhausted(self) -> BudgetError:
        spent = self._prices.cost(self._spent)
        money = "" if spent is None else f" ({spent.normalize():f} USD)"
        return BudgetError(
            f"the budget could be passed by the next call: {self._spent.total} tokens{money} spent",
            hint="raise the budget and run again: answers that were paid for are kept",
        )

    def _close(self, reservation: "Reservation") -> None:
        used = reservation.used
        with self._changed:
            self._reserved -= reservation.amount
            self._open -= 1
            if used is not None:
                self._spent += used
                self._calls += 1
                self._estimated += reservation.estimated
                # A provider may cut text finer than the estimate foresees.
                if not reservation.estimated:
                    self._factor = max(self._factor, used.prompt / reservation.estimate)
            self._changed.notify_all()


class Reservation:
    """What one call set aside; given back at the end of ``with``, but for what was used.

    Attributes:
        amount: How much, from above.
        estimate: The prompt's tokens before what was learnt of the provider.
        used: What the call cost; None: nothing.
        estimated: Whether that is the amount itself, as the provider didn't tell.
    """

    def __init__(self, budget: Budget, amount: Tokens, estimate: int) -> None:
        self.amount = amount
        self.estimate = estimate
        self.used: Tokens | None = None
        self.estimated = False
        self._budget = budget

    def settle(self, prompt_tokens: int | None, completion_tokens: int | None) -> None:
        """Count what the call cost; where the provider doesn't tell, all that was set aside."""
        self.estimated = prompt_tokens is None or completion_tokens is None
        self.used = Tokens(
            self.amount.prompt if prompt_tokens is None else _believable(prompt_tokens),
            self.amount.completion if completion_tokens is None else _believable(completion_tokens),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._budget._close(self)


def _believable(tokens: int) -> int:
    return min(tokens, _MOST_TOKENS)


def estimate_tokens(text: str) -> int:
    """Return tokens of a text, from above: one a letter beyond ASCII, one for two others.

    Tokenizers of today's models stay below that for Chinese (about 0.6 to 0.9 a character) and
    English (about one for four characters).
    """
    wide = sum(1 for letter in text if not letter.isascii())
    return wide + (len(text) - wide + 1) // 2


def estimate_prompt(messages: Sequence[Message]) -> int:
    """Return tokens of a prompt, from above."""
    return sum(estimate_tokens(one.content) + _TOKENS_OF_A_MESSAGE for one in messages)
