"""``fixturetool report``: a saved run to look at, to pass on, or to feed to another program."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from fixturetool.cli.exits import YES
from fixturetool.cli.options import settings_options
from fixturetool.cli.output import check_output, print_report, run_output, write_outputs
from fixturetool.cli.resuming import find_run
from fixturetool.evaluation.storage.store import load_run
from fixturetool.reporting.formats.registry import RUN_FORMATS, Report
from fixturetool.settings import Settings


@click.command("report")
@click.argument("run", metavar="RUN")
@click.option("--baseline", metavar="RUN", help="A run to compare it with.")
@click.option("--brief", is_flag=True, help="With --format text: the totals, not each fixture.")
@click.option(
    "--otlp-endpoint",
    metavar="URL",
    help="Send the run as spans to a collector, such as http://localhost:4318.",
)
@run_output
@settings_options
def command(
    run: str,
    baseline: str | None,
    brief: bool,
    otlp_endpoint: str | None,
    outputs: Sequence[Path],
    output_format: str,
    settings: Settings,
) -> int:
    """Report a saved run, from what was saved alone: no retriever, no corpus, no model.

    RUN is the name of a run or its folder. An HTML report is one file that needs no network: it
    can be sent by e-mail. With files to write (--output) nothing is printed unless --format says
    so.

    \b
    The formats, by name and extension:
      html    .html   totals, curve, heat map, every fixture with what came back for it
      md      .md     a comment for a pull request
      json    .json   the report that eval-retrieval writes
      csv     .csv    a row for each facet; in the other lanes for each question
      junit   .xml    failure: quality; error: retriever or judge; skipped: uninformative
      github          annotations of a workflow
      trec    .run    a TREC run; with the qrels, StRecall@k is the mean by query
      qrels   .qrels  its relevance judgements, the facet in the iteration column
      otel    .jsonl  OpenTelemetry spans as OTLP JSON lines

    \b
    Examples:
      fixturetool report 20261130T101500Z-001 -o report.html
      fixturetool report 20261130T101500Z-001 --baseline 20261129T090000Z-001 -o report.html
      fixturetool report 20261130T101500Z-001 --format md
      fixturetool report 20261130T101500Z-001 -o it.run -o it.qrels
      ir_measures it.qrels it.run StRecall@5
      fixturetool report 20261130T101500Z-001 --otlp-endpoint http://localhost:4318

    Exit code 2 when there is no such run, 3 when it can't be read or a file can't be written.
    """
    check_output(outputs, RUN_FORMATS)
    report = _load(run, baseline, settings.paths.state)
    if _prints(outputs, otlp_endpoint):
        if output_format == "text":
            _print_text(report, brief=brief)
        else:
            print_report(report, output_format)
    write_outputs(report, outputs, RUN_FORMATS)
    if otlp_endpoint:
        from fixturetool.reporting.formats.otel import send_spans

        sent = send_spans(report, otlp_endpoint)
        click.echo(f"spans sent: {sent}", err=True)
    return YES


def _load(run: str, baseline: str | None, state: Path) -> Report:
    from fixturetool.judge.evidence import load_evidence

    folder = find_run(run, state)
    asked = load_run(folder)
    return Report(
        asked,
        evidence=load_evidence(folder),
        baseline=load_run(find_run(baseline, state, asked.settings.lane)) if baseline else None,
    )


def _prints(outputs: Sequence[Path], endpoint: str | None) -> bool:
    """Tell whether standard output is wanted: it was asked for, or there is nothing else."""
    source = click.get_current_context().get_parameter_source("output_format")
    return source is ParameterSource.COMMANDLINE or not (outputs or endpoint)


def _print_text(report: Report, *, brief: bool) -> None:
    from fixturetool.reporting.runs.as_console import write_run

    write_run(report.run, sys.stdout, brief=brief)
