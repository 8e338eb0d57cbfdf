"""Honest numbers for few queries: intervals and tests of paired differences, and of shares.

numpy is all they need. Whatever is drawn at random is drawn from a fixed seed and from the sorted
values, so equal differences give equal numbers, in whatever order the queries stand.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUGH_BELOW = 20
_CONFIDENCE = 0.95
_SEED = 20_060_806  # any number will do, as long as it stays
_RESAMPLES = 9_999
_FLIPS = 99_999
_EXACT_UP_TO = 16  # 65,536 ways to flip
_ROUNDING = 1e-9  # of sums; what is 0 may come out as more
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a number lies with 95 % confidence, both ends inclusive."""

    low: float
    high: float


def paired_interval(differences: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of the mean difference over queries like these.

    It is the union of Student's t and the BCa bootstrap interval (Efron, "Better bootstrap
    confidence intervals", JASA 1987). Where most differences are 0 and the rest lie on one side,
    as when one kind of file was lost, t misses on the far side and BCa does not; where they are
    symmetric it is the other way round. ``benchmarks/intervals.py`` has the figures.

    Args:
        differences: One for each query, in [-1, 1].

    Returns:
        The interval, within [-1, 1]; None where there are fewer than two queries or all
        differences are equal, since then nothing tells how much they vary.
    """
    if len(differences) < 2 or _constant(differences):
        return None
    ends = (t_interval(differences), bca_interval(differences))
    return Interval(
        max(-1.0, min(end.low for end in ends)), min(1.0, max(end.high for end in ends))
    )


def t_interval(differences: Sequence[float]) -> Interval:
    """Return Student's 95 % interval of a mean; at least two values that are not all equal."""
    import numpy as np

    values = np.asarray(differences, dtype=float)
    half = student_quantile(0.5 + _CONFIDENCE / 2, len(values) - 1) * float(
        values.std(ddof=1) / math.sqrt(len(values))
    )
    mean = float(values.mean())
    return Interval(mean - half, mean + half)


def bca_interval(differences: Sequence[float]) -> Interval:
    """Return the bias-corrected and accelerated bootstrap interval of a mean, at 95 %."""
    import numpy as np

    values, counts = np.unique(np.asarray(differences, dtype=float), return_counts=True)
    size = int(counts.sum())
    mean = float(values @ counts) / size
    draws = np.random.default_rng(_SEED).multinomial(size, counts / size, size=_RESAMPLES)
    means = np.sort(draws @ values / size)
    slack = 1e-12
    below = float(np.mean(means < mean - slack) + np.mean(abs(means - mean) <= slack) / 2)
    bias = _NORMAL.inv_cdf(min(max(below, 1 / (_RESAMPLES + 1)), 1 - 1 / (_RESAMPLES + 1)))
    deviations = values - mean
    skew = float(deviations**3 @ counts / (6 * (deviations**2 @ counts) ** 1.5))

    def end(share: float) -> float:
        shifted = bias + _NORMAL.inv_cdf(share)
        level = _NORMAL.cdf(bias + shifted / (1 - skew * shifted))
        return float(means[min(max(int(level * (_RESAMPLES + 1)) - 1, 0), _RESAMPLES - 1)])

    return Interval(end((1 - _CONFIDENCE) / 2), end((1 + _CONFIDENCE) / 2))


def sign_flip_p(differences: Sequence[float]) -> float:
    """Return how likely a mean at least as far from 0 is, if the two systems were one.

    If they were, each difference could as well have the other sign (Fisher's randomization test;
    Smucker, Allan and Carterette, CIKM 2007). Up to 16 differences other than 0 it is exact;
    beyond, it is estimated from 99,999 draws, the observed one counted in.

    Args:
        differences: One for each query.

    Returns:
        The two-sided p-value, in (0, 1]; 1 where nothing differs.
    """
    import numpy as np

    sizes, counts = np.unique(np.abs(np.asarray(differences, dtype=float)), return_counts=True)
    sizes, counts = sizes[sizes > 0], counts[sizes > 0]
    if not len(sizes):
        return 1.0
    observed = abs(math.fsum(differences)) - _ROUNDING
    moved = int(counts.sum())
    if moved <= _EXACT_UP_TO:
        sums = _every_sum(np.repeat(sizes, counts))
        return float(np.mean(abs(sums) >= observed))
    ups = np.random.default_rng(_SEED).binomial(counts, 0.5, size=(_FLIPS, len(counts)))
    sums = (2 * ups - counts) @ sizes
    return float((np.sum(abs(sums) >= observed) + 1) / (_FLIPS + 1))


def _every_sum(sizes: "Floats") -> "Floats":
    import numpy as np

    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums - size, sums + size])
    return sums


def wilson(hits: int, trials: int) -> Interval:
    """Return Wilson's 95 % interval of a share (JASA 1927).

    Args:
        hits: From 0 to ``trials``.
        trials: At least 1.
    """
    z = _NORMAL.inv_cdf(0.5 + _CONFIDENCE / 2)
    share = hits / trials
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def hit_rate_interval(hits: int, repeats: int) -> Interval | None:
    """Return Wilson's interval of a facet's hit rate, None where all repeats agree.

    Repeats that agree may be one answer given again and again, by a cache or a system without
    chance: no interval can be had from them.
    """
    return wilson(hits, repeats) if 0 < hits < repeats else None


def student_quantile(share: float, degrees: float) -> float:
    """Return a quantile of Student's t distribution.

    Args:
        share: From 0.5 up to, without, 1.
        degrees: Degrees of freedom, a fraction too, at least 0.5.
    """
    low, high = 0.0, 1.0
    while _student_cdf(high, degrees) < share:
        low, high = high, high * 2
    for _ in range(50):  # as exact as a float
        middle = (low + high) / 2
        low, high = (middle, high) if _student_cdf(middle, degrees) < share else (low, middle)
    return high


def _student_cdf(value: float, degrees: float) -> float:
    """Integrate the density by Gauss and Legendre, with ``value = sqrt(degrees) * tan(angle)``."""
    import numpy as np

    nodes, weights = _nodes()
    limit = math.atan(value / math.sqrt(degrees))
    angles = limit * (nodes + 1) / 2
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2))
    area = float(weights @ np.cos(angles) ** (degrees - 1)) * limit / 2
    return 0.5 + constant / math.sqrt(math.pi) * area


@cache
def _nodes() -> "tuple[Floats, Floats]":
    import numpy as np

    nodes, weights = np.polynomial.legendre.leggauss(100)
    return nodes, weights


def _constant(values: Sequence[float]) -> bool:
    middle = fmean(values)
    return all(abs(value - middle) < 1e-12 for value in values)
