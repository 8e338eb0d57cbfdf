"""``fixturetool eval-retrieval``: grade a retriever with the facet fixtures."""

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fixturetool.cli.dry_run import planned_run, tell_calls, tell_judging
from fixturetool.cli.exits import UNANSWERED, YES, worst
from fixturetool.cli.fail_under import fail_under_code, fail_under_option
from fixturetool.cli.gating import Gate, baseline_options
from fixturetool.cli.judging import (
    Judging,
    check_judged,
    judge_evaluation,
    judge_flag,
    judge_options,
    judged_code,
    rescue_part,
    show_rescue,
    write_flag,
)
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import check_output, print_report, run_output, write_outputs
from fixturetool.cli.patience import patience_options
from fixturetool.cli.resuming import (
    check_retry,
    find_run,
    refuse_settings_of_a_new_run,
    told_how_to_go_on,
)
from fixturetool.cli.retrieving import foreign_code, retriever_options
from fixturetool.cli.selection import load_valid_files
from fixturetool.cli.testbench import open_testbench
from fixturetool.cli.troubles import told_of_strange_paths
from fixturetool.errors import FixturetoolError
from fixturetool.evaluation.calling.patience import Patience
from fixturetool.evaluation.evaluate import Evaluation, Evaluator
from fixturetool.evaluation.run import Match, RunSettings
from fixturetool.evaluation.storage.journal import load_journal
from fixturetool.evaluation.storage.revision import git_revision
from fixturetool.progress import Progress
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.settings import Settings

if TYPE_CHECKING:
    from fixturetool.judge.rescued import Rescue

PRESETS = {"thorough": (10, 5), "balanced": (7, 2), "fast": (4, 1)}
_POSITIVE = click.IntRange(1, 1_000_000)


