"""Numbers as options take them."""

import math

import click


class FiniteRange(click.FloatRange):
    """A range of numbers; ``nan``, which passes every bound, and infinity are not in it."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number.

        Raises:
            click.BadParameter: It is none, or not in the range.
        """
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{number} is not a number.", param, ctx)
        return number
