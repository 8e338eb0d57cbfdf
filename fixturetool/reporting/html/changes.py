"""What differs from the baseline, as a page tells it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fixturetool.evaluation.compare import compare
from fixturetool.evaluation.comparing.changes import QueryChange
from fixturetool.evaluation.comparing.side import side_of_run
from fixturetool.evaluation.lanes.page_comparison import PageComparison, compare_pages
from fixturetool.evaluation.lanes.page_report import page_report_of
from fixturetool.evaluation.rescore import same_fixtures
from fixturetool.evaluation.run import Run
from fixturetool.reporting.comparison.wording import details, sentence
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.html.questions import QuestionView
from fixturetool.reporting.wording import as_sentence

_OTHER_FIXTURES = (
    "The two runs were graded on different fixtures: 'fixturetool compare' grades both on those of "
    "today."
)


@dataclass(frozen=True, slots=True)
class Moved:
    """A question whose score changed: its view, and the facets that moved."""

    view: QuestionView
    before: float
    after: float
    facets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """A comparison.

    Attributes:
        baseline: The baseline's name.
        sentence: What may be concluded.
        details: How sure it is, a sentence each.
        warnings: What makes it suspicious.
        worse: Questions that score lower, the largest loss first.
        better: Questions that score higher.
        configuration: Name, then and now of each setting that differs.
    """

    baseline: str
    sentence: str
    details: tuple[str, ...]
    warnings: tuple[str, ...]
    worse: tuple[Moved, ...]
    better: tuple[Moved, ...]
    configuration: tuple[tuple[str, str, str], ...]


def changes(report: Report, asked: Sequence[QuestionView]) -> Changes | None:
    """Hold a report's run against its baseline; None where it has none.

    Raises:
        UsageError: The two can't be compared.
        SelectionError: They have no question in common.
    """
    if report.baseline is None:
        return None
    notes = () if same_fixtures(report.baseline, report.run) else (_OTHER_FIXTURES,)
    found = compare(
        side_of_run(report.baseline),
        side_of_run(report.run),
        notes,
        _pages(report.baseline, report.run),
    )
    views = {view.fixture.question.key: view for view in asked}
    return Changes(
        baseline=report.baseline.id,
        sentence=as_sentence(sentence(found.estimate)),
        details=tuple(map(as_sentence, details(found))),
        warnings=tuple(map(as_sentence, found.warnings)),
        worse=_moved(found.worse, views),
        better=_moved(found.better, views),
        configuration=tuple(
            (one.name, one.base or "-", one.current or "-") for one in found.configuration
        ),
    )


def _pages(base: Run, current: Run) -> PageComparison | None:
    if {base.settings.lane, current.settings.lane} != {"pages"}:
        return None
    return compare_pages(page_report_of(base), page_report_of(current))


def _moved(
    found: Iterable[QueryChange], views: dict[tuple[str, str, str], QuestionView]
) -> tuple[Moved, ...]:
    return tuple(
        Moved(
            views[one.key],
            sum(one.base) / len(one.base),
            sum(one.current) / len(one.current),
            tuple(facet.name for facet in (*one.lost, *one.gained)),
        )
        for one in found
    )
