"""The facet lane's scores of single questions, in the shape that every lane shares."""

from statistics import fmean

from fixturetool.evaluation.coverage import score
from fixturetool.evaluation.measured import Measured
from fixturetool.evaluation.run import Run
from fixturetool.evaluation.scores import FixtureScore


def measure_facets(run: Run) -> tuple[Measured, ...]:
    """Measure every fixture of a graded run.

    The measures are ``StRecall@k`` for the run's k, which is the share of the fixture's own facets
    that were covered, ``StRecall@1``, and ``RR``: 1 over the rank of the first source that covers
    any facet. A fixture none of whose facets the corpus can cover is uninformative.

    Raises:
        StateError: The run has not been graded.
    """
    return tuple(_measured(fixture, run.settings.k) for fixture in score(run).fixtures)


def _measured(fixture: FixtureScore, k: int) -> Measured:
    scored = range(len(fixture.coverage))
    values = {
        f"StRecall@{cutoff}": tuple(_coverage_at(fixture, repeat, cutoff) for repeat in scored)
        for cutoff in dict.fromkeys((k, 1))
    }
    values["RR"] = tuple(_reciprocal_rank(fixture, repeat) for repeat in scored)
    question = fixture.question
    informative = any(facet.winnable for facet in fixture.facets)
    return Measured(question.key, question.category, informative, values)


def _coverage_at(fixture: FixtureScore, repeat: int, cutoff: int) -> float:
    ranks = (facet.ranks[repeat] for facet in fixture.facets)
    return fmean(rank is not None and rank <= cutoff for rank in ranks)


def _reciprocal_rank(fixture: FixtureScore, repeat: int) -> float:
    ranks = [facet.ranks[repeat] for facet in fixture.facets]
    found = [rank for rank in ranks if rank is not None]
    return 1 / min(found) if found else 0.0
