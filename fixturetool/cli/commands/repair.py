"""``fixturetool repair``: the text in the place of anchors that are gone."""

import sys
from collections.abc import Sequence

import click

from fixturetool.authoring.repair import Gone, Repairs, find_repairs
from fixturetool.authoring.repairing.proposal import BAR
from fixturetool.cli.confirming import confirmed
from fixturetool.cli.exits import NO, YES, worst
from fixturetool.cli.numbers import FiniteRange
from fixturetool.cli.options import format_option, quiet_option, settings_options
from fixturetool.cli.selection import load_valid_files
from fixturetool.cli.troubles import partial_code, warn_of
from fixturetool.cli.walking import check_interactive
from fixturetool.errors import UsageError
from fixturetool.progress import Progress
from fixturetool.reporting.wording import counted
from fixturetool.settings import Settings


@click.command("repair")
@click.argument("what", metavar="[CATEGORY|FILE]...", nargs=-1)
@click.option("--write", is_flag=True, help="Write what is above the bar, after asking.")
@click.option("--yes", is_flag=True, help="With --write: don't ask.")
@click.option("--interactive", "-i", is_flag=True, help="Decide on each anchor, at a terminal.")
@click.option(
    "--bar",
    type=FiniteRange(0.76, 1),
    default=BAR,
    show_default=True,
    help="The confidence from which a proposal is written.",
)
@format_option
@quiet_option
@settings_options
def command(
    what: Sequence[str],
    write: bool,
    yes: bool,
    interactive: bool,
    bar: float,
    output_format: str,
    progress: Progress,
    settings: Settings,
) -> int:
    """Find the corpus text that took the place of anchors that are gone.

    For each anchor: the nearest text, what differs character by character, how sure it is, whether
    it is the only such text, how many sources hold it, and whether the label names its source. Only
    text of the very same words in the same order is ever above the bar: a changed name, number,
    negation or title is a changed fact, however small, and so may any other word be. Of the marks,
    only another form of the same is: its width, the style of quotes and dashes, one end of a
    sentence for another. A comma that comes, goes or moves, or that becomes a semicolon, may change
    who did what to whom. And no negation, number, question or half a word may stand right beside
    the text. The rest is for a person, with the text ready to paste.

    With --interactive a person decides on each anchor: the text is written in its place, or the
    next of several is shown, or the anchor is removed. A rule that is against a text is told, and
    no facet is left without anchor. Every decision is written at once, and can be undone.

    The confidence is 0.99 for the same words in the source that the label names, 0.95 where the
    label names no source, 0.80 where it names another, 0.60 where several such texts differ.

    \b
    Examples:
      fixturetool repair
      fixturetool repair breadth --format json
      fixturetool repair --write
      fixturetool repair --write --yes --bar 0.99
      fixturetool repair breadth --interactive

    Exit code 1 when an anchor is still gone, 3 when a part of the corpus could not be read.
    """
    _check_flags(output_format, interactive=interactive, write=write)
    categories = load_valid_files(settings.paths.fixtures, what, settings.paths.state)
    repairs = find_repairs(categories, settings, progress)
    warn_of(repairs.troubles)
    if interactive:
        settled = _settled(repairs, bar, settings, progress)
    else:
        _show(repairs, bar, output_format)
        safe = [one for one in repairs.gone if one.proposal and one.proposal.is_safe(bar)]
        settled = _write(safe, yes=yes) if write and safe else 0
    left = len(repairs.gone) - settled
    return worst(NO if left else YES, partial_code(repairs.troubles))


def _check_flags(output_format: str, *, interactive: bool, write: bool) -> None:
    if not interactive:
        return
    check_interactive(output_format)
    if write:
        raise UsageError(
            "--interactive decides on each anchor, and --write on all that are above the bar",
            hint="run repair --write first, then repair --interactive for the rest",
        )


def _settled(repairs: Repairs, bar: float, settings: Settings, progress: Progress) -> int:
    """Let a person decide, and return how many anchors were replaced or removed."""
    from fixturetool.cli.repair_walk import RepairWalk

    walk = RepairWalk(repairs, bar, settings, progress)
    walk.run()
    return walk.done


def _show(repairs: Repairs, bar: float, output_format: str) -> None:
    if output_format == "json":
        from fixturetool.reporting.authoring.repair_json import render_repairs as as_json

        click.echo(as_json(repairs, bar), nl=False)
        return
    from fixturetool.reporting.authoring.repair_text import render_repairs
    from fixturetool.reporting.console import write_text

    write_text(render_repairs(repairs, bar, colour=sys.stdout.isatty()), sys.stdout)


def _write(safe: Sequence[Gone], *, yes: bool) -> int:
    """Write proposals after asking, and return how many passages were replaced."""
    from fixturetool.authoring.repairing.writing import write_repairs

    anchors = counted(len(safe), "anchor")
    files = counted(len({one.category.path for one in safe}), "file")
    if not confirmed(f"replace {anchors} in {files}?", yes=yes):
        click.echo("nothing was written", err=True)
        return 0
    count = 0
    for written in write_repairs(safe):
        count += written.count
        click.echo(f"{written.name}: {counted(written.count, 'anchor')} replaced", err=True)
    return count