@click.command("eval-retrieval")
@click.option(
    "--category",
    "-c",
    "categories",
    multiple=True,
    metavar="CATEGORY|FILE",
    help="A category by name, or a file or folder; repeatable.  [all]",
)
@click.option("--limit", type=_POSITIVE, help="Only the first N fixtures, in file order.")
@click.option(
    "--repeat", type=_POSITIVE, default=1, show_default=True, help="Ask each query N times."
)
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default="balanced",
    show_default=True,
    help="k and chunk context: thorough 10/5, balanced 7/2, fast 4/1.",
)
@click.option("--k", type=_POSITIVE, help="Distinct sources to retrieve; overrides the preset.")
@click.option(
    "--chunk-context",
    type=click.IntRange(min=0),
    help="Neighbouring chunks on each side of a chunk; overrides the preset.",
)
@click.option(
    "--match",
    type=click.Choice(["source", "chunk"]),
    default="source",
    show_default=True,
    help="Grade the full source file, or the text that came back.",
)
@click.option("--jobs", "-j", type=_POSITIVE, default=1, show_default=True, help="Queries at once.")
@fail_under_option("coverage rate")
@click.option("--brief", is_flag=True, help="Show the tables and totals, not each fixture.")
@click.option("--resume", metavar="RUN", help="Complete a run: its name, or its folder.")
@click.option("--retry-errors", is_flag=True, help="With --resume: ask again what failed.")
@click.option("--dry-run", is_flag=True, help="Say what would be called, and call nothing.")
@judge_flag
@write_flag
@run_output
@quiet_option
@settings_options
@baseline_options
@judge_options
@retriever_options
@patience_options
def command(
    categories: Sequence[str],
    limit: int | None,
    repeat: int,
    preset: str,
    k: int | None,
    chunk_context: int | None,
    match: Match,
    jobs: int,
    fail_under: float | None,
    output_format: str,
    brief: bool,
    resume: str | None,
    retry_errors: bool,
    dry_run: bool,
    outputs: Sequence[Path],
    progress: Progress,
    settings: Settings,
    gate: Gate | None,
    judging: Judging | None,
    patience: Patience,
) -> int:
    """Ask a retriever every query, and grade which facets the sources that come back cover.

    A facet is covered when any of its anchors stands in a retrieved source. k counts distinct
    sources. The coverage rate is the share of all facets that were covered (coverage@k),
    averaged over the repeats. A failed retrieval is an error and no miss: it is counted, left
    out of the averages, and makes the exit code 3. Every run is saved under .fixturetool/runs/.

    With --repeat 2 to 12 the column "repeats" shows a bar for each repeat: full where a source of
    rank 1 covers the facet, the lower the later the first one that does, and · where none does.

    With --judge a model looks for missed facets in the sources that came back, and what it finds
    and confirms becomes an anchor in the fixtures; without it no model is ever asked.

    With --baseline the run is compared with an earlier one, as fixturetool compare does.

    \b
    Examples:
      fixturetool eval-retrieval
      fixturetool eval-retrieval -c breadth --preset fast --repeat 3
      fixturetool eval-retrieval --match chunk --output report.json --fail-under 70
      fixturetool eval-retrieval --base-url http://127.0.0.1:58012/api --jobs 8
      fixturetool eval-retrieval --retriever mypkg.search:retriever
      fixturetool eval-retrieval --resume 20261130T101500Z-001 --retry-errors
      fixturetool eval-retrieval -c rescue --judge --no-judge-write
      fixturetool eval-retrieval --repeat 3 --baseline main.run --fail-on-regression

    Exit code 1 when --fail-under or --fail-on-regression is not met, 2 for invalid fixtures, 3
    when a retrieval failed, a part of the corpus could not be read or a facet could not be judged.
    """
    check_output(outputs, RUN_FORMATS)
    check_retry(resume, retry_errors=retry_errors)
    folder = None if resume is None else find_run(resume, settings.paths.state, "facets")
    asked = RunSettings(
        k=PRESETS[preset][0] if k is None else k,
        chunk_context=PRESETS[preset][1] if chunk_context is None else chunk_context,
        match=match,
        repeat=repeat,
        preset=preset,
        categories=tuple(categories),
        limit=limit,
        jobs=jobs,
    )
    if folder:
        refuse_settings_of_a_new_run(click.get_current_context())
        asked = load_journal(folder).settings
    if gate:
        gate.check(asked)
    files = load_valid_files(settings.paths.fixtures, asked.categories)
    loaded = tuple(one.model for one in files)
    plan = partial(planned_run, folder, asked, loaded, retry_errors=retry_errors)
    check_judged(judging, files, lambda: plan()[1])
    if dry_run:
        tell_calls(settings.retriever, plan(), patience)
        tell_judging(judging, plan(), loaded)
        return YES
    with foreign_code():
        bench = open_testbench(loaded, settings, progress, jobs=asked.jobs)
    revision = git_revision(settings.paths.fixtures)
    evaluator = replace(bench.evaluator, patience=patience, revision=revision)
    evaluation = _evaluated(evaluator, folder, asked, retry_errors=retry_errors)
    report = partial(_report, outputs=outputs, output_format=output_format, brief=brief, gate=gate)
    rescue = None
    if judging:
        try:
            evaluation, rescue = judge_evaluation(
                evaluation, bench.evaluator.snapshots, judging, settings, progress
            )
        except FixturetoolError:
            # The evaluation itself was answered.
            report(evaluation, None)
            raise
    report(evaluation, rescue)
    regression = YES
    if gate:
        regression = gate.pass_through(evaluation.folder, settings, progress, output_format)
    return worst(
        regression,
        _code(evaluation, fail_under),
        judged_code(rescue),
        UNANSWERED if bench.partial else YES,
    )


def _evaluated(
    evaluator: Evaluator, folder: Path | None, asked: RunSettings, *, retry_errors: bool
) -> Evaluation:
    with foreign_code(), closing(evaluator.retriever):
        begun = (
            evaluator.resume(folder, retry_errors=retry_errors)
            if folder
            else evaluator.start(asked)
        )
        with told_how_to_go_on(begun[1].id):
            return evaluator.finish(*begun)


def _report(
    evaluation: Evaluation,
    rescue: "Rescue | None",
    *,
    outputs: Sequence[Path],
    output_format: str,
    brief: bool,
    gate: Gate | None,
) -> None:
    from fixturetool.judge.evidence import load_evidence
    from fixturetool.reporting.coverage.as_console import write_report

    report = Report(
        evaluation.run,
        judge=rescue_part(rescue),
        evidence=load_evidence(evaluation.folder),
        baseline=gate.baseline if gate else None,
    )
    if output_format == "text":
        write_report(evaluation.run, evaluation.coverage, sys.stdout, brief=brief)
    else:
        print_report(report, output_format)
    if rescue:
        show_rescue(rescue, output_format)
    write_outputs(report, outputs, RUN_FORMATS)
    click.echo(f"run saved: {evaluation.folder}", err=True)


def _code(evaluation: Evaluation, fail_under: float | None) -> int:
    summary = evaluation.coverage.summary
    strange = evaluation.coverage.strange_paths
    failed = UNANSWERED if summary.errors or told_of_strange_paths(strange) else YES
    return worst(failed, fail_under_code("coverage rate", summary.coverage_rate, fail_under))
