"""Which charts a page has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.formats.topics import curve
from fixturetool.reporting.html.charts import curve_chart, latency_chart, spread_chart
from fixturetool.reporting.html.questions import QuestionView
from fixturetool.reporting.totals import Totals

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its title and what else there is to say."""

    title: str
    note: str
    svg: "Markup"


def figures(report: Report, asked: Sequence[QuestionView], total: Totals) -> tuple[Figure, ...]:
    """Return the charts for which there is anything to draw."""
    return tuple(_figures(report, asked, total))


def _figures(report: Report, asked: Sequence[QuestionView], total: Totals) -> Iterator[Figure]:
    facets = report.run.settings.lane == "facets"
    measure = "coverage" if facets else "recall"
    drawn = curve(report.run)
    if drawn:
        before = curve(report.baseline) if report.baseline else ()
        what = "facets covered by the first k sources" if facets else "recall of the first k chunks"
        note = f"{what}; dashed: the baseline" if before else what
        title = "Coverage@k" if facets else "Recall over k"
        yield Figure(title, note, curve_chart(drawn, before, measure))
    rates = [one.rate for one in asked if one.rate is not None and (facets or one.informative)]
    if rates:
        title = "Query by query"
        note = "each query's coverage" if facets else f"{total.headline[0]} of each question"
        yield Figure(title, note, spread_chart(rates, note))
    if total.latencies:
        note = "of every retrieval that was answered"
        yield Figure("Latency", note, latency_chart(total.latencies))
