"""``fixturetool verify``: fixture files against the corpus."""

from collections.abc import Sequence
from dataclasses import replace

import click

from fixturetool.authoring.verify import Verification, verify
from fixturetool.cli.exits import worst
from fixturetool.cli.findings import findings_code, findings_format_option, partial_code
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.selection import load_selection
from fixturetool.cli.troubles import warn_of
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.command("verify")
@click.argument("what", metavar="[CATEGORY|FILE]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--sources", is_flag=True, help="List every anchor with the sources that hold it.")
@findings_format_option
@quiet_option
@settings_options
def command(
    what: Sequence[str],
    strict: bool,
    sources: bool,
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Check every anchor against the corpus, in one pass; made to run before each commit.

    Files are validated first. An anchor must stand in the corpus letter by letter; only white
    space is forgiven. A missing anchor is told with its reason and the nearest corpus text.

    \b
    FT201 error    the anchor is not in the corpus
    FT202 error    `official` disagrees with the sources that hold the anchor
    FT203 warning  a facet rests on too few distinct sources (verify.min_sources)
    FT204 warning  a facet is attested by unofficial sources alone
    FT205 warning  no source of the anchor shares a word with the query (see [aliases])
    FT206 warning  an anchor adds nothing to another one

    \b
    Examples:
      fixturetool verify
      fixturetool verify breadth --strict
      fixturetool verify retrieval_fixtures/breadth.json --format github

    Exit code 1 for an invalid file or an error (with --strict: or a warning), 3 when a part of
    the corpus could not be read.
    """
    loaded = load_selection(settings.paths.fixtures, what, settings.paths.state)
    verified = verify(loaded.categories, settings, progress)
    verification = replace(verified, findings=loaded.findings + verified.findings)
    warn_of(verification.troubles)
    click.echo(_render(verification, output_format, sources=sources), nl=False)
    unreadable = any(not trouble.usable for trouble in verification.troubles)
    return worst(findings_code(verification.findings, strict=strict), partial_code(unreadable))


def _render(verification: Verification, output_format: str, *, sources: bool) -> str:
    if output_format == "json":
        from fixturetool.reporting.findings_json import render_verification as as_json

        return as_json(verification)
    if output_format == "github":
        from fixturetool.reporting.findings_github import render_findings

        return render_findings(verification.findings)
    from fixturetool.reporting.findings_text import render_verification

    return render_verification(verification, sources=sources)
