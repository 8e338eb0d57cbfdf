"""How much two runs of one system differ by chance, taken from the repeats within each run."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

from fixturetool.evaluation.stats import student_quantile

Repeats = Sequence[float]

_ROUNDING = 1e-24  # the square of what rounding makes of equal repeats

# To see a difference in 4 of 5 tries with 95 % confidence.
_EFFORT = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)


@dataclass(frozen=True, slots=True)
class Noise:
    """The run-to-run noise of a difference of means.

    Attributes:
        floor: Two runs of one system differ by less than this in 95 of 100 cases; 0 where the
            repeats of every query agree.
        borrowed: Whether one of the runs has no repeats, so that the other's stand for both.
        spread: The variance of the difference that one repeat of each run would have.
    """

    floor: float
    borrowed: bool
    spread: float

    def repeats_to_see(self, difference: float) -> int | None:
        """Return the repeats of each run that show this difference in 4 of 5 tries.

        None where the repeats agree, so that chance hides nothing, and for no difference.
        """
        if self.spread < _ROUNDING or not difference:
            return None
        return max(2, math.ceil(_EFFORT**2 * self.spread / difference**2))


def noise_of(base: Sequence[Repeats], current: Sequence[Repeats]) -> Noise | None:
    """Return the noise of the mean over queries of current less base.

    The half-width is that of a t interval whose degrees of freedom are Satterthwaite's (Biometrics
    Bulletin 1946), as the queries vary unequally.

    Args:
        base: For each query the value of each scored repeat, at least one.
        current: The same for the other run, the same queries in the same order.

    Returns:
        The noise; None where neither run has a query with two repeats.
    """
    spreads = [_spreads(one) for one in (base, current)]
    known = [one for one in spreads if one is not None]
    if not known:
        return None
    base_spreads, current_spreads = spreads[0] or known[0], spreads[1] or known[0]
    fewest = _repeats_behind(base, current)
    parts = [
        (spread / len(repeats), max(len(repeats), fewest) - 1)
        for run, run_spreads in ((base, base_spreads), (current, current_spreads))
        for repeats, spread in zip(run, run_spreads, strict=True)
    ]
    total = math.fsum(part for part, _ in parts)
    square = len(base) ** 2
    return Noise(
        floor=_floor(parts, total) / len(base),
        borrowed=len(known) == 1,
        spread=math.fsum([*base_spreads, *current_spreads]) / square,
    )


def _floor(parts: Sequence[tuple[float, int]], total: float) -> float:
    if total < _ROUNDING:
        return 0.0
    degrees = total**2 / math.fsum(part**2 / degree for part, degree in parts)
    return student_quantile(0.975, max(1.0, degrees)) * math.sqrt(total)


def _spreads(run: Sequence[Repeats]) -> list[float] | None:
    """Return each query's variance between repeats; one without repeats gets the mean of them."""
    known = [variance(repeats) for repeats in run if len(repeats) > 1]
    if not known:
        return None
    usual = fmean(known)
    return [variance(repeats) if len(repeats) > 1 else usual for repeats in run]


def _repeats_behind(base: Sequence[Repeats], current: Sequence[Repeats]) -> int:
    """Return the repeats that a borrowed variance was measured with, the fewest there are."""
    return min(len(repeats) for run in (base, current) for repeats in run if len(repeats) > 1)
