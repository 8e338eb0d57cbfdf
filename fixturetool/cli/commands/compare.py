"""``fixturetool compare``: what changed between two runs, and how much of it may be chance."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from fixturetool.cli.analyzing import Analyzing, analyze_options, show_analysis
from fixturetool.cli.comparing import COMPARISON_FORMATS, compare_named
from fixturetool.cli.exits import NO, YES
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.output import check_output, output_options, write_outputs
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.command("compare")
@click.argument("base", metavar="BASE")
@click.argument("current", metavar="CURRENT")
@click.option(
    "--fail-on-regression",
    is_flag=True,
    help="Exit with 1 when CURRENT is worse by more than noise, or may be.",
)
@output_options(COMPARISON_FORMATS)
@analyze_options
@quiet_option
@settings_options
def command(
    base: str,
    current: str,
    fail_on_regression: bool,
    outputs: Sequence[Path],
    output_format: str,
    analyzing: Analyzing | None,
    progress: Progress,
    settings: Settings,
) -> int:
    """Compare a run with an earlier one: what got worse, what got better, what may be chance.

    BASE and CURRENT are runs of one lane: by name (latest is the last one, latest~1 the one of
    its lane before it), by folder, or report files of the page lane. Questions are matched by
    category, language and query. Both runs are graded on one revision of the fixtures: where
    they were saved with different ones, both are graded on those of today. Runs of another
    lane, k, match mode or dataset are refused.

    The interval and the sign-flip test tell whether other queries would show the difference; the
    run-to-run noise, taken from the repeats within each run, tells whether the same system would
    show it. Without repeats the noise is unknown: make both runs with --repeat 3 or more.

    With --analyze a model writes a sceptical analysis from the numbers. It is kept for this pair
    and shown again for free; only --regenerate pays again.

    \b
    Examples:
      fixturetool compare latest~1 latest
      fixturetool compare main.run/ .fixturetool/runs/20261130T101500Z-001 --fail-on-regression
      fixturetool compare BASE CURRENT --format md > comment.md
      fixturetool compare BASE CURRENT --format github --output compare.json
      fixturetool compare before.json after.json
      fixturetool compare BASE CURRENT --analyze --export analysis.md

    Exit code 1 with --fail-on-regression, 2 for runs that can't be compared, 3 when one can't be
    read or the model gave no analysis.
    """
    check_output(outputs, COMPARISON_FORMATS)
    comparison = compare_named(base, current, settings, progress)
    if output_format == "text":
        from fixturetool.reporting.comparison.as_console import write_comparison

        write_comparison(comparison, sys.stdout)
    else:
        click.echo(COMPARISON_FORMATS[output_format].render(comparison), nl=False)
    write_outputs(comparison, outputs, COMPARISON_FORMATS)
    if analyzing:
        show_analysis(comparison, analyzing, settings, output_format)
    return NO if fail_on_regression and comparison.regressed else YES
