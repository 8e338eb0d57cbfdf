"""A graded run of any lane for a person."""

from typing import TextIO

from fixturetool.evaluation.run import Run


def write_run(run: Run, file: TextIO, *, brief: bool = False) -> None:
    """Write a run as the command of its lane does.

    Args:
        run: A graded run.
        file: A terminal, or anything else, which gets full plain lines.
        brief: Whether to leave out what is told of each question alone.
    """
    if run.settings.lane == "paths":
        from fixturetool.reporting.lanes.paths_console import write_path_report

        write_path_report(run, file, brief=brief)
    elif run.settings.lane == "pages":
        from fixturetool.reporting.lanes.pages_console import write_page_report

        write_page_report(run, file, brief=brief)
    else:
        from fixturetool.evaluation.coverage import score
        from fixturetool.reporting.coverage.as_console import write_report

        write_report(run, score(run), file, brief=brief)
