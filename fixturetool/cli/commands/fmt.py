"""``fixturetool fmt``: the layout of fixture files."""

from collections.abc import Sequence
from pathlib import Path

import click

from fixturetool.cli.exits import NO, YES
from fixturetool.cli.options import settings_options
from fixturetool.cli.selection import load_selection
from fixturetool.cli.writing import content_of, load_category
from fixturetool.fixtures.edit import rewrite
from fixturetool.fixtures.layout import laid_out
from fixturetool.fixtures.load import LoadedCategory
from fixturetool.jsontext.read import BYTE_ORDER_MARK
from fixturetool.reporting.terminal import visible
from fixturetool.settings import Settings


@click.command("fmt")
@click.argument("what", metavar="[CATEGORY|FILE]...", nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing; name the files that would be changed.")
@settings_options
def command(what: Sequence[str], check: bool, settings: Settings) -> int:
    """Format fixture files alike: two spaces a level, a value a line, "covers" on one line.

    Nothing but layout changes: order, spelling, escapes, line ends and byte order mark stay. No
    other command formats a file; they keep the style that they find.

    \b
    Examples:
      fixturetool fmt
      fixturetool fmt customs
      fixturetool fmt --check

    Exit code 1 with --check when a file would be changed, 2 when a file is not valid.
    """
    files = _files(settings.paths.fixtures, what)
    changed = [one for one in files if _lay_out(one, write=not check)]
    verb = "would be formatted" if check else "formatted"
    for one in changed:
        click.echo(f"{visible(one.name)}: {verb}")
    return NO if check and changed else YES


def _files(directory: Path, what: Sequence[str]) -> list[LoadedCategory]:
    """Return the files, each of which must be valid before any is written."""
    if not what:
        loaded = load_selection(directory, ())
        names = [str(one.path) for one in loaded.categories]
        what = [*names, *(finding.file for finding in loaded.findings)]
    return [load_category(directory, word) for word in dict.fromkeys(what)]


def _lay_out(loaded: LoadedCategory, *, write: bool) -> bool:
    content = content_of(loaded)
    mark = BYTE_ORDER_MARK if content.startswith(BYTE_ORDER_MARK) else b""
    new = mark + laid_out(loaded.source).encode("utf-8")
    if write:
        return rewrite(loaded.path, new, expected=content)
    return new != content
