"""``fixturetool judge``: saved runs judged, the evidence shown, the judge itself graded."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from fixturetool.cli.corpora import load_corpora, open_snapshots
from fixturetool.cli.exits import NO, UNANSWERED, YES, worst
from fixturetool.cli.judging import (
    Judging,
    judge_options,
    judge_runs,
    judged_code,
    show_rescue,
    write_flag,
)
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.output import check_output, output_option, write_output
from fixturetool.cli.resuming import find_run
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.corpus.snapshot import Snapshot
from fixturetool.evaluation.storage.store import load_run
from fixturetool.judge.agreement import grade_judge
from fixturetool.judge.evidence import EVIDENCE_FILE, Evidence, load_evidence, select
from fixturetool.judge.labels import Label, load_labels
from fixturetool.judge.rescue import SavedRun
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.group("judge")
def command() -> None:
    """Turn false misses of saved runs into anchors, show the evidence, or grade the judge.

    \b
    Examples:
      fixturetool judge run 20261130T101500Z-001
      fixturetool judge show judge:book/201104_立契考.txt
      fixturetool judge eval judge_labels/shipped.jsonl
    """


@command.command("run")
@click.argument("names", nargs=-1, required=True, metavar="RUN...")
@write_flag
@output_option
@quiet_option
@settings_options
@judge_options
def run(
    names: Sequence[str],
    outputs: Sequence[Path],
    progress: Progress,
    settings: Settings,
    judging: Judging,
) -> int:
    """Judge what saved runs missed, without retrieving again.

    RUN is a run's name or folder. Several are judged as one pool: what one of them missed is looked
    for in the sources of all that missed it. Anchors go into the fixtures, and the runs are graded
    again.

    \b
    Examples:
      fixturetool judge run 20261130T101500Z-001
      fixturetool judge run 20261130T101500Z-001 20261130T102000Z-001 --no-judge-write

    Exit code 2 when the corpus changed since a run, 3 when a facet could not be judged or a file
    not be written.
    """
    from fixturetool.reporting.judging.as_json import render_rescue

    check_output(outputs)
    folders = list(dict.fromkeys(find_run(name, settings.paths.state, "facets") for name in names))
    saved = [SavedRun(folder, load_run(folder)) for folder in folders]
    snapshots, code = _open_corpora(saved, settings, progress)
    rescue = judge_runs(saved, snapshots, judging, settings, progress)
    show_rescue(rescue, "text")
    for output in outputs:
        write_output(output, render_rescue(rescue))
    return worst(code, judged_code(rescue))


@command.command("show")
@click.argument("words", nargs=-1, required=True, metavar="TEXT...")
@click.option("--run", "names", multiple=True, metavar="RUN", help="Repeatable.  [all runs]")
@format_option
@settings_options
def show(words: Sequence[str], names: Sequence[str], output_format: str, settings: Settings) -> int:
    """Show what was asked and answered about an anchor or a facet.

    TEXT is a part of a label or of a passage, or a facet's name; of several, all must fit.

    \b
    Examples:
      fixturetool judge show sweep_ash
      fixturetool judge show 日清炉膛余烬 --format json
      fixturetool judge show judge:book/201104_立契考.txt --run 20261130T101500Z-001

    Exit code 1 when there is nothing to show.
    """
    from fixturetool.reporting.judging.as_console import write_evidence
    from fixturetool.reporting.judging.as_json import render_evidence

    state = settings.paths.state
    folders = [find_run(name, state, "facets") for name in names] or _judged(state)
    found = [
        (folder.name, entry) for folder in folders for entry in select(load_evidence(folder), words)
    ]
    if output_format == "json":
        click.echo(render_evidence(found), nl=False)
    else:
        write_evidence(found, sys.stdout)
    if not found:
        click.echo("no judge has said anything about that", err=True)
    return YES if found else NO


@command.command("eval", short_help="Grade the judge on spans that a person labelled.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="LABELS")
@click.option("--finder", is_flag=True, help="Grade the finder too, on the labels' sources.")
@output_option
@quiet_option
@settings_options
@judge_options
def evaluate(
    file: Path,
    finder: bool,
    outputs: Sequence[Path],
    progress: Progress,
    settings: Settings,
    judging: Judging,
) -> int:
    """Grade the judge on spans that a person labelled: precision, recall, Cohen's kappa.

    LABELS has one JSON object a line: query, claim, span, attested (true or false), and perhaps
    source and kind. A source is a path from the working directory or from the folder above the
    corpus.

    \b
    Examples:
      fixturetool judge eval judge_labels/shipped.jsonl
      fixturetool judge eval judge_labels/shipped.jsonl --finder --output agreement.json

    Exit code 3 when a label got no verdict.
    """
    from fixturetool.reporting.judging.as_console import write_agreement
    from fixturetool.reporting.judging.as_json import render_agreement

    check_output(outputs)
    labels = load_labels(file)
    sources = _sources(labels, settings) if finder else None
    with judging.session(settings.paths.state, Evidence([]), progress) as session:
        agreement = grade_judge(labels, session, sources)
    write_agreement(agreement, sys.stdout)
    for output in outputs:
        write_output(output, render_agreement(agreement))
    unscored = agreement.unscored or (agreement.finder and agreement.finder.unscored)
    return UNANSWERED if unscored else YES


def _open_corpora(
    saved: Sequence[SavedRun], settings: Settings, progress: Progress
) -> tuple[dict[str, Snapshot], int]:
    languages = [language for one in saved for language in one.run.corpora]
    snapshots = open_snapshots(load_corpora(settings, languages), settings, progress)
    troubles = [trouble for one in snapshots.values() for trouble in one.troubles]
    warn_of(troubles)
    return snapshots, partial_code(troubles)


def _judged(state: Path) -> list[Path]:
    return sorted(file.parent for file in (state / "runs").glob(f"*/{EVIDENCE_FILE}"))


def _sources(labels: Sequence[Label], settings: Settings) -> dict[str, str]:
    """Read the files that labels come from; one that is not there is not asked about."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(label.source for label in labels if label.source):
        for folder in (Path(), settings.paths.corpus.parent):
            if (folder / name).is_file():
                found[name] = (folder / name).read_text("utf-8-sig", "replace")
                break
        else:
            click.echo(f"warning: {name}: there is no such file", err=True)
    return found
