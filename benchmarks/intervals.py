"""How often each interval of a mean difference covers the truth, where it claims 95 %.

``python -m benchmarks.intervals`` prints the table that ``evaluation.stats`` chose by. Seeded: the
same table every time. Samples in which not one query differs are left out: no interval is shown
for them.
"""

import time
from collections.abc import Callable, Mapping
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fixturetool.evaluation.stats import student_quantile

Floats: TypeAlias = NDArray[np.float64]
Draw: TypeAlias = Callable[[np.random.Generator, int, int], Floats]
Ends: TypeAlias = tuple[Floats, Floats]

SIZES = (12, 20, 40, 100)
SAMPLES = 2_000
RESAMPLES = 1_999
_NORMAL = NormalDist()
_SLACK = 1e-9


def moved(share: float, down: float, whole: float = 0.3) -> Draw:
    """Some queries lose or win one or two of their 2 to 6 facets, or all of them."""

    def draw(rng: np.random.Generator, samples: int, queries: int) -> Floats:
        shape = (samples, queries)
        facets = rng.integers(2, 7, size=shape)
        some = np.minimum(rng.integers(1, 3, size=shape), facets)
        lost = np.where(rng.random(shape) < whole, facets, some)
        sign = np.where(rng.random(shape) < down, -1.0, 1.0)
        return np.asarray((rng.random(shape) < share) * sign * lost / facets)

    return draw


def one_hit(rng: np.random.Generator, samples: int, queries: int) -> Floats:
    """A measure that is 0 or 1: 15 % of the queries go down, 5 % up."""
    die = rng.random((samples, queries))
    return np.where(die < 0.15, -1.0, np.where(die < 0.2, 1.0, 0.0))


def repeated(share: float, loss: float) -> Draw:
    """Means of 5 noisy repeats, of which some queries got worse."""

    def draw(rng: np.random.Generator, samples: int, queries: int) -> Floats:
        shape = (samples, queries)
        trials = rng.integers(2, 7, size=shape) * 5
        before = rng.beta(2, 1, size=shape)
        after = np.where(rng.random(shape) < share, np.clip(before - loss, 0, 1), before)
        differences = rng.binomial(trials, after) - rng.binomial(trials, before)
        return np.asarray(differences / trials)

    return draw


DRAWS: Mapping[str, Draw] = {
    "one kind of file lost: 15 % of queries, all down": moved(0.15, 1.0),
    "mixed change: 30 % moved, 3 of 4 down": moved(0.30, 0.75),
    "half moved, as many up as down": moved(0.50, 0.50, 0.1),
    "a hit or none: 15 % down, 5 % up": one_hit,
    "5 noisy repeats, a third down by 0.3": repeated(0.33, 0.3),
    "5 noisy repeats of one system": repeated(0.0, 0.0),
}


def intervals(samples: Floats, rng: np.random.Generator) -> Mapping[str, Ends]:
    """Return the ends of every candidate's interval, for each sample."""
    queries = samples.shape[1]
    counts = rng.multinomial(queries, np.full(queries, 1 / queries), size=RESAMPLES)
    means = samples @ counts.T / queries
    squares = samples**2 @ counts.T / queries
    t, bca = _t(samples), _bca(samples, means)
    return {
        "percentile bootstrap": _percentiles(means),
        "BCa bootstrap": bca,
        "studentized bootstrap": _studentized(samples, means, squares),
        "t": t,
        "sign flips inverted": _subset_means(samples, rng),
        "t and BCa together": (np.minimum(t[0], bca[0]), np.maximum(t[1], bca[1])),
    }


def _percentiles(values: Floats) -> Ends:
    low, high = np.quantile(values, [0.025, 0.975], axis=1)
    return low, high


def _error(samples: Floats) -> Floats:
    return np.asarray(samples.std(axis=1, ddof=1) / np.sqrt(samples.shape[1]))


def _t(samples: Floats) -> Ends:
    half = student_quantile(0.975, samples.shape[1] - 1) * _error(samples)
    return samples.mean(axis=1) - half, samples.mean(axis=1) + half


def _bca(samples: Floats, means: Floats) -> Ends:
    middle = samples.mean(axis=1, keepdims=True)
    below = (means < middle - _SLACK).mean(1) + (abs(means - middle) <= _SLACK).mean(1) / 2
    edge = 1 / (RESAMPLES + 1)
    bias = np.array([_NORMAL.inv_cdf(one) for one in np.clip(below, edge, 1 - edge)])
    deviations = samples - middle
    spread = np.maximum((deviations**2).sum(1) ** 1.5, _SLACK)
    skew = (deviations**3).sum(1) / (6 * spread)
    ordered = np.sort(means, axis=1)
    ends = []
    for share in (0.025, 0.975):
        shifted = bias + _NORMAL.inv_cdf(share)
        level = np.array([_NORMAL.cdf(one) for one in bias + shifted / (1 - skew * shifted)])
        place = np.clip((level * (RESAMPLES + 1)).astype(int) - 1, 0, RESAMPLES - 1)
        ends.append(ordered[np.arange(len(samples)), place])
    return ends[0], ends[1]


def _studentized(samples: Floats, means: Floats, squares: Floats) -> Ends:
    queries = samples.shape[1]
    error = np.sqrt(np.maximum(squares - means**2, 0) / (queries - 1))
    apart = means - samples.mean(axis=1, keepdims=True)
    # A resample without spread says nothing about the spread: it is as far out as can be.
    far = np.where(abs(apart) <= _SLACK, 0.0, np.sign(apart) * 1e3)
    ratios = np.where(error > _SLACK, apart / np.maximum(error, _SLACK), far)
    low, high = _percentiles(ratios)
    middle, own = samples.mean(axis=1), _error(samples)
    return np.maximum(middle - high * own, -1.0), np.minimum(middle - low * own, 1.0)


def _subset_means(samples: Floats, rng: np.random.Generator) -> Ends:
    """Invert the sign-flip test: its bounds are percentiles of the means of random subsets."""
    members = rng.random((RESAMPLES, samples.shape[1])) < 0.5
    members = members[members.any(axis=1)]
    return _percentiles(samples @ members.T / members.sum(axis=1))


def coverage(draw: Draw, queries: int, seed: int) -> dict[str, tuple[float, float]]:
    """Return for each candidate the share of samples covered, and its mean width."""
    rng = np.random.default_rng(seed)
    truth = draw(rng, 4_000, 400).mean()
    samples = draw(rng, SAMPLES, queries)
    samples = samples[abs(samples).max(axis=1) > 0]
    found = {}
    for name, (low, high) in intervals(samples, rng).items():
        covered = (low - _SLACK <= truth) & (truth <= high + _SLACK)
        found[name] = float(covered.mean()), float((high - low).mean())
    return found


def main() -> None:
    began = time.perf_counter()
    print("covered in % (mean width in points), at", ", ".join(map(str, SIZES)), "queries")
    worst: dict[str, float] = {}
    for number, (title, draw) in enumerate(DRAWS.items()):
        columns = [coverage(draw, queries, 100 * number + queries) for queries in SIZES]
        print(f"\n{title}")
        for name in columns[0]:
            cells = [f"{100 * one[name][0]:5.1f} ({100 * one[name][1]:4.1f})" for one in columns]
            worst[name] = min(worst.get(name, 1.0), *(one[name][0] for one in columns))
            print(f"  {name:24}{'  '.join(cells)}")
    print("\nlowest coverage anywhere")
    for name, share in worst.items():
        print(f"  {name:24}{100 * share:5.1f}")
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
