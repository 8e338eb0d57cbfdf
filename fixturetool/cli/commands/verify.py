"""``fixturetool verify``: fixture files against the corpus."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import click

from fixturetool.authoring.rules import Code
from fixturetool.authoring.verify import Verification, verify
from fixturetool.cli.drafts import tell_drafts
from fixturetool.cli.exits import worst
from fixturetool.cli.findings import findings_code, findings_format_option
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.rewrites import load_rewrites
from fixturetool.cli.rule_choice import rule_options
from fixturetool.cli.selection import load_selection
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.progress import Progress
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings


@click.command("verify")
@click.argument("what", metavar="[CATEGORY|FILE]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--sources", is_flag=True, help="List every anchor with the sources that hold it.")
@click.option("--show-waived", is_flag=True, help="List what the settings let pass, and why.")
@click.option(
    "--rewrites",
    "runs",
    multiple=True,
    metavar="RUN",
    help="A run whose rewrites of the queries count for FT205; repeatable.",
)
@findings_format_option
@quiet_option
@settings_options
@rule_options
def command(
    what: Sequence[str],
    strict: bool,
    sources: bool,
    show_waived: bool,
    runs: Sequence[str],
    output_format: str,
    progress: Progress,
    settings: Settings,
    codes: Collection[Code],
) -> int:
    """Check every anchor against the corpus, in one pass; made to run before each commit.

    Files are validated first. An anchor must stand in the corpus letter by letter; only white
    space is forgiven. A missing anchor is told with its reason and the nearest corpus text.

    Rules have codes: fixturetool explain lists them, and explain FT203 has a page about one.
    Choose them by --select and --ignore, or under [verify] in the settings, where
    [[verify.waivers]] let single findings pass with a reason.

    \b
    Examples:
      fixturetool verify
      fixturetool verify breadth --strict
      fixturetool verify retrieval_fixtures/breadth.json --format github
      fixturetool verify --select FT2 --ignore FT203,FT213
      fixturetool verify --show-waived
      fixturetool verify --rewrites 20261130T101500Z-001

    Exit code 1 for an invalid file or an error (with --strict: or a warning), 3 when a part of
    the corpus could not be read.
    """
    tell_drafts(settings.paths.fixtures, what)
    loaded = load_selection(settings.paths.fixtures, what, settings.paths.state)
    rewrites = load_rewrites(runs, settings.paths.state)
    verified = verify(loaded.categories, settings, progress, codes, rewrites)
    verification = replace(verified, findings=loaded.findings + verified.findings)
    warn_of(verification.troubles)
    click.echo(
        _render(verification, output_format, sources=sources, show_waived=show_waived), nl=False
    )
    if not what:
        _warn_of_idle(verification, settings, codes)
    code = findings_code(verification.findings, strict=strict)
    return worst(code, partial_code(verification.troubles))


def _warn_of_idle(verification: Verification, settings: Settings, codes: Collection[Code]) -> None:
    """Name the waivers that let nothing pass although their rules were applied."""
    used = [one.waiver for one in verification.waived]
    for waiver in settings.verify.waivers:
        if waiver not in used and any(code.startswith(waiver.codes) for code in codes):
            click.echo(
                f"warning: a waiver of {', '.join(waiver.codes)} lets nothing pass any more, "
                f"remove it: {visible(waiver.reason)}",
                err=True,
            )


def _render(
    verification: Verification, output_format: str, *, sources: bool, show_waived: bool
) -> str:
    if output_format == "json":
        from fixturetool.reporting.findings.as_json import render_verification as as_json

        return as_json(verification)
    if output_format == "github":
        from fixturetool.reporting.findings.as_github import render_findings

        return render_findings(verification.findings)
    from fixturetool.reporting.findings.as_text import render_verification

    return render_verification(verification, sources=sources, show_waived=show_waived)
