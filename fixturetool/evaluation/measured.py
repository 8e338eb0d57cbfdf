"""What was measured for each question, in one shape for every lane."""

from collections.abc import Mapping
from dataclasses import dataclass

from fixturetool.evaluation.run import Key, Run


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


def measured(run: Run) -> tuple[Measured, ...]:
    """Measure every question of a run by the measures of its lane, in the run's order.

    Raises:
        StateError: The run has not been graded.
    """
    # The lanes' rooms know the record above.
    if run.settings.lane == "paths":
        from fixturetool.evaluation.lanes.paths import measure_paths

        return measure_paths(run)
    if run.settings.lane == "pages":
        from fixturetool.evaluation.lanes.pages import measure_pages

        return measure_pages(run)
    from fixturetool.evaluation.facets import measure_facets

    return measure_facets(run)
