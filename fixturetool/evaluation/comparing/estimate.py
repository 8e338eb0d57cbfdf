"""What the paired differences over queries say, and what may be concluded."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from fixturetool.evaluation.noise import Noise, Repeats, noise_of
from fixturetool.evaluation.stats import ROUGH_BELOW, Interval, paired_interval, sign_flip_p

_SIGNIFICANT = 0.05
_ONE_WAY = 0.01
_NOTHING = 1e-12


class Verdict(StrEnum):
    """What two runs are to each other."""

    SAME = "same"
    WORSE = "worse"
    BETTER = "better"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The difference of two runs in one measure, over the queries that both answered.

    Attributes:
        queries: How many there are.
        base: The base run's mean over them, in [0, 1]; None without queries.
        current: The current run's.
        difference: ``current`` less ``base``, in [-1, 1]; 0 without queries.
        worse: Queries that score lower.
        better: Queries that score higher.
        interval: Where the difference lies over queries like these; None where nothing tells.
        p: Of the sign-flip test: how likely such a difference is between two runs of one system.
        noise: The run-to-run noise of the difference; None where neither run has repeats.
    """

    queries: int
    base: float | None
    current: float | None
    difference: float
    worse: int
    better: int
    interval: Interval | None
    p: float
    noise: Noise | None

    @property
    def same(self) -> int:
        """Queries that score as before."""
        return self.queries - self.worse - self.better

    @property
    def rough(self) -> bool:
        """Whether there are too few queries for the interval to be exact."""
        return self.queries < ROUGH_BELOW

    @property
    def repeats_to_see(self) -> int | None:
        """The repeats of each run that would show the difference through the noise."""
        return self.noise.repeats_to_see(self.difference) if self.noise else None

    @property
    def beyond_noise(self) -> bool:
        """Whether the difference is more than the run-to-run noise that is known."""
        return self.noise is not None and abs(self.difference) > max(self.noise.floor, _NOTHING)

    @property
    def verdict(self) -> Verdict:
        """What may be concluded about these queries.

        With repeats, a difference counts beyond the noise, and where the queries move so much one
        way that the sign-flip test leaves less than 1 % to chance: one query whose repeats disagree
        can't hide what all others show. Without, it counts where that test leaves less than 5 %,
        and is unclear otherwise. No difference in the mean, with queries that moved both ways, is
        the same only where the noise is known to explain it.
        """
        if not self.worse and not self.better:
            return Verdict.SAME
        direction = Verdict.WORSE if self.difference < 0 else Verdict.BETTER
        if self.noise is not None:
            if not self.noise.floor and not self.difference:
                return Verdict.UNCLEAR
            return direction if self.beyond_noise or self.p < _ONE_WAY else Verdict.SAME
        return direction if self.p < _SIGNIFICANT else Verdict.UNCLEAR


def estimate(base: Sequence[Repeats], current: Sequence[Repeats]) -> Estimate:
    """Estimate the difference from the values of both runs.

    Args:
        base: For each query the value of each scored repeat, at least one.
        current: The same for the other run, the same queries in the same order.
    """
    before, after = list(map(fmean, base)), list(map(fmean, current))
    differences = [_difference(one, other) for one, other in zip(before, after, strict=True)]
    return Estimate(
        queries=len(differences),
        base=fmean(before) if before else None,
        current=fmean(after) if after else None,
        difference=_rounded(fmean(differences)) if differences else 0.0,
        worse=sum(one < 0 for one in differences),
        better=sum(one > 0 for one in differences),
        interval=paired_interval(differences),
        p=sign_flip_p(differences),
        noise=noise_of(base, current) if differences else None,
    )


def _difference(before: float, after: float) -> float:
    return _rounded(after - before)


def _rounded(difference: float) -> float:
    """Return 0 where there is no difference but for the rounding of floats."""
    return difference if abs(difference) > _NOTHING else 0.0
