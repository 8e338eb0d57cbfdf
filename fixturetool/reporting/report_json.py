"""A report of a run of any lane for a program."""

from fixturetool.evaluation.coverage import score
from fixturetool.reporting.eval_json import render_report
from fixturetool.reporting.formats import Report


def render_json(report: Report) -> str:
    """Write the report of the run's lane, one line feed at the end."""
    return render_report(report.run, score(report.run), report.judge)
