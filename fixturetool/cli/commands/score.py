"""``fixturetool score``: a saved run on the fixtures of today, without a retrieval."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.exits import UNANSWERED, YES, worst
from fixturetool.cli.fail_under import fail_under_code, fail_under_option
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import check_output, print_report, run_output, write_outputs
from fixturetool.cli.rescoring import rescore_today
from fixturetool.cli.resuming import find_run
from fixturetool.cli.troubles import partial_code, told_of_strange_paths, warn_of
from fixturetool.evaluation.coverage import score as grade
from fixturetool.evaluation.rescore import Rescored, load_everything
from fixturetool.evaluation.run import Key, Run
from fixturetool.evaluation.storage.runs import headline
from fixturetool.evaluation.storage.store import save_run
from fixturetool.progress import Progress
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings

if TYPE_CHECKING:
    from fixturetool.corpus.sources import Trouble


@click.command("score")
@click.argument("run", metavar="RUN")
@click.option("--write", is_flag=True, help="Store the new scores in the run.")
@click.option(
    "--dataset",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The dataset of a path or page run.  [the file that the run names]",
)
@click.option("--brief", is_flag=True, help="Show the tables and totals, not each fixture.")
@fail_under_option("headline")
@run_output
@quiet_option
@settings_options
def command(
    run: str,
    write: bool,
    dataset: Path | None,
    brief: bool,
    fail_under: float | None,
    outputs: Sequence[Path],
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Grade a saved run again on the fixtures and the corpus of today; nothing is retrieved.

    RUN is a name or a folder; one that was interrupted is graded as far as it got. Questions that
    the fixtures no longer hold are left out and listed, and so are fixtures that the run never
    asked. Nothing is changed unless --write stores the new scores; what is left out then stays in
    the run's journal and counts again when the fixtures hold it again.

    \b
    Examples:
      fixturetool score 20261130T101500Z-001 --brief
      fixturetool score 20261130T101500Z-001 --write --output report.html
      fixturetool score 20261130T101500Z-001 --fixtures other_fixtures --format json

    Exit code 1 when --fail-under is not met, 2 for invalid fixtures or no such run, 3 when a
    retrieval of the run had failed, it or a part of the corpus can't be read, or no path that came
    back is a source.
    """
    check_output(outputs, RUN_FORMATS)
    folder = find_run(run, settings.paths.state)
    asked = load_everything(folder)
    met: list[Trouble] = []
    rescored = rescore_today(asked, settings, progress, dataset, met)
    warn_of(met)
    if write:
        save_run(folder, rescored.run)
    from fixturetool.judge.evidence import load_evidence
    from fixturetool.reporting.runs.as_console import write_run

    report = Report(rescored.run, evidence=load_evidence(folder))
    if output_format == "text":
        write_run(rescored.run, sys.stdout, brief=brief)
    else:
        print_report(report, output_format)
    write_outputs(report, outputs, RUN_FORMATS)
    _tell(asked, rescored)
    if write:
        click.echo(f"run saved: {folder}", err=True)
    return worst(_code(rescored.run, fail_under), partial_code(met))


def _tell(asked: Run, rescored: Rescored) -> None:
    """List on standard error what is not in the scores."""
    _list("no longer in the fixtures, left out", rescored.gone)
    _list("in the fixtures, never asked", rescored.unasked)
    if asked.missing:
        missing = counted(asked.missing, "retrieval")
        click.echo(f"interrupted: {missing} of the run were never made", err=True)


def _list(title: str, keys: Iterable[Key]) -> None:
    listed = list(keys)
    if listed:
        click.echo(f"{title}: {counted(len(listed), 'query', 'queries')}", err=True)
    for category, language, query in listed:
        click.echo(f"  {visible(query)}  ({visible(category)} {visible(language)})", err=True)


def _strange_paths(run: Run) -> Sequence[str]:
    return grade(run).strange_paths if run.settings.lane == "facets" else ()


def _code(run: Run, fail_under: float | None) -> int:
    errors = any(one.error is not None for asked in run.fixtures for one in asked.attempts)
    failed = UNANSWERED if errors or told_of_strange_paths(_strange_paths(run)) else YES
    return worst(failed, fail_under_code(*headline(run), fail_under))
