"""What was measured for each question, in one shape for every lane."""

from collections.abc import Mapping
from dataclasses import dataclass

from fixturetool.evaluation.run import Key


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one question.

    Attributes:
        key: Category, language and query; what a question is matched by across runs.
        group: What it is counted with: the category of a facet fixture, the group of a page item.
        informative: Whether it can tell one system from another; if not, it is in no mean.
        values: Measure (as ir_measures prints it, or a page score's name) to its value for each
            scored repeat, in [0, 1]. The first measure is the lane's headline. The tuples are
            empty where no repeat was scored.
    """

    key: Key
    group: str
    informative: bool
    values: Mapping[str, tuple[float, ...]]
