"""How well two raters of yes and no agree, with intervals of 95 %. Pure."""

from dataclasses import dataclass
from math import sqrt

from fixturetool.evaluation.stats import wilson

_Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number between two bounds.

    Attributes:
        value: The estimate.
        low: The lower bound of its 95 % interval.
        high: The upper bound.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of verdicts by label.

    Attributes:
        true_positives: Attested, and accepted.
        false_positives: Not attested, but accepted.
        false_negatives: Attested, but turned down.
        true_negatives: Not attested, and turned down.
    """

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int

    @property
    def total(self) -> int:
        """All that was scored."""
        return (
            self.true_positives + self.false_positives + self.false_negatives + self.true_negatives
        )

    @property
    def precision(self) -> Estimate | None:
        """The share of the accepted that is attested; None if nothing was accepted."""
        return estimate_share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> Estimate | None:
        """The share of the attested that is accepted; None if nothing is attested."""
        return estimate_share(self.true_positives, self.true_positives + self.false_negatives)

    @property
    def kappa(self) -> Estimate | None:
        """Cohen's kappa; None where chance alone would agree on everything."""
        return _kappa(self)


def estimate_share(successes: int, trials: int) -> Estimate | None:
    """Return a share with its score interval (Wilson 1927); None without a trial."""
    if not trials:
        return None
    share, interval = successes / trials, wilson(successes, trials)
    return Estimate(share, min(share, interval.low), max(share, interval.high))


def _kappa(table: Confusion) -> Estimate | None:
    """Cohen's kappa (1960) with the large-sample interval of Fleiss, Cohen and Everitt (1969)."""
    if not table.total:
        return None
    cells = [
        [table.true_positives / table.total, table.false_negatives / table.total],
        [table.false_positives / table.total, table.true_negatives / table.total],
    ]
    rows = [sum(row) for row in cells]
    columns = [sum(column) for column in zip(*cells, strict=True)]
    agreed = cells[0][0] + cells[1][1]
    chance = sum(row * column for row, column in zip(rows, columns, strict=True))
    if chance == 1:
        return None
    kappa = (agreed - chance) / (1 - chance)
    diagonal = sum(cells[i][i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in range(2))
    others = (1 - kappa) ** 2 * sum(
        cells[i][1 - i] * (columns[i] + rows[1 - i]) ** 2 for i in range(2)
    )
    excess = (kappa - chance * (1 - kappa)) ** 2
    variance = max(0.0, diagonal + others - excess) / ((1 - chance) ** 2 * table.total)
    reach = _Z * sqrt(variance)
    return Estimate(kappa, max(-1.0, kappa - reach), min(1.0, kappa + reach))
