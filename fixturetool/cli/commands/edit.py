"""``fixturetool edit``: a category in a full-screen editor."""

import os
import sys
from pathlib import Path

import click

from fixturetool.authoring.choice import choose
from fixturetool.authoring.verify import check_waivers
from fixturetool.cli.corpora import load_corpora
from fixturetool.cli.options import settings_options
from fixturetool.cli.selection import is_path
from fixturetool.cli.writing import spell
from fixturetool.errors import InvalidFixturesError, SelectionError, UsageError
from fixturetool.settings import Settings, name_fault

_LIGHT = {"7", "15"}  # backgrounds, as COLORFGBG numbers them


@click.command("edit")
@click.argument("category")
@click.option(
    "--theme",
    type=click.Choice(["auto", "dark", "light"]),
    default="auto",
    show_default=True,
    help="Colours; auto goes by COLORFGBG, dark where the terminal does not say. t changes them.",
)
@settings_options
def command(category: str, theme: str, settings: Settings) -> int:
    """Edit a category in a full-screen terminal editor.

    CATEGORY is a name or the path of a fixture file; one that is not there yet is created after
    asking. At the left are its fixtures, facets and anchors with their state: how many anchors,
    how many distinct sources hold one, what verify says, and the hit rate of the last run. At the
    right the corpus is searched. Select a facet, press Enter to look for its claim, choose a
    slice, make it longer or shorter, and press a: it is proved against the corpus, held against
    the rules, and in the file. ? shows all keys; the mouse works too.

    Every change is on disk at once, and nothing but its lines differs; u takes it back there, also
    when the editor is started anew, as long as nothing else changed the file since (the steps are
    kept with the state, under .fixturetool/undo). A facet or a fixture is only valid with an
    anchor: until it has one, it is kept in a draft beside the file (.CATEGORY.draft), which
    survives a crash, and of which verify and validate remind you. An edit by another program is
    noticed, and what is undone then is merged with it or refused.

    \b
    Examples:
      fixturetool edit customs
      fixturetool edit customs --corpus /data/texts --theme light
      fixturetool edit drafts/oaths.json

    Exit code 0 when the editor was quit, 1 when the category was not to be created, 2 without a
    terminal, without a corpus, or for a file that is not valid.
    """
    _check_terminal()
    # Rules that are not there are told before the screen is taken.
    check_waivers(settings)
    choose(settings.verify.select, settings.verify.ignore)
    from fixturetool.tui.desk import Desk

    path = _path_of(category, settings.paths.fixtures)
    desk = Desk(path, spell(path), settings.paths.state)
    if desk.findings:
        from fixturetool.reporting.findings.as_text import render_findings

        raise InvalidFixturesError(
            f"the category is not valid:\n{render_findings(desk.findings).rstrip()}",
            hint="fix it until fixturetool validate passes",
        )
    languages = list(load_corpora(settings, ()))
    from fixturetool.tui.app import EditorApp

    known = sorted(one.stem for one in path.parent.glob("*.json") if not one.name.startswith("."))
    near = _near(path.stem, known)
    status = EditorApp(desk, settings, languages, is_light=_is_light(theme), near=near).run()
    return status or 0


def _check_terminal() -> None:
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        return
    raise UsageError(
        "edit needs a terminal that can draw a screen",
        hint="without one, use: fixturetool search, fixturetool new, fixturetool anchor",
    )


def _path_of(word: str, directory: Path) -> Path:
    """Return the file that a word names, which may not be there yet."""
    path = Path(word) if is_path(word, directory) else directory / word
    if path.is_dir():
        raise SelectionError(f'"{word}" is a folder', hint="name one category")
    if path.suffix != ".json" and not path.exists():
        path = path.with_name(f"{path.name}.json")
    if name_fault(path.stem) or path.stem.startswith("."):
        raise SelectionError(
            f'"{word}" is no name for a category',
            hint="take a plain name such as breadth; it names the file",
        )
    return path


def _near(stem: str, known: list[str]) -> list[str]:
    from rapidfuzz import process

    return [name for name, _, _ in process.extract(stem, known, limit=3, score_cutoff=70)]


def _is_light(theme: str) -> bool:
    if theme != "auto":
        return theme == "light"
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT
