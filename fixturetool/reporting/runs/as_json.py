"""A report of a run of any lane for a program."""

from fixturetool.evaluation.coverage import score
from fixturetool.reporting.coverage.as_json import render_report
from fixturetool.reporting.formats.registry import Report
from fixturetool.reporting.lanes.pages_json import render_page_report
from fixturetool.reporting.lanes.paths_json import render_path_report


def render_json(report: Report) -> str:
    """Write the report of the run's lane, one line feed at the end."""
    lane = report.run.settings.lane
    if lane == "pages":
        return render_page_report(report.run)
    if lane == "paths":
        return render_path_report(report.run)
    return render_report(report.run, score(report.run), report.judge)
