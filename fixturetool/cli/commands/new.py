"""``fixturetool new``: categories and fixtures that are valid from the first byte."""

from collections.abc import Sequence

import click

from fixturetool.cli.asking import given_or_asked
from fixturetool.cli.composing import compose
from fixturetool.cli.exits import YES
from fixturetool.cli.fixture_flags import Asked, fixture_options
from fixturetool.cli.options import quiet_option, settings_options
from fixturetool.cli.writing import category_path, force_option, load_category, load_nothing
from fixturetool.fixtures.model import CategoryFile
from fixturetool.progress import Progress
from fixturetool.settings import Settings


@click.group("new")
def command() -> None:
    """Write a new category, or a new fixture of one, proved against the corpus.

    \b
    Examples:
      fixturetool new category customs
      fixturetool new fixture customs
    """


@command.command("category")
@click.argument("name")
@click.option("--description", metavar="TEXT", help="What retrieval property it probes.")
@click.option("--capture-method", metavar="TEXT", default="", help="How anchors were found.")
@click.option(
    "--caveat", metavar="TEXT", default="", help="What to keep in mind when reading its scores."
)
@force_option
@fixture_options
@quiet_option
@settings_options
def category(
    name: str,
    description: str | None,
    capture_method: str,
    caveat: str,
    forced: Sequence[str],
    asked: Asked,
    progress: Progress,
    settings: Settings,
) -> int:
    """Write the file of a new category, with its first fixture.

    A file is only valid with a fixture, and a fixture only with a facet that has an anchor. What
    the flags leave out is asked for on a terminal: there, candidates for each facet are shown to
    be taken by number, and the file is saved facet by facet.

    \b
    Examples:
      fixturetool new category customs
      fixturetool new category oaths --description '结义与盟誓' \\
          --query '桃园结义的三人分别是谁？' --rationale '三人后文多以字号出现' \\
          --facet oath '三人在桃园结为兄弟' \\
          --anchor oath 081_急兄仇张飞遇害_雪弟恨先主兴兵.txt 昔我三人桃园结义

    Exit code 1 when an anchor does not stand in its source or a rule is against the fixture, 3
    when there is a file of that name: nothing is written.
    """
    from datetime import date

    path = category_path(settings.paths.fixtures, name)
    probed = given_or_asked(description, "--description", "What does the category probe?")
    today = date.today().isoformat()
    head = CategoryFile(path.stem, probed, (), today, capture_method, caveat)
    compose(load_nothing(path, head), asked, forced, settings, progress)
    return YES


@command.command("fixture", short_help="Add a fixture to a category.")
@click.argument("category_name", metavar="CATEGORY")
@force_option
@fixture_options
@quiet_option
@settings_options
def fixture(
    category_name: str,
    forced: Sequence[str],
    asked: Asked,
    progress: Progress,
    settings: Settings,
) -> int:
    """Add a fixture to a category; what the flags leave out is asked for on a terminal.

    \b
    Examples:
      fixturetool new fixture customs
      fixturetool search 红绳 --format passage --facet-name ledgers_tied_shut |
        fixturetool new fixture customs --query '找零日的账簿怎么处置？' --passages - \\
          --rationale '只在告示里说到' --facet ledgers_tied_shut '账簿用红绳捆起来'

    Exit code 1 when an anchor does not stand in its source or a rule is against the fixture:
    nothing is written.
    """
    loaded = load_category(settings.paths.fixtures, category_name)
    compose(loaded, asked, forced, settings, progress)
    return YES
