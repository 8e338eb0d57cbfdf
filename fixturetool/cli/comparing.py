"""From the names of two runs to their comparison, on one revision of the fixtures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.rescoring import rescore_today
from fixturetool.cli.resuming import find_run
from fixturetool.errors import FixturetoolError, StateError, UsageError
from fixturetool.evaluation.rescore import same_fixtures
from fixturetool.evaluation.storage.runs import lane_of
from fixturetool.evaluation.storage.store import load_run
from fixturetool.reporting.formats.registry import Format, Formats
from fixturetool.reporting.terminal import visible

if TYPE_CHECKING:
    from fixturetool.evaluation.compare import Comparison
    from fixturetool.evaluation.lanes.page_report import PageReport
    from fixturetool.evaluation.run import Run
    from fixturetool.progress import Progress
    from fixturetool.settings import Settings

COMPARISON_FORMATS: Formats[Comparison] = {
    "json": Format("fixturetool.reporting.comparison.as_json:render_comparison", (".json",)),
    "md": Format("fixturetool.reporting.comparison.as_markdown:render_comparison", (".md",)),
    "github": Format("fixturetool.reporting.comparison.as_github:render_comparison"),
}


def compare_named(base: str, current: str, settings: Settings, progress: Progress) -> Comparison:
    """Compare two runs, or two reports of the page lane.

    Args:
        base: The name or folder of a run, or a report file of the page lane.
        current: The same for what is held against it.
        settings: Where runs and fixtures are.
        progress: Told of a pass over a corpus.

    Raises:
        FixturetoolError: One can't be found or read, or they can't be compared.
    """
    if _is_file(base) or _is_file(current):
        return _compare_pages(base, current, settings)
    current_folder = find_run(current, settings.paths.state)
    base_folder = find_run(base, settings.paths.state, lane_of(current_folder))
    return compare_folders(base_folder, current_folder, settings, progress)


def compare_folders(
    base_folder: Path, current_folder: Path, settings: Settings, progress: Progress
) -> Comparison:
    """Compare two saved runs by their folders.

    Raises:
        FixturetoolError: One can't be read, or they can't be compared.
    """
    from fixturetool.evaluation.compare import compare_runs
    from fixturetool.evaluation.lanes.page_comparison import compare_pages
    from fixturetool.evaluation.lanes.page_report import page_report_of
    from fixturetool.judge.origins import written_anchors

    base, current = load_run(base_folder), load_run(current_folder)
    pages = None
    if base.settings.lane == current.settings.lane == "pages":
        pages = compare_pages(page_report_of(base), page_report_of(current))
    found = written_anchors(base_folder), written_anchors(current_folder)
    base, current = _on_one_revision(base, current, settings, progress)
    return compare_runs(base, current, *found, pages)


def _on_one_revision(
    base: Run, current: Run, settings: Settings, progress: Progress
) -> tuple[Run, Run]:
    """Return both runs graded on the same fixtures, those of today where they differ."""
    if base.settings.lane != current.settings.lane or same_fixtures(base, current):
        return base, current
    click.echo(
        "the runs were graded on different fixtures: both are graded on those of today", err=True
    )
    try:
        return (
            rescore_today(base, settings, progress).run,
            rescore_today(current, settings, progress).run,
        )
    except FixturetoolError as error:
        raise UsageError(
            "the runs were graded on different fixtures, and those of today can't be used: "
            f"{error}",
            hint=error.hint or "name them with --fixtures and --corpus",
        ) from error


def _compare_pages(base: str, current: str, settings: Settings) -> Comparison:
    from fixturetool.evaluation.compare import compare
    from fixturetool.evaluation.comparing.side import side_of_report
    from fixturetool.evaluation.lanes.page_comparison import compare_pages

    before, after = _page_report(base, settings), _page_report(current, settings)
    pages = compare_pages(before, after)
    return compare(side_of_report(before), side_of_report(after), pages=pages)


def _page_report(name: str, settings: Settings) -> PageReport:
    from fixturetool.evaluation.lanes.page_report import page_report_of, parse_page_report

    if not _is_file(name):
        run = load_run(find_run(name, settings.paths.state, "pages"))
        if run.settings.lane != "pages":
            raise UsageError(
                f"run '{run.id}' is of the lane '{run.settings.lane}', "
                "and a report file of the page lane",
                hint="compare runs with runs",
            )
        return page_report_of(run)
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise StateError(f"can't read '{visible(name)}': {error.strerror}") from error
    return parse_page_report(data, name)


def _is_file(name: str) -> bool:
    """Tell whether a name is a report file; a ``run.json`` is its folder's run."""
    path = Path(name)
    return path.is_file() and path.name != "run.json"
