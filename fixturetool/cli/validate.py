"""``fixturetool validate``: fixture files by themselves."""

from collections.abc import Sequence

import click

from fixturetool.cli.findings import findings_code, findings_format_option
from fixturetool.cli.options import settings_options
from fixturetool.cli.selection import load_selection
from fixturetool.fixtures.load import LoadedDirectory
from fixturetool.settings import Settings


@click.command("validate", no_args_is_help=False)
@click.argument("files", metavar="[CATEGORY|FILE]...", nargs=-1)
@findings_format_option
@settings_options
def command(files: Sequence[str], output_format: str, settings: Settings) -> int:
    """Check the loader invariants of fixture files; no corpus is needed.

    All problems of all files are told at once, each with file, line and JSON pointer. Without
    arguments every *.json of the fixtures folder is checked.

    \b
    Examples:
      fixturetool validate
      fixturetool validate breadth
      fixturetool validate drafts/new.json --format json

    Exit code 1 when a file is not valid.
    """
    loaded = load_selection(settings.paths.fixtures, files)
    click.echo(_render(loaded, output_format), nl=False)
    return findings_code(loaded.findings)


def _render(loaded: LoadedDirectory, output_format: str) -> str:
    from fixturetool.reporting import findings_github, findings_json, findings_text

    if output_format == "json":
        return findings_json.render_findings(loaded.findings)
    if output_format == "github":
        return findings_github.render_findings(loaded.findings)
    return findings_text.render_findings(loaded.findings) + _summary(loaded)


def _summary(loaded: LoadedDirectory) -> str:
    """Count what was checked: the valid files and the problems of the others."""
    from fixturetool.reporting.wording import counted

    valid = counted(len(loaded.categories), "valid file")
    fixtures = counted(sum(len(one.model.fixtures) for one in loaded.categories), "fixture")
    if not loaded.findings:
        return f"{valid} with {fixtures}\n"
    broken = counted(len({finding.file for finding in loaded.findings}), "invalid file")
    problems = counted(len(loaded.findings), "problem")
    return f"{valid} with {fixtures}; {broken} with {problems}\n"
