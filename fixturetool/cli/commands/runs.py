"""``fixturetool runs``: the runs that were kept."""

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import click

from fixturetool.cli.confirming import confirmed
from fixturetool.cli.exits import NO, UNANSWERED, YES
from fixturetool.cli.options import format_option, settings_options
from fixturetool.cli.resuming import find_run
from fixturetool.errors import UsageError
from fixturetool.evaluation.storage.runs import SavedRun, describe_run, list_runs
from fixturetool.reporting.terminal import visible
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings

_AGES = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@click.group("runs")
def command() -> None:
    """List, show and prune saved runs.

    Every evaluation is kept under .fixturetool/runs/ until it is pruned.

    \b
    Examples:
      fixturetool runs list
      fixturetool runs show 20261130T101500Z-001
      fixturetool runs prune --keep 20 --baseline 20261101T090000Z-001
    """


@command.command("list")
@format_option
@settings_options
def list_(output_format: str, settings: Settings) -> int:
    """List the saved runs, the newest last.

    Name, lane, retriever, the lane's headline (coverage rate, Success@k, page_hit_at_3), errors,
    the fingerprint of the corpus and the git commit of the fixtures, with a + where files were not
    committed. A run that was interrupted is shown as such; eval-retrieval --resume completes it.

    \b
    Examples:
      fixturetool runs list
      fixturetool runs list --format json | jq -r '.runs[-1].name'

    Exit code 3 when a run can't be read; it is named.
    """
    from fixturetool.reporting.runs.list_console import write_runs
    from fixturetool.reporting.runs.list_json import render_runs

    runs = list_runs(settings.paths.state)
    if output_format == "json":
        click.echo(render_runs(runs), nl=False)
    elif runs:
        write_runs(runs, sys.stdout)
    else:
        click.echo("no run is saved yet", err=True)
    return _told_of_unreadable(runs)


@command.command("show", short_help="Show what a saved run asked, of whom, with what result.")
@click.argument("run", metavar="RUN")
@format_option
@settings_options
def show(run: str, output_format: str, settings: Settings) -> int:
    """Show what a saved run is: what was asked, of whom, on what, and how it came out.

    RUN is a name or a folder. The report itself is that of fixturetool report.

    \b
    Examples:
      fixturetool runs show 20261130T101500Z-001
      fixturetool runs show 20261130T101500Z-001 --format json

    Exit code 2 when there is no such run, 3 when it can't be read.
    """
    from fixturetool.reporting.runs.list_console import write_saved_run
    from fixturetool.reporting.runs.list_json import render_saved_run

    saved = describe_run(find_run(run, settings.paths.state))
    if output_format == "json":
        click.echo(render_saved_run(saved), nl=False)
    elif saved.run:
        write_saved_run(saved, sys.stdout)
    return _told_of_unreadable([saved])


@command.command("prune")
@click.option("--keep", type=click.IntRange(min=0), metavar="N", help="The newest N runs stay.")
@click.option("--older-than", metavar="AGE", help="Only runs older than this go: 36h, 30d, 8w.")
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="RUN",
    help="A run that stays in any case; repeatable.",
)
@click.option("--yes", "-y", is_flag=True, help="Delete without asking.")
@settings_options
def prune(
    keep: int | None,
    older_than: str | None,
    baselines: Sequence[str],
    yes: bool,
    settings: Settings,
) -> int:
    """Delete saved runs, and the analyses of them.

    Name at least one of --keep and --older-than; with both, a run goes only if it is beyond the
    newest N and older than AGE. It says what goes, and asks, for which it needs a terminal. Runs
    that another process is completing stay.

    \b
    Examples:
      fixturetool runs prune --keep 20
      fixturetool runs prune --older-than 30d --baseline 20261101T090000Z-001 --yes

    Exit code 1 when you say no.
    """
    from fixturetool.evaluation.storage.prune import choose_to_prune, prune_runs

    if keep is None and older_than is None:
        raise UsageError(
            "prune deletes nothing without a bound", hint="add --keep N or --older-than AGE"
        )
    state = settings.paths.state
    staying = {find_run(name, state).resolve().name for name in baselines}
    doomed = choose_to_prune(
        list_runs(state),
        keep=keep,
        older_than=None if older_than is None else _age(older_than),
        baselines=staying,
        now=datetime.now(UTC),
    )
    if not doomed:
        click.echo("nothing to prune", err=True)
        return YES
    for run in doomed:
        click.echo(f"{visible(run.name)}  {run.state}", err=True)
    runs = counted(len(doomed), "run")
    if not confirmed(f"delete {runs}?", yes=yes):
        return NO
    analyses = prune_runs(doomed, state)
    also = f" and {counted(analyses, 'analysis', 'analyses')}" if analyses else ""
    click.echo(f"deleted {runs}{also}", err=True)
    return YES


def _age(text: str) -> timedelta:
    found = re.fullmatch(r"([0-9]{1,5})([hdw])", text.strip())
    if not found:
        raise UsageError(f'"{text}" is no age', hint="write hours, days or weeks: 36h, 30d, 8w")
    return int(found[1]) * _AGES[found[2]]


def _told_of_unreadable(runs: Sequence[SavedRun]) -> int:
    unreadable = [run for run in runs if run.state == "unreadable"]
    for run in unreadable:
        click.echo(f"fixturetool: {visible(_unreadable(run))}", err=True)
    return UNANSWERED if unreadable else YES


def _unreadable(run: SavedRun) -> str:
    return f"run '{run.name}' can't be read: {run.problem} ({run.folder})"
